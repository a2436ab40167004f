/** Identifies listeners for counting plays: a hash with a new salt each day, so that neither addresses nor anybody's
 * listening history is stored. */
import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { storeSalt } from './queries.ts'

/** Bytes of the hash that are stored: enough to avoid collisions within a day. */
const HASH_BYTES = 16

/** `address` is set for visitors only: many of them may share one, but not thousands. */
export type Listener = { key: Buffer; address: Buffer | null }

export async function recogniseListener(tx: Tx, caller: Caller, userAgent: string, day: string): Promise<Listener> {
  const salt = await storeSalt(tx, day, randomBytes(32))
  const hash = (...parts: string[]) =>
    createHmac('sha256', salt).update(parts.join('\0')).digest().subarray(0, HASH_BYTES)
  if (caller.kind === 'user') return { key: hash('user', caller.userId), address: null }
  const network = networkOf(caller.ip)
  return { key: hash('visitor', network, userAgent), address: hash('address', network) }
}

/** An IPv6 connection can use any address of its /64. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
