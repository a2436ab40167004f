/** All releases of one's artists. */
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PlusIcon } from '../ui/icon.tsx'
import { t } from '../words/words.ts'
import { AlbumTable } from './own-lists.tsx'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

export function Page() {
  const begin = (
    <ButtonLink to="/studio/create/album" icon={<PlusIcon size={18} aria-hidden="true" />}>
      {t('studio.newRelease')}
    </ButtonLink>
  )
  return (
    <StudioFrame title={t('studio.releases')}>
      {(own) =>
        own.albums.length > 0 ? (
          <>
            <StudioHeading title={t('studio.releases')} actions={begin} />
            <AlbumTable albums={own.albums} />
          </>
        ) : (
          <>
            <h1 className="sr-only">{t('studio.releases')}</h1>
            <EmptyState sentence={t('studio.noReleases')} action={begin} />
          </>
        )
      }
    </StudioFrame>
  )
}
