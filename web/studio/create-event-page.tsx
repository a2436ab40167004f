/** Creates an event, and publishes it or leaves it a draft. */
import { createConcert, publishConcert } from '#contract/concerts/concerts.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { EventForm } from './events/event-form.tsx'
import { newEvent, type SentEvent } from './events/event-fields.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const { call } = useSite()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  const create = async (event: SentEvent, artistId: string) => {
    const body = { artistId, event }
    return (await callOnce(body, (once) => call(createConcert, { body }, once))).id
  }
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
              initial={newEvent(t('events.tier'))}
              artists={artists}
              button={t('events.publish')}
              send={async (fields, artistId) => {
                const concertId = await create(fields, artistId)
                // Its draft exists, and its own page publishes it.
                await call(publishConcert, { params: { concertId }, body: { isDraft: false } }).catch(
                  (error: unknown) => showErrorToast(describeFailure(error)),
                )
                void navigate(`/studio/events/${concertId}`)
              }}
              other={{
                button: t('events.saveDraft'),
                send: async (fields, artistId) => void navigate(`/studio/events/${await create(fields, artistId)}`),
              }}
            />
          )}
        </>
      )}
    </StudioFrame>
  )
}
