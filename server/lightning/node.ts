/** The port: what a Lightning backend can do for us. One adapter a file beside it, one conformance suite for all.
 * Amounts are msat as bigint; hashes, preimages and public keys are lower-case hex. */

/** Where an outgoing payment stands at the node. Only `succeeded` and `failed` are final; `unknown` is never a failure. */
export type PayOutcome =
  | {
      state: 'succeeded'
      preimage: string
      feeMsat: bigint
      /** The backend does not say what it cost; `feeMsat` is then 0. */
      isFeeUntold?: true
    }
  | { state: 'failed'; reason: FailReason; detail: string }
  | { state: 'in_flight' }
  | { state: 'unknown'; cause: string }

export type FailReason =
  | 'no-route'
  | 'rejected'
  | 'expired'
  | 'insufficient-liquidity'
  | 'wrong-network'
  | 'invalid-invoice'
  | 'timeout'
  | 'other'

export type InvoiceState = 'open' | 'accepted' | 'paid' | 'expired' | 'canceled' | 'not_found'

export type InvoiceStatus = {
  state: InvoiceState
  /** What was paid, which may be more than was asked (BOLT 4). Present when paid. */
  receivedMsat?: bigint
  /** Kept by the backend of what was paid; receivedMsat is before it. It may be more than that. Only where there is such. */
  feeMsat?: bigint
  /** Present when paid; of one that was cancelled, where the node still has it. Never while it can be paid. */
  preimage?: string
  settledAt?: Date
}

export type NewInvoice = {
  /** null: the payer chooses (deposits only). */
  amountMsat: bigint | null
  description?: string
  /** sha256 of a longer description, hex (BOLT 11 field h). Excludes `description`. */
  descriptionHash?: string
  /** The text behind that hash: some backends hash by themselves. */
  descriptionText?: string
  expirySeconds: number
  /** Ours; lets an orphan be found again where the backend keeps it. */
  externalId: string
}

export type CreatedInvoice = { bolt11: string; paymentHash: string; expiresAt: Date }

/** What travels with a payment beside its amount: record type → value in hex. */
export type CustomRecords = Readonly<Record<string, string>>

export type SettledInvoice = {
  paymentHash: string
  receivedMsat: bigint
  /** As in InvoiceStatus. */
  feeMsat?: bigint
  settledAt: Date
  cursor: string
  /** Of a payment without an invoice (keysend), and only of such: what its sender put in. */
  customRecords?: CustomRecords
}

export type Payment = {
  bolt11: string
  paymentHash: string
  /** Only for an invoice without an amount. */
  amountMsat?: bigint
  /** Hard cap on routing fees; the same amount is held in the ledger. */
  feeLimitMsat: bigint
  timeoutSeconds: number
  signal: AbortSignal
}

/** A payment to a node that has made no invoice. */
export type Keysend = Omit<Payment, 'bolt11' | 'amountMsat'> & {
  pubkey: string
  amountMsat: bigint
  /** Of the payment hash. Ours, so that the payment is found again whatever became of the call. */
  preimage: string
  customRecords: CustomRecords
  /** Nothing is sent from then on; an invoice would say it itself. */
  expiresAt: Date
}

/** One outgoing payment as the node remembers it. */
export type NodePayment = { paymentHash: string; amountMsat: bigint; outcome: PayOutcome }

export type Capabilities = {
  /** Pays without an invoice, and tells with each such payment what came with it. */
  keysend: boolean
  msatInvoices: boolean
  descriptionHash: boolean
  /** 'exact': never pays more than feeLimitMsat. */
  feeLimit: 'exact' | 'none'
  /** 'exact': whenever it tells what something has cost, it tells the same. 'hint': no ground to stop anything. */
  fees: 'exact' | 'hint'
  invoiceFeed: 'cursor' | 'poll'
  /** Sending the same hash again cannot pay twice. */
  dedupesByHash: boolean
}

export interface LightningNode {
  readonly kind: 'sandbox' | 'lnd' | 'cln' | 'phoenixd' | 'nwc' | 'scripted'
  readonly capabilities: Capabilities
  info(signal: AbortSignal): Promise<{ pubkey: string; network: 'bc' | 'tb' | 'tbs' | 'bcrt'; synced: boolean }>
  createInvoice(invoice: NewInvoice): Promise<CreatedInvoice>
  lookupInvoice(paymentHash: string): Promise<InvoiceStatus>
  /** Stops an invoice from ever being paid, so that it can be settled inside the platform. */
  cancelInvoice(paymentHash: string): Promise<'canceled' | 'already_paid' | 'unsupported'>
  /** Never throws for trouble on the way: that is `unknown`. `failed` only when the node said so for good. */
  pay(payment: Payment): Promise<PayOutcome>
  /** The same without an invoice, under the same rules. Where the capability says so. */
  keysend?(keysend: Keysend): Promise<PayOutcome>
  lookupPayment(paymentHash: string): Promise<PayOutcome | { state: 'not_found' }>
  /** Outgoing payments since then, for comparing the books with the node. */
  listPayments(since: Date): Promise<NodePayment[]>
  /** Calls `on` for each invoice settled after `cursor` (null: from the start), in order, until the signal aborts.
   * Rejects when the node is lost; the caller starts again from its last cursor. Events may come twice. */
  subscribeInvoices(
    cursor: string | null,
    on: (event: SettledInvoice) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  balance(): Promise<{ spendableMsat: bigint; receivableMsat: bigint }>
  /** The backend's own published minimum fee for an amount; 0n where there is none. */
  minimumFeeMsat(amountMsat: bigint): bigint
}
