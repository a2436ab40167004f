/** Creates an event, as a draft. */
import { createConcert } from '#contract/concerts/concerts.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { EventForm } from './events/event-form.tsx'
import { newEvent } from './events/event-fields.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const { call } = useSite()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  return (
    <StudioFrame>
      {({ artists }) => (
        <>
          <StudioHeading title={t('events.create')} lead={t('events.createLead')} />
          {artists.length === 0 ? (
            <EmptyState
              sentence={t('events.studioNoArtist')}
              action={<ButtonLink to="/studio/create/artist">{t('events.createArtist')}</ButtonLink>}
            />
          ) : (
            <EventForm
              initial={newEvent()}
              artists={artists}
              button={t('events.saveDraft')}
              send={async (fields, artistId) => {
                const body = { artistId, event: fields }
                const concert = await callOnce(body, (once) => call(createConcert, { body }, once))
                void navigate(`/studio/events/${concert.id}`)
              }}
            />
          )}
        </>
      )}
    </StudioFrame>
  )
}
