/** The dependencies of the payments module. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { HashNetwork } from '#server/accounts/networks.ts'
import type { LightningNode } from '#server/lightning/node.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Signals } from '#server/platform/signals.ts'
import type { Failpoint } from '#server/platform/failpoints.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'

/** Settings; platform/config/config.ts says what each means. */
export type Limits = {
  feePpm: number
  minPaymentMsat: bigint
  maxPaymentMsat: bigint
  invoiceExpirySeconds: number
  reservePpm: number
  reserveMinMsat: bigint
  dailyWithdrawalMsat: bigint
  youngWithdrawalMsat: bigint
  stepUpMsat: bigint
  outflowPerHourMsat: bigint
  twoOperatorsMsat: bigint
  nodeCeilingMsat: bigint
  coldStorage: string
  failedWithdrawalsPerHour: number
  forwardAtOnceMsat: bigint
  forwardAfterDayMsat: bigint
  forwardFeeBudgetMsat: bigint
  forwardAttempts: number
  forwardRetrySeconds: number
  regionAllow: readonly string[]
  regionDeny: readonly string[]
  requireVerifiedWallet: boolean
  isGiving: boolean
  giftsPerDayMsat: bigint
}

export type PaymentDeps = {
  database: Database
  node: LightningNode
  /** The node that holds the money of this database. */
  nodePubkey: string
  network: 'bc' | 'tb' | 'tbs' | 'bcrt'
  clock: Clock
  log: Log
  signals: Signals
  limits: Limits
  failpoint: Failpoint
  /** Stores an outgoing payment in the journal, if there is one, before the node is called. */
  writeAhead: (paymentHash: string, payout: string) => Promise<void>
  /** For requests to servers of Lightning addresses. */
  outbound: Outbound
  /** The public origin of this server. Its host is the one in our own Lightning addresses. */
  publicOrigin: string
  /** For the URLs of covers. */
  files: Pick<Files, 'publicUrl'>
  /** The key that signs zap receipts (NIP-57). */
  nostrPubkey: string
  /** A public event that the built-in relay has. */
  findNostrEvent: (tx: Tx, eventId: string) => Promise<NostrEvent | null>
  /** For gifts of the house: networks and devices are stored as keyed hashes. */
  hashNetwork: HashNetwork
  /** The external wallet of a sandbox with a demo catalogue, which fills its purse for gifts. */
  sandboxWallet: { payInvoice(bolt11: string): Promise<unknown> } | null
  /** The service that reports the price of a bitcoin; '' for none. */
  priceUrl: string
  /** True when `priceUrl` is the sandbox's own service. */
  isSandboxPrice: boolean
}

/** Names of the signals that wake waiting requests. */
export const signalOf = {
  invoice: (invoiceId: string) => `invoice:${invoiceId}`,
  user: (userId: string) => `user:${userId}`,
}
