/** All podcasts somebody has. */
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PlusIcon } from '../ui/icon.tsx'
import { t } from '../words/words.ts'
import { PodcastTable } from './own-lists.tsx'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

export function Page() {
  const begin = (
    <ButtonLink to="/studio/create/podcast" icon={<PlusIcon size={18} aria-hidden="true" />}>
      {t('studio.newPodcast')}
    </ButtonLink>
  )
  return (
    <StudioFrame title={t('studio.podcasts')}>
      {(own) =>
        own.podcasts.length > 0 ? (
          <>
            <StudioHeading title={t('studio.podcasts')} actions={begin} />
            <PodcastTable podcasts={own.podcasts} />
          </>
        ) : (
          <>
            <h1 className="sr-only">{t('studio.podcasts')}</h1>
            <EmptyState sentence={t('studio.noPodcasts')} action={begin} />
          </>
        )
      }
    </StudioFrame>
  )
}
