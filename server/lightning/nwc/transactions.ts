/** Reads a wallet's records (NIP-47): one payment by its hash, or lists in pages. Moves no money. */
import type { WalletMethod, WalletParams } from '#protocols/nostr/wallet-methods.ts'
import { NodeError, parseResponse } from '../node-http.ts'
import type { PayOutcome } from '../node.ts'
import { hashOf, listResponse, outcomeOf, readTransaction, type Transaction, type WalletDeclined } from './responses.ts'
import type { RequestLimits, Wallet } from './wallet.ts'

type Direction = Transaction['type']

const CALL_TIMEOUT_MS = 10_000
/** A wallet responds in a single event, and relays reject large ones. */
const PAGE = 20
const MAX_PAGES = 5_000
const STALE_MAX = 3
const NEAR_SECONDS = 3_600

/** Returns the result. Throws NodeError for an error of the wallet. */
export async function requireResult<Method extends WalletMethod>(
  wallet: Wallet,
  method: Method,
  params: WalletParams[Method],
  limits: RequestLimits = { timeoutMs: CALL_TIMEOUT_MS },
): Promise<unknown> {
  const { error, result } = await wallet.request(method, params, limits)
  if (error === null) return result
  throw new NodeError(`${method}: the wallet responded with ${error.code.slice(0, 40)}: ${error.message.slice(0, 200)}`)
}

/** Null when the wallet has no payment with this hash in this direction. */
export async function lookUp(wallet: Wallet, paymentHash: string, type: Direction): Promise<Transaction | null> {
  const params = { payment_hash: paymentHash }
  const { error, result } = await wallet.request('lookup_invoice', params, { timeoutMs: CALL_TIMEOUT_MS })
  if (error?.code === 'NOT_FOUND') return null
  if (error !== null) throw new NodeError(`lookup_invoice: the wallet responded with ${error.code.slice(0, 40)}`)
  const found = readTransaction(result)
  if (found.payment_hash !== paymentHash) throw new NodeError('The wallet returned another payment')
  return found.type === type ? found : null
}

/** The entries as the wallet returns them, newest first, without those that have no hash. */
export async function listTransactions(
  wallet: Wallet,
  order: { type: Direction; fromSeconds: number; untilSeconds?: number; unpaid: boolean },
): Promise<unknown[]> {
  const { type, fromSeconds, untilSeconds, unpaid } = order
  const bounds = { from: Math.max(0, fromSeconds), ...(untilSeconds === undefined ? {} : { until: untilSeconds }) }
  const listed = new Map<string, unknown>()
  let count = 0
  let stale = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const transactions = await readPage(wallet, { type, ...bounds, unpaid, limit: PAGE, offset: count })
    // Some wallets return fewer entries than requested, so only an empty page is the end.
    if (transactions.length === 0) return [...listed.values()].filter((one) => hashOf(one) !== null)
    const before = listed.size
    // New entries shift the others, so one may appear on two pages. If that continues, the wallet does not support
    // paging.
    for (const one of transactions) listed.set(JSON.stringify(one), one)
    stale = listed.size === before ? stale + 1 : 0
    if (stale > STALE_MAX) throw new NodeError('The wallet repeats its list')
    count += transactions.length
  }
  throw new NodeError('The wallet has too many payments to list')
}

/** The outcome of a payment. Failed only when no other entry of its hash is paid or may still be: a wallet that
 * receives one request from two relays may record it twice. */
export async function outcomeOfFound(
  wallet: Wallet,
  found: Transaction,
  declined: WalletDeclined | null = null,
): Promise<PayOutcome> {
  const outcome = outcomeOf(found, declined)
  if (outcome.state !== 'failed') return outcome
  const { payment_hash: paymentHash, created_at: madeAt } = found
  const near = { fromSeconds: madeAt - NEAR_SECONDS, untilSeconds: madeAt + NEAR_SECONDS }
  const listed = await listTransactions(wallet, { type: 'outgoing', ...near, unpaid: true })
  const same = listed.filter((one) => hashOf(one) === paymentHash).map(readTransaction)
  return same.map((one) => outcomeOf(one)).find(({ state }) => state !== 'failed') ?? outcome
}

export async function readNewest(wallet: Wallet, type: Direction): Promise<Transaction | null> {
  const newest = (await readPage(wallet, { type, unpaid: true, limit: 1 })).find((one) => hashOf(one) !== null)
  return newest === undefined ? null : readTransaction(newest)
}

async function readPage(wallet: Wallet, params: WalletParams['list_transactions']): Promise<unknown[]> {
  return parseResponse(listResponse, await requireResult(wallet, 'list_transactions', params), 'The list').transactions
}
