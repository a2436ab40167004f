/** All of the user's podcasts. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { PodcastTable } from './overview/own-lists.tsx'
import { showOnly, useShow } from './publishing/show.ts'
import { ShowLinks } from './publishing/show-links.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const show = useShow()
  const begin = (
    <>
      <ButtonLink to="/studio/create/podcast" icon={<PlusIcon size={18} aria-hidden="true" />}>
        {t('studio.newPodcast')}
      </ButtonLink>
      <ButtonLink to="/studio/move" kind="quiet">
        {t('move.title')}
      </ButtonLink>
    </>
  )
  return (
    <StudioFrame>
      {({ podcasts }) => {
        if (podcasts.length === 0) {
          return (
            <>
              <h1 className="sr-only">{t('studio.podcasts')}</h1>
              <EmptyState
                sentence={t('studio.noPodcasts')}
                action={<div className="flex flex-wrap gap-2.5">{begin}</div>}
              />
            </>
          )
        }
        const shown = showOnly(podcasts, show)
        return (
          <>
            <StudioHeading title={t('studio.podcasts')} actions={begin} />
            <ShowLinks contents={podcasts} show={show} />
            <div className="mt-2">
              {shown.length > 0 ? <PodcastTable podcasts={shown} /> : <EmptyState sentence={t('studio.showNone')} />}
            </div>
          </>
        )
      }}
    </StudioFrame>
  )
}
