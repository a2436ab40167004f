/** A list of one's own of which a key has one (whom one follows, one's relays): the newest is read before the next version is
 * written, and none is written while there may be one that nobody has told. What stands in it is its caller's. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { publishAs, signerOf } from './own-signer.ts'
import { RelayFailed } from './relay-link.ts'
import { createRelayPool, type RelayPool } from './relay-pool.ts'

/** `unknown`: the relays that could be asked have none, and not all could be. `absent`: none of them has one. */
export class NoOwnList extends Error {
  override name = 'NoOwnList'
  readonly reason: 'unknown' | 'absent'

  constructor(reason: NoOwnList['reason']) {
    super(`There is no list to go on with: ${reason}`)
    this.reason = reason
  }
}

export type OwnList = { kind: number; pubkey: string; relays: readonly string[] }

/** The newest; null when all relays say they have none. Throws NoOwnList and RelayFailed. */
export function readOwnList(list: OwnList): Promise<NostrEvent | null> {
  return withPool(list.relays, (pool) => findNewest(pool, list))
}

/** What is there afterwards. `write` gets what is there now and answers null where nothing is to change; `mayBegin`: it may
 * be the first. Throws NoOwnList, whatever `write` throws, and as publishing does. */
export function changeOwnList(
  list: OwnList & { mayBegin: boolean },
  write: (newest: NostrEvent | null, nowSeconds: number) => UnsignedEvent | null,
): Promise<NostrEvent | null> {
  return withPool(list.relays, async (pool) => {
    const newest = await findNewest(pool, list)
    if (newest === null && !list.mayBegin) throw new NoOwnList('absent')
    const draft = write(newest, Math.floor(Date.now() / 1_000))
    if (draft === null) return newest
    return publishAs(await signerOf(list.pubkey), pool, draft)
  })
}

async function findNewest(pool: RelayPool, { kind, pubkey }: OwnList): Promise<NostrEvent | null> {
  const { events, isTold, isWhole } = await pool.survey({ kinds: [kind], authors: [pubkey], limit: 1 })
  // What came from a relay that went silent may be old.
  if (!isTold) throw new RelayFailed('', 'no relay has told everything it has')
  const [newest = null] = events
  if (newest === null && !isWhole) throw new NoOwnList('unknown')
  return newest
}

async function withPool<Result>(
  relays: readonly string[],
  work: (pool: RelayPool) => Promise<Result>,
): Promise<Result> {
  const pool = createRelayPool()
  pool.configure(relays)
  try {
    return await work(pool)
  } finally {
    pool.configure([])
  }
}
