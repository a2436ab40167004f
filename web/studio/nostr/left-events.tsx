/** Calendar events on nostr that are not public here any more, with the button that removes them: a deleted event has no
 * page of its own. Loaded for users with a nostr key. */
import type { ConcertSummaryWire } from '#web/events/times.ts'
import { useLeftEvents } from './event-standings.ts'
import { NostrShell } from './shell.tsx'
import { EventStatuses } from './statuses.tsx'

/** As many as the list of own events has: whether a longer one lacks an event is not known. */
const LISTED_MAX = 500

export function LeftEvents({ concerts, keys }: { concerts: readonly ConcertSummaryWire[]; keys: readonly string[] }) {
  if (concerts.length >= LISTED_MAX) return null
  return keys.map((pubkey) => <LeftOfKey key={pubkey} concerts={concerts} pubkey={pubkey} />)
}

function LeftOfKey({ concerts, pubkey }: { concerts: readonly ConcertSummaryWire[]; pubkey: string }) {
  const there = useLeftEvents(concerts, pubkey)
  if (!there.standings?.obsolete.length) return null
  const titles = there.standings.obsolete.map(({ tags }) => tags.find(([name]) => name === 'title')?.[1] ?? '…')
  return (
    <div className="mt-11 max-w-[640px]">
      <NostrShell>
        <p className="font-medium wrap-anywhere">{titles.join(', ')}</p>
        <EventStatuses there={there} pubkey={pubkey} />
      </NostrShell>
    </div>
  )
}
