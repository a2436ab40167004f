/** Identifies listeners for counting plays: a hash with a new salt each day, so that neither addresses nor anybody's
 * listening history is stored. For counting listeners there is a hash with a new salt each month, which is stored for a
 * second only. The key of both is the installation's secret, which is not in the database. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { storeSalt } from './queries.ts'

/** Bytes of the hash that are stored: enough to avoid collisions within a day. */
const HASH_BYTES = 16
const SALT_BYTES = 32

/** `address` is set for visitors only: many of them may share one, but not thousands. `visitor` is the same for a month. */
export type Listener = { key: Buffer; address: Buffer | null; visitor: Buffer }

export async function recogniseListener(
  tx: Tx,
  secret: string,
  { caller, userAgent, day }: { caller: Caller; userAgent: string; day: string },
): Promise<Listener> {
  const [ofDay, ofMonth] = await Promise.all([
    storeSalt(tx, 'play_salt', day, randomBytes(SALT_BYTES)),
    storeSalt(tx, 'audience_salt', `${day.slice(0, 'YYYY-MM'.length)}-01`, randomBytes(SALT_BYTES)),
  ])
  const hash = (salt: Buffer, ...parts: string[]) =>
    createHmac('sha256', secret).update(salt).update(parts.join('\0')).digest().subarray(0, HASH_BYTES)
  if (caller.kind === 'user') {
    const parts = ['user', caller.userId]
    return { key: hash(ofDay, ...parts), address: null, visitor: hash(ofMonth, ...parts) }
  }
  const network = networkOf(caller.ip)
  const parts = ['visitor', network, userAgent]
  return { key: hash(ofDay, ...parts), address: hash(ofDay, 'address', network), visitor: hash(ofMonth, ...parts) }
}
