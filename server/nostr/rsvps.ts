/** Copies the responses to calendar events of this server from the public relays to its own, where they are counted
 * (calendar-events.ts), with the deletions of such responses. Repeating a round changes nothing. */
import { RSVP_KIND } from '#protocols/nostr/calendar-events.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { type Filter, matchesFilter, parseFilter } from '#protocols/nostr/filter.ts'
import { DELETION_KIND } from '#protocols/nostr/kinds.ts'
import { selectUpcoming } from '#server/concerts/queries.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { EventRefused, parseOfferedEvent } from '#server/relay/policy.ts'
import { selectResponders } from '#server/relay/rsvp-queries.ts'
import { storeEvent } from '#server/relay/store.ts'
import { findAddresses } from './calendar-events.ts'
import type { NostrDeps } from './deps.ts'
import { queryRelay } from './relay-client.ts'

type RsvpDeps = Pick<NostrDeps, 'database' | 'clock' | 'log' | 'outbound' | 'publicRelays'>

const ROUND_MS = 600_000
/** Of one relay and round: the newest. */
const EVENTS_MAX = 500

export function startRsvpJobs(deps: RsvpDeps): RunningJobs {
  const work = () => fetchRsvps(deps)
  return startJobs(deps, deps.publicRelays.length === 0 ? [] : [{ name: 'nostr-rsvps', pauseMs: ROUND_MS, work }])
}

/** For the events to come. A relay that does not respond is queried again in the next round. */
export async function fetchRsvps(deps: RsvpDeps): Promise<void> {
  const { database, clock, publicRelays } = deps
  const now = clock.now()
  const concerts = await selectUpcoming(database.read, {}, now)
  const owned = concerts.map(({ id, owner_id: ownerId }) => ({ id, ownerId }))
  const addresses = await findAddresses(database.read, owned, now)
  if (addresses.length === 0) return
  const eachRelay = (filter: Record<string, unknown>) =>
    Promise.all(publicRelays.map((relay) => copyEvents(deps, relay, filter)))
  await eachRelay({ kinds: [RSVP_KIND], '#a': addresses })
  const authors = await selectResponders(database.read, addresses, EVENTS_MAX)
  if (authors.length > 0) await eachRelay({ kinds: [DELETION_KIND], authors, '#k': [String(RSVP_KIND)] })
}

/** Stores what the relay has for the filter and ours accepts. */
async function copyEvents(deps: RsvpDeps, relay: string, wanted: Record<string, unknown>): Promise<void> {
  const filter = parseFilter(wanted)
  for (const offered of await requestEvents(deps, relay, wanted)) {
    const now = deps.clock.now()
    const event = readWanted(offered, filter, now)
    if (event !== null) await deps.database.transaction((tx) => storeEvent(tx, event, now))
  }
}

async function requestEvents(
  { outbound, log }: RsvpDeps,
  relay: string,
  wanted: Record<string, unknown>,
): Promise<unknown[]> {
  try {
    return await queryRelay(outbound, relay, { ...wanted, limit: EVENTS_MAX })
  } catch (error) {
    log.info('nostr-rsvps-failed', { relay, error })
    return []
  }
}

/** Null for what was not requested, and for what our relay does not accept. */
function readWanted(offered: unknown, wanted: Filter, now: Date): NostrEvent | null {
  try {
    const event = parseOfferedEvent(offered, now.getTime() / 1_000, new Set())
    return matchesFilter(wanted, event) ? event : null
  } catch (error) {
    if (error instanceof EventRefused) return null
    throw error
  }
}
