/** Rate limits of the authentication endpoints: per IP address, and per account from all addresses. Counting is
 * server/platform/http/rate-limit.ts. */
import { createHash } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { countUse, type Rate, type Use } from '#server/platform/http/rate-limit.ts'

const QUARTER_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600

export type Rates = {
  registerPerAddress: Rate
  registerTotal: Rate
  loginPerAddress: Rate
  /** Failed logins to one account from one network, on devices that have not logged in to it before. */
  loginPerNetwork: Rate
  /** The same from all networks: beyond it, logins on such devices also need a mailed code. A single network cannot
   * use it up within the window. */
  loginPerAccount: Rate
  /** Failed logins from one known device; failures on other devices do not count against it. */
  loginPerDevice: Rate
  /** Failed logins of all unknown devices to all accounts. */
  loginTotal: Rate
  /** Failed proofs of a signed-in user. */
  proofPerAccount: Rate
  secondFactorPerAddress: Rate
  /** Wrong codes. */
  secondFactorPerAccount: Rate
  secondFactorTotal: Rate
  mailPerAddress: Rate
  mailPerAccount: Rate
  mailTotal: Rate
  codePerAddress: Rate
}

export const defaultRates: Rates = {
  registerPerAddress: { max: 30, windowSeconds: HOUR_SECONDS },
  registerTotal: { max: 3_000, windowSeconds: HOUR_SECONDS },
  loginPerAddress: { max: 100, windowSeconds: QUARTER_HOUR_SECONDS },
  loginPerNetwork: { max: 10, windowSeconds: QUARTER_HOUR_SECONDS },
  loginPerAccount: { max: 50, windowSeconds: HOUR_SECONDS },
  loginPerDevice: { max: 10, windowSeconds: QUARTER_HOUR_SECONDS },
  loginTotal: { max: 20_000, windowSeconds: QUARTER_HOUR_SECONDS },
  proofPerAccount: { max: 10, windowSeconds: QUARTER_HOUR_SECONDS },
  secondFactorPerAddress: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS },
  secondFactorPerAccount: { max: 10, windowSeconds: QUARTER_HOUR_SECONDS },
  secondFactorTotal: { max: 5_000, windowSeconds: QUARTER_HOUR_SECONDS },
  mailPerAddress: { max: 30, windowSeconds: HOUR_SECONDS },
  mailPerAccount: { max: 5, windowSeconds: HOUR_SECONDS },
  mailTotal: { max: 5_000, windowSeconds: HOUR_SECONDS },
  codePerAddress: { max: 60, windowSeconds: QUARTER_HOUR_SECONDS },
}

/** A demo registers its accounts from this machine, as those do who try it meanwhile. */
export const ratesOf = (hasDemo: boolean): Rates =>
  hasDemo ? { ...defaultRates, registerPerAddress: { max: 300, windowSeconds: HOUR_SECONDS } } : defaultRates

export async function limitByAddress(
  database: Database,
  what: string,
  ip: string,
  rate: Rate,
  now: Date,
): Promise<void> {
  await countUse(database.read, addressUse(what, ip, rate).key, rate, now)
}

export function addressUse(what: string, ip: string, rate: Rate): Use {
  return { key: `${what}:address:${networkOf(ip)}`, rate }
}

/** `account` identifies the account in this call: an email address or an id. Hashed, so that
 * counters contain no personal data. */
export function accountUse(what: string, account: string, rate: Rate): Use {
  return { key: `${what}:account:${createHash('sha256').update(account).digest('hex').slice(0, 32)}`, rate }
}

export function totalUse(what: string, rate: Rate): Use {
  return { key: `${what}:all`, rate }
}
