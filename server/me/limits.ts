/** How often the calls about signing in may be made: per address, and per account whatever the address.
 * Not the counting; that is server/platform/rate-limit.ts. */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '#server/platform/database.ts'
import { countUse, type Rate, forgetUses } from '#server/platform/rate-limit.ts'

const QUARTER_SECONDS = 900
const HOUR_SECONDS = 3_600

export type Rates = {
  registerPerAddress: Rate
  loginPerAddress: Rate
  /** Failed log-ins; a successful one starts anew. */
  loginPerAccount: Rate
  mailPerAddress: Rate
  mailPerAccount: Rate
  codePerAddress: Rate
}

export const defaultRates: Rates = {
  registerPerAddress: { max: 30, windowSeconds: HOUR_SECONDS },
  loginPerAddress: { max: 100, windowSeconds: QUARTER_SECONDS },
  loginPerAccount: { max: 10, windowSeconds: QUARTER_SECONDS },
  mailPerAddress: { max: 30, windowSeconds: HOUR_SECONDS },
  mailPerAccount: { max: 5, windowSeconds: HOUR_SECONDS },
  codePerAddress: { max: 60, windowSeconds: QUARTER_SECONDS },
}

export async function limitByAddress(
  database: Database,
  what: string,
  ip: string,
  rate: Rate,
  now: Date,
): Promise<void> {
  await countUse(database.read, `${what}:address:${networkOf(ip)}`, rate, now)
}

/** `account` is what names it at this call: an e-mail address or an id. Hashed, so that the counters name nobody. */
export async function limitByAccount(
  database: Database,
  what: string,
  account: string,
  rate: Rate,
  now: Date,
): Promise<void> {
  await countUse(database.read, accountKey(what, account), rate, now)
}

export async function forgetUsesOfAccount(database: Database, what: string, account: string): Promise<void> {
  await forgetUses(database.read, accountKey(what, account))
}

function accountKey(what: string, account: string): string {
  return `${what}:account:${createHash('sha256').update(account).digest('hex').slice(0, 32)}`
}

/** One customer of an IPv6 provider has at least a /64 of addresses, so that counts as one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address)) return ip
  // URL writes every spelling of an address in the one of RFC 5952.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
