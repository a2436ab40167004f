/** All of the user's artists. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { ArtistGrid } from './overview/own-lists.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const begin = (
    <ButtonLink to="/studio/create/artist" icon={<PlusIcon size={18} aria-hidden="true" />}>
      {t('studio.newArtist')}
    </ButtonLink>
  )
  return (
    <StudioFrame>
      {(own) =>
        own.artists.length > 0 ? (
          <>
            <StudioHeading title={t('studio.artists')} actions={begin} />
            <ArtistGrid own={own} />
          </>
        ) : (
          <>
            <h1 className="sr-only">{t('studio.artists')}</h1>
            <EmptyState sentence={t('studio.noArtists')} action={begin} />
          </>
        )
      }
    </StudioFrame>
  )
}
