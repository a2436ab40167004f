/** All releases of the user's artists. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon, UploadIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { AlbumTable } from './overview/own-lists.tsx'
import { showOnly, useShow } from './publishing/show.ts'
import { ShowLinks } from './publishing/show-links.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const show = useShow()
  const begin = (
    <ButtonLink to="/studio/create/album" kind="quiet" icon={<PlusIcon size={18} aria-hidden="true" />}>
      {t('studio.newRelease')}
    </ButtonLink>
  )
  const upload = (
    <ButtonLink to="/studio/upload" icon={<UploadIcon size={18} aria-hidden="true" />}>
      {t('studio.upload')}
    </ButtonLink>
  )
  return (
    <StudioFrame>
      {({ albums }) => {
        if (albums.length === 0) {
          return (
            <>
              <h1 className="sr-only">{t('studio.releases')}</h1>
              <EmptyState sentence={t('studio.noReleases')} action={upload} />
            </>
          )
        }
        const shown = showOnly(albums, show)
        return (
          <>
            <StudioHeading
              title={t('studio.releases')}
              actions={
                <>
                  <ButtonLink to="/studio/drafts" kind="quiet">
                    {t('drafts.open')}
                  </ButtonLink>
                  {begin}
                  {upload}
                </>
              }
            />
            <ShowLinks contents={albums} show={show} />
            <div className="mt-2">
              {shown.length > 0 ? <AlbumTable albums={shown} /> : <EmptyState sentence={t('studio.showNone')} />}
            </div>
          </>
        )
      }}
    </StudioFrame>
  )
}
