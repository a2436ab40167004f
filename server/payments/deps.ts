/** What the payments room works with. */
import type { LightningNode } from '#server/lightning/node.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Signals } from '#server/platform/event-stream.ts'
import type { Failpoint } from '#server/platform/failpoints.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/outbound.ts'

export type Limits = Pick<
  Config,
  | 'feePpm'
  | 'minPaymentMsat'
  | 'maxPaymentMsat'
  | 'invoiceExpirySeconds'
  | 'reservePpm'
  | 'reserveMinMsat'
  | 'dailyWithdrawalMsat'
  | 'youngWithdrawalMsat'
  | 'stepUpMsat'
  | 'failedWithdrawalsPerHour'
  | 'forwardAtOnceMsat'
  | 'forwardAfterDayMsat'
  | 'forwardFeeBudgetMsat'
  | 'forwardAttempts'
  | 'forwardRetrySeconds'
  | 'regionAllow'
  | 'regionDeny'
  | 'requireVerifiedWallet'
>

export type PaymentDeps = {
  database: Database
  node: LightningNode
  /** The node this database's money belongs to. */
  nodePubkey: string
  network: 'bc' | 'tb' | 'tbs' | 'bcrt'
  clock: Clock
  log: Log
  signals: Signals
  limits: Limits
  failpoint: Failpoint
  /** For asking the servers of lightning addresses. */
  outbound: Outbound
  /** Where people reach this server; its host is the one of our own lightning addresses. */
  publicOrigin: string
  /** The key this server signs receipts of zaps with (NIP-57). */
  nostrPubkey: string
  /** Who tells what a bitcoin costs; '' for nobody. */
  priceUrl: string
  /** That is the sandbox's own service. */
  isSandboxPrice: boolean
}

/** Names under which waiting pages are woken. */
export const signalOf = {
  invoice: (invoiceId: string) => `invoice:${invoiceId}`,
  user: (userId: string) => `user:${userId}`,
}
