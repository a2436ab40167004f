/** Creates an event, and publishes it or leaves it a draft. */
import { useState } from 'react'
import { createConcert, publishConcert } from '#contract/concerts/concerts.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { type OwnArtist, ownWith } from './content/own.ts'
import { EventForm } from './events/event-form.tsx'
import { newEvent, type SentEvent } from './events/event-fields.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {(own) => {
        const { artists } = ownWith(own, 'money')
        return (
          <>
            <StudioHeading title={t('events.create')} lead={t('events.createLead')} />
            {artists[0] === undefined ? (
              <EmptyState
                sentence={t('events.studioNoArtist')}
                action={<ButtonLink to="/studio/create/artist">{t('events.createArtist')}</ButtonLink>}
              />
            ) : (
              <NewEvent artists={artists} artist={artists[0]} />
            )}
          </>
        )
      }}
    </StudioFrame>
  )
}

function NewEvent({ artists, artist }: { artists: readonly OwnArtist[]; artist: OwnArtist }) {
  const { call } = useSite()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  const [empty] = useState(() => newEvent(artist, t('events.tier')))
  const create = async (event: SentEvent, artistId: string) => {
    const body = { artistId, event }
    return (await callOnce(body, (once) => call(createConcert, { body }, once))).id
  }
  const open = (concertId: string) => () => void navigate(`/studio/events/${concertId}`)
  return (
    <EventForm
      name={`new.${artist.id}`}
      saved={empty}
      artists={artists}
      button={t('events.publish')}
      send={async (fields, artistId) => {
        const concertId = await create(fields, artistId)
        // Its draft exists, and its own page publishes it.
        await call(publishConcert, { params: { concertId }, body: { isDraft: false } }).catch((error: unknown) =>
          showErrorToast(describeFailure(error)),
        )
        return open(concertId)
      }}
      other={{
        button: t('events.saveDraft'),
        send: async (fields, artistId) => open(await create(fields, artistId)),
      }}
    />
  )
}
