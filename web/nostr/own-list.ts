/** Replaceable lists of a key (follows, relays): the newest version is read before the next one is written, and none is
 * written while an unknown newer one may exist. The content is the caller's. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { publishAs, signerOf } from './own-signer.ts'
import { RelayFailed } from './relay-errors.ts'
import { createRelayPool, type RelayPool } from './relay-pool.ts'

/** `unknown`: the relays that responded have none, but not all responded. `absent`: none of them has one. */
export class NoOwnList extends Error {
  override name = 'NoOwnList'
  readonly reason: 'unknown' | 'absent'

  constructor(reason: NoOwnList['reason']) {
    super(`There is no list to continue with: ${reason}`)
    this.reason = reason
  }
}

export type OwnList = { kind: number; pubkey: string; relays: readonly string[] }

/** The newest version; null when all relays report none. Throws NoOwnList and RelayFailed. */
export function readOwnList(list: OwnList): Promise<NostrEvent | null> {
  return withPool(list.relays, (pool) => findNewest(pool, list))
}

/** Returns the list after the change. `write` receives the current version and returns null when nothing has to change;
 * `mayBegin` allows a first version. Throws NoOwnList, the errors of `write`, and publishing errors. */
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
  const { events, isAnswered, isWhole } = await pool.survey({ kinds: [kind], authors: [pubkey], limit: 1 })
  // Data from a relay that stopped responding may be outdated.
  if (!isAnswered) throw new RelayFailed('', 'no relay has sent all its stored events')
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
