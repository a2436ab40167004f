/** One event of the user: details and picture, its tickets and money, guests and helpers. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getConcert, listConcerts, listOwnConcerts, updateConcert } from '#contract/concerts/concerts.ts'
import { ApiError } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { type ConcertWire, eventHref } from '#web/events/times.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { EventEnding, EventPublishing } from './events/event-actions.tsx'
import { draftOf, type SentEvent } from './events/event-fields.ts'
import { EventForm } from './events/event-form.tsx'
import { EventPeople } from './events/event-people.tsx'
import { EventPicture } from './events/event-picture.tsx'
import { EventSales } from './events/event-sales.tsx'
import { EventState } from './events/event-state.tsx'
import { useParam } from './frame/content-frame.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import { StudioFrame } from './frame/studio-frame.tsx'
import { NostrBox } from './nostr/box.tsx'

export function Page() {
  const { call } = useSite()
  const concertId = useParam('concertId')
  const { data, error } = useQuery({ ...callQuery(call, getConcert, { params: { concertId } }), staleTime: 0 })
  return (
    <StudioFrame>
      {() =>
        data?.isOwn ? (
          <EditEvent key={data.id} concert={data} />
        ) : data || error ? (
          <ErrorState title={t('failure.notFoundTitle')} {...(error && { detail: describeFailure(error) })} />
        ) : (
          <PageSkeleton label={t('common.loading')} />
        )
      }
    </StudioFrame>
  )
}

/** Puts the changed event in place of the old one, and marks the lists as stale. */
export type TakeEvent = (concert: ConcertWire) => void

function EditEvent({ concert }: { concert: ConcertWire }) {
  const queries = useQueryClient()
  const params = { concertId: concert.id }
  const take: TakeEvent = (changed) => {
    queries.setQueryData(queryKeyOf(getConcert, { params }), changed)
    for (const list of [listConcerts, listOwnConcerts]) void queries.invalidateQueries({ queryKey: queryKeyOf(list) })
  }
  const refresh = () => void queries.invalidateQueries({ queryKey: queryKeyOf(getConcert) })
  const save = useSave(concert, take)
  return (
    <EditFrame
      kind={t('events.event')}
      title={concert.name}
      back={{ href: '/studio/events', name: t('events.studio') }}
      cover={{ url: concert.artworkUrl, seed: concert.id }}
      actions={
        <>
          <ButtonLink to={eventHref(concert.id)} kind="quiet">
            {t(concert.isDraft ? 'studio.preview' : 'events.view')}
          </ButtonLink>
          {!concert.isDraft && (
            <ButtonLink to={`${eventHref(concert.id)}/door`} kind="quiet">
              {t('events.door')}
            </ButtonLink>
          )}
          <EventPublishing concert={concert} onChange={take} />
        </>
      }
      state={<EventState concert={concert} />}
      parts={[
        {
          key: 'details',
          name: t('studio.partDetails'),
          panel: (
            <>
              <EventPicture concert={concert} onChange={take} />
              {!concert.isCancelled && (
                <EventForm
                  name={concert.id}
                  saved={draftOf(concert)}
                  revision={concert.revision}
                  button={t('studio.save')}
                  send={save}
                />
              )}
              <div className="mt-12 max-w-[680px]">
                <NostrBox content={{ kind: 'event', concert }} />
              </div>
              <EventEnding concert={concert} onChange={refresh} />
            </>
          ),
        },
        { key: 'sales', name: t('events.tickets'), panel: <EventSales concert={concert} /> },
        { key: 'people', name: t('events.people'), panel: <EventPeople concert={concert} /> },
      ]}
    />
  )
}

/** Saves over the revision that the page has shown. When it is not the newest, nothing is saved, and the newest is loaded. */
function useSave(concert: ConcertWire, take: TakeEvent) {
  const { call } = useSite()
  const queries = useQueryClient()
  return async (fields: SentEvent) => {
    try {
      const saved = new Set(concert.tiers.map(({ id }) => id))
      // A tier that was removed elsewhere is created again.
      const tiers = fields.tiers.map(({ id, ...tier }) => ({ ...tier, ...(id && saved.has(id) && { id }) }))
      const query = { ifRevision: concert.revision }
      const params = { concertId: concert.id }
      const changed = await call(updateConcert, { params, query, body: { ...fields, tiers } })
      return () => {
        take(changed)
        showToast(t('studio.saved'))
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'event-changed')) throw error
      await queries.invalidateQueries({ queryKey: queryKeyOf(getConcert) })
      return null
    }
  }
}
