/** The interface of a Lightning backend. One adapter per folder, one conformance suite for all. Amounts are msat as
 * bigint; hashes, preimages and public keys are lower-case hex. */

/** The state of an outgoing payment at the node. Only `succeeded` and `failed` are final. `unknown` is never treated
 * as a failure. */
export type PayOutcome =
  | {
      state: 'succeeded'
      preimage: string
      feeMsat: bigint
      /** The backend does not report the fee; `feeMsat` is then 0. */
      isFeeUnreported?: true
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
  /** The amount paid, which may exceed the amount requested (BOLT 4). Present when paid. */
  receivedMsat?: bigint
  /** The fee that the backend deducted. receivedMsat is the amount before it, and may be smaller than the fee. Only for
   * backends with such fees. */
  feeMsat?: bigint
  /** Present when paid, and for a cancelled invoice if the node still has it. Never present while the invoice can be
   * paid. */
  preimage?: string
  settledAt?: Date
}

export type NewInvoice = {
  /** null: the payer chooses the amount (deposits only). */
  amountMsat: bigint | null
  description?: string
  /** SHA-256 of a longer description, in hex (BOLT 11 field h). Excludes `description`. */
  descriptionHash?: string
  /** The text that was hashed, for backends that hash it themselves. */
  descriptionText?: string
  expirySeconds: number
  /** Our id, by which a lost invoice can be found again if the backend stores it. */
  externalId: string
}

export type CreatedInvoice = { bolt11: string; paymentHash: string; expiresAt: Date }

/** The custom records of a payment: record type → value in hex. */
export type CustomRecords = Readonly<Record<string, string>>

export type SettledInvoice = {
  paymentHash: string
  receivedMsat: bigint
  /** As in InvoiceStatus. */
  feeMsat?: bigint
  settledAt: Date
  cursor: string
  /** Only for a payment without an invoice (keysend): the sender's records. */
  customRecords?: CustomRecords
}

export type Payment = {
  bolt11: string
  paymentHash: string
  /** Only for an invoice without an amount. */
  amountMsat?: bigint
  /** Hard limit on routing fees. The same amount is reserved in the ledger. */
  feeLimitMsat: bigint
  timeoutSeconds: number
  signal: AbortSignal
}

/** A payment to a node without an invoice. */
export type Keysend = Omit<Payment, 'bolt11' | 'amountMsat'> & {
  pubkey: string
  amountMsat: bigint
  /** The preimage of the payment hash. We choose it, so that the payment can be found again after any failure of the
   * call. */
  preimage: string
  customRecords: CustomRecords
  /** Nothing is sent after this time. An invoice would contain its own expiry. */
  expiresAt: Date
}

/** An outgoing payment in the node's records. */
export type NodePayment = { paymentHash: string; amountMsat: bigint; outcome: PayOutcome }

export type Capabilities = {
  /** Sends keysend payments, and reports the custom records of those it receives. */
  keysend: boolean
  msatInvoices: boolean
  descriptionHash: boolean
  /** 'exact': never pays more than feeLimitMsat. */
  feeLimit: 'exact' | 'none'
  /** 'exact': whenever it reports a fee, it reports the same fee. 'hint': a difference must not halt anything. */
  fees: 'exact' | 'hint'
  invoiceFeed: 'cursor' | 'poll'
  /** Sending the same hash again cannot pay twice. */
  dedupesByHash: boolean
}

/** A backend that supports everything, but may pay the same hash twice when it is sent twice. */
export const COMMON_CAPABILITIES: Capabilities = {
  keysend: true,
  msatInvoices: true,
  descriptionHash: true,
  feeLimit: 'exact',
  fees: 'exact',
  invoiceFeed: 'cursor',
  dedupesByHash: false,
}

/** Wallets: whole sats only, without a limit of the fee. */
export const WALLET_CAPABILITIES: Capabilities = {
  ...COMMON_CAPABILITIES,
  keysend: false,
  msatInvoices: false,
  feeLimit: 'none',
  invoiceFeed: 'poll',
}

export interface LightningNode {
  readonly kind: 'sandbox' | 'lnd' | 'cln' | 'phoenixd' | 'nwc' | 'scripted'
  readonly capabilities: Capabilities
  info(signal: AbortSignal): Promise<{ pubkey: string; network: 'bc' | 'tb' | 'tbs' | 'bcrt'; synced: boolean }>
  createInvoice(invoice: NewInvoice): Promise<CreatedInvoice>
  lookupInvoice(paymentHash: string): Promise<InvoiceStatus>
  /** Makes sure that an invoice can never be paid over Lightning, so that it can be settled by an internal transfer. */
  cancelInvoice(paymentHash: string): Promise<'canceled' | 'already_paid' | 'unsupported'>
  /** Never throws on connection problems; those are `unknown`. `failed` only when the node reported a final failure. */
  pay(payment: Payment): Promise<PayOutcome>
  /** The same without an invoice, with the same rules. Present if `capabilities.keysend` is true. */
  keysend?(keysend: Keysend): Promise<PayOutcome>
  lookupPayment(paymentHash: string): Promise<PayOutcome | { state: 'not_found' }>
  /** Outgoing payments since then, for comparing the books with the node. */
  listPayments(since: Date): Promise<NodePayment[]>
  /** Calls `on` for each invoice settled after `cursor` (null: from the start), in order, until the signal aborts.
   * Rejects when the connection to the node is lost; the caller then restarts from its last cursor. Events may be
   * repeated. */
  subscribeInvoices(
    cursor: string | null,
    on: (event: SettledInvoice) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  /** The node's backup of its channels, encrypted by the node. Only for backends that have one. */
  backUpChannels?(signal: AbortSignal): Promise<Buffer>
  balance(): Promise<{ spendableMsat: bigint; receivableMsat: bigint }>
  /** The minimum fee that the backend publishes for an amount; 0n if there is none. */
  minimumFeeMsat(amountMsat: bigint): bigint
}
