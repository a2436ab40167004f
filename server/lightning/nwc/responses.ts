/** The responses of a wallet over NIP-47, and what each means for money. Makes no requests; those are in adapter.ts.
 * Amounts must be whole msat; a response with any other amount is invalid. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { walletErrors, type WalletResponse } from '#protocols/nostr/wallet-connect.ts'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { FailReason, InvoiceStatus, PayOutcome } from '../node.ts'
import { hex32, NodeError, parseResponse } from '../node-http.ts'

const msat = z.int().nonnegative().transform(BigInt)
const seconds = z.int().nonnegative()

export const infoResponse = z.object({
  pubkey: z.string().nullish(),
  network: z.string().nullish(),
  methods: z.array(z.string()),
})
export const balanceResponse = z.object({ balance: msat })
export const createdResponse = z.object({ invoice: z.string() })
export const listResponse = z.object({ transactions: z.array(z.unknown()) })
/** Older wallets do not report the fee. */
export const paidResponse = z.object({ preimage: z.string(), fees_paid: msat.nullish() })

/** List entries other than Lightning payments have no hash. */
const hashed = z.object({ payment_hash: z.string().min(1) })
const transactionResponse = z.object({
  type: z.enum(['incoming', 'outgoing']),
  /** Older wallets report only the time of settlement. */
  state: z.string().nullish(),
  preimage: z.string().nullish(),
  payment_hash: hex32,
  amount: msat,
  fees_paid: msat.nullish(),
  created_at: seconds,
  expires_at: seconds.nullish(),
  settled_at: seconds.nullish(),
})
export type Transaction = z.output<typeof transactionResponse>

export const readTransaction = (result: unknown): Transaction =>
  parseResponse(transactionResponse, result, 'The record of a payment')

/** Null for entries that cannot be parsed. */
export const tryTransaction = (result: unknown): Transaction | null =>
  transactionResponse.safeParse(result).data ?? null

/** Null for entries without a hash. */
export const hashOf = (result: unknown): string | null =>
  hashed.safeParse(result).data?.payment_hash.toLowerCase() ?? null

/** The wallet's name of the network → the prefix of its invoices. */
export const networks: Record<string, InvoiceNetwork> = {
  mainnet: 'bc',
  bitcoin: 'bc',
  testnet: 'tb',
  testnet3: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  mutinynet: 'tbs',
  regtest: 'bcrt',
}

/** The methods that this server needs. */
export const NEEDED = [
  'get_info',
  'get_balance',
  'make_invoice',
  'pay_invoice',
  'lookup_invoice',
  'list_transactions',
] as const

/** Patterns in the error texts of wallets. Only for messages to users. */
const reasons: { says: RegExp; means: FailReason }[] = [
  { says: /expired/i, means: 'expired' },
  { says: /INSUFFICIENT_BALANCE|QUOTA_EXCEEDED|balance|insufficient|funds/i, means: 'insufficient-liquidity' },
  { says: /route|path|fee/i, means: 'no-route' },
  { says: /reject|refused|incorrect.payment.details/i, means: 'rejected' },
]

export type WalletDeclined = NonNullable<WalletResponse['error']>

export function failureOf(result: WalletDeclined | null): PayOutcome {
  const words = result === null ? '' : `${result.code}: ${result.message}`
  const reason = reasons.find(({ says }) => says.test(words))?.means ?? 'other'
  return { state: 'failed', reason, detail: words.slice(0, 200) || 'The wallet has stopped trying.' }
}

/** True for error codes that guarantee that the wallet has not started to pay. Any other code may arrive although it
 * pays. */
export function isDefinite({ code }: WalletDeclined): boolean {
  return Object.hasOwn(walletErrors, code) && walletErrors[code as keyof typeof walletErrors] === 'failed'
}

/** Succeeded when the preimage matches, even if the wallet also reports an error. */
export function outcomeOf(payment: Transaction, result: WalletDeclined | null = null): PayOutcome {
  const preimage = payment.preimage?.toLowerCase() ?? ''
  if (isPreimageOf(preimage, payment.payment_hash)) {
    return succeededWith(preimage, payment.fees_paid ?? null)
  }
  if (isContradiction(payment)) return { state: 'unknown', cause: 'The wallet contradicts itself' }
  if (isSettled(payment))
    return { state: 'unknown', cause: 'The wallet reports a payment as paid without its preimage' }
  if (payment.state === 'failed') return failureOf(result)
  if (payment.state === 'pending') return { state: 'in_flight' }
  return { state: 'unknown', cause: `The wallet reported ${String(payment.state).slice(0, 40)}` }
}

/** Some wallets omit the fee, in responses or in their lists. */
export function succeededWith(preimage: string, feeMsat: bigint | null): PayOutcome {
  const succeeded = { state: 'succeeded' as const, preimage }
  return feeMsat === null ? { ...succeeded, feeMsat: 0n, isFeeUnreported: true } : { ...succeeded, feeMsat }
}

function isSettled({ state, settled_at: settledAt }: Transaction): boolean {
  return state ? state === 'settled' : Boolean(settledAt)
}

/** A time of settlement on an unsettled entry, or a preimage of another hash. */
function isContradiction({ state, settled_at: settledAt, preimage, payment_hash: paymentHash }: Transaction): boolean {
  if (state && state !== 'settled' && settledAt) return true
  return Boolean(preimage) && !isPreimageOf(preimage!.toLowerCase(), paymentHash)
}

export function isArrival(transaction: Transaction): boolean {
  return transaction.type === 'incoming' && isSettled(transaction) && !isContradiction(transaction)
}

export function statusOf(invoice: Transaction, now: Date): InvoiceStatus {
  const { state, settled_at: settledAt, expires_at: expiresAt } = invoice
  if (isContradiction(invoice)) throw new NodeError('The wallet contradicts itself about an invoice')
  if (isSettled(invoice)) {
    const preimage = invoice.preimage?.toLowerCase()
    const settled = { state: 'paid' as const, receivedMsat: invoice.amount, ...(preimage ? { preimage } : {}) }
    return settledAt ? { ...settled, settledAt: new Date(settledAt * 1_000) } : settled
  }
  if (state === 'accepted') return { state }
  if (state === 'failed') return { state: 'canceled' }
  const isOver = state === 'expired' || (expiresAt ? expiresAt * 1_000 <= now.getTime() : false)
  return { state: isOver ? 'expired' : 'open' }
}

export function isPreimageOf(preimage: string, paymentHash: string): boolean {
  if (!hex32.safeParse(preimage).success) return false
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') === paymentHash
}

/** For JSON, which has only numbers. */
export function toNumber(amountMsat: bigint): number {
  if (amountMsat > BigInt(Number.MAX_SAFE_INTEGER)) throw new NodeError('The amount is too large for a wallet')
  return Number(amountMsat)
}
