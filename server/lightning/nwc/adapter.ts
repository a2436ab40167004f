/** The operator's wallet over Nostr Wallet Connect (NIP-47), as a LightningNode. It has no fee limit, cannot cancel
 * invoices, and does not report what it can receive. The meaning of its responses is in responses.ts. */
import { decodeInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { WalletConnection } from '#protocols/nostr/wallet-connect.ts'
import { NODE_KEY } from '#protocols/hex.ts'
import {
  WALLET_CAPABILITIES,
  type Capabilities,
  type CreatedInvoice,
  type InvoiceStatus,
  type LightningNode,
  type NewInvoice,
  type NodePayment,
  type Payment,
  type PayOutcome,
} from '../node.ts'
import { NodeError, parseResponse } from '../node-http.ts'
import { type AssumedFee, assumedFee, payUnlessRefused, rememberNetwork } from '../operator-node.ts'
import {
  balanceResponse,
  createdResponse,
  failureOf,
  infoResponse,
  isDefinite,
  isPreimageOf,
  NEEDED,
  networks,
  outcomeOf,
  paidResponse,
  readTransaction,
  statusOf,
  succeededWith,
  toNumber,
  type WalletDeclined,
} from './responses.ts'
import { followWallet } from './feed.ts'
import { listTransactions, lookUp, requireResult, outcomeOfFound, readNewest } from './transactions.ts'
import { connectWallet, type Wallet } from './wallet.ts'

export type NwcOptions = {
  connection: WalletConnection
  /** The assumed maximum fee of a payment. NIP-47 has no fee limit to pass to the wallet. */
  fee: AssumedFee
}

/** What every wallet supports. Many handle whole sats only. */
const CAPABILITIES: Capabilities = { ...WALLET_CAPABILITIES, fees: 'hint' }
const CALL_TIMEOUT_MS = 10_000
const RESPONSE_MARGIN_MS = 2_000
/** NIP-47 does not report inbound liquidity. If the wallet cannot receive an amount, it makes no invoice. */
const RECEIVABLE_MSAT = 2_100_000_000_000_000_000n

export function createNwcNode({ connection, fee }: NwcOptions): LightningNode {
  const wallet = connectWallet(connection)
  const assertKnowsPayments = proveOnce(wallet)
  const readInfo: LightningNode['info'] = async (signal) => {
    const info = await readWalletInfo(wallet, connection, signal)
    await assertKnowsPayments()
    return info
  }
  const readNetwork = rememberNetwork(readInfo)
  const lookup: LightningNode['lookupPayment'] = async (paymentHash) => {
    const found = await lookUp(wallet, paymentHash, 'outgoing')
    if (found !== null) return outcomeOfFound(wallet, found)
    await assertKnowsPayments()
    return { state: 'not_found' }
  }
  return {
    kind: 'nwc',
    capabilities: CAPABILITIES,
    info: readInfo,
    createInvoice: async (invoice) => createInvoice(wallet, invoice, await readNetwork()),
    lookupInvoice: (paymentHash) => lookupInvoice(wallet, paymentHash),
    cancelInvoice: async () => 'unsupported',
    pay: (payment) =>
      payUnlessRefused({ payment, readNetwork, lookup, send: (order) => send({ wallet, lookup, payment: order }) }),
    lookupPayment: lookup,
    listPayments: (since) => listPayments(wallet, since),
    subscribeInvoices: (cursor, on, signal) => followWallet(wallet, cursor, on, signal),
    async balance() {
      const { balance } = parseResponse(balanceResponse, await requireResult(wallet, 'get_balance', {}), 'The balance')
      return { spendableMsat: balance, receivableMsat: RECEIVABLE_MSAT }
    },
    minimumFeeMsat: assumedFee(fee),
  }
}

/** Some wallets search only their invoices, so their "not found" says nothing about payments. A wallet that finds
 * its own newest payment by hash is assumed to find the others. */
function proveOnce(wallet: Wallet): () => Promise<void> {
  let isProven = false
  return async () => {
    if (isProven) return
    const newest = await readNewest(wallet, 'outgoing')
    if (newest === null) return
    if ((await lookUp(wallet, newest.payment_hash, 'outgoing')) === null) {
      throw new NodeError('The wallet cannot look up a payment by its hash')
    }
    isProven = true
  }
}

async function readWalletInfo(
  wallet: Wallet,
  { walletPubkey }: WalletConnection,
  signal: AbortSignal,
): ReturnType<LightningNode['info']> {
  const said = await requireResult(wallet, 'get_info', {}, { timeoutMs: CALL_TIMEOUT_MS, signal })
  const info = parseResponse(infoResponse, said, 'The information about the wallet')
  const missing = NEEDED.filter((method) => !info.methods.includes(method))
  if (missing.length > 0) throw new NodeError(`The connection to the wallet does not allow ${missing.join(', ')}`)
  const network = networks[info.network ?? '']
  if (network === undefined) {
    throw new NodeError(`The wallet is on the unknown network ${(info.network ?? '').slice(0, 40)}`)
  }
  const pubkey = info.pubkey?.toLowerCase() ?? ''
  // A wallet without its own node is identified by its Nostr key.
  return { pubkey: NODE_KEY.test(pubkey) ? pubkey : `02${walletPubkey}`, network, synced: true }
}

/** Rounded up to whole sats, so that the payer is never asked for less than the price. The invoice is checked
 * against the request, because wallets may ignore parameters they do not know. */
async function createInvoice(wallet: Wallet, order: NewInvoice, network: string): Promise<CreatedInvoice> {
  const { description = '', descriptionHash, expirySeconds } = order
  const amountMsat = order.amountMsat === null ? null : ((order.amountMsat + 999n) / 1_000n) * 1_000n
  const params = {
    amount: toNumber(amountMsat ?? 0n),
    ...(descriptionHash === undefined ? { description } : { description_hash: descriptionHash }),
    expiry: expirySeconds,
  }
  const created = parseResponse(createdResponse, await requireResult(wallet, 'make_invoice', params), 'The invoice')
  const made = decode(created.invoice)
  if (made.network !== network) throw new NodeError('The wallet made an invoice for another network')
  if (made.amountMsat !== amountMsat) throw new NodeError('The wallet made an invoice for another amount')
  if (descriptionHash !== undefined && made.descriptionHash !== descriptionHash) {
    throw new NodeError('The wallet makes no invoices with the hash of a description')
  }
  return { bolt11: created.invoice, paymentHash: made.paymentHash, expiresAt: made.expiresAt }
}

function decode(bolt11: string) {
  try {
    return decodeInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvalidInvoice) throw new NodeError('The wallet made an invoice that cannot be read')
    throw error
  }
}

async function lookupInvoice(wallet: Wallet, paymentHash: string): Promise<InvoiceStatus> {
  const found = await lookUp(wallet, paymentHash, 'incoming')
  return found === null ? { state: 'not_found' } : statusOf(found, new Date())
}

type Sending = { wallet: Wallet; lookup: LightningNode['lookupPayment']; payment: Payment }

/** Sends once, and never when the wallet already knows the hash: most wallets do not prevent a second payment of the
 * same hash. */
async function send({ wallet, lookup, payment }: Sending): Promise<PayOutcome> {
  const { bolt11, amountMsat, paymentHash, timeoutSeconds, signal } = payment
  const before = await lookup(paymentHash)
  if (before.state !== 'not_found') return before
  signal.throwIfAborted()
  const invoice = decodeInvoice(bolt11)
  const isOwnAmount = invoice.amountMsat === null && amountMsat !== undefined
  const params = { invoice: bolt11, ...(isOwnAmount ? { amount: toNumber(amountMsat) } : {}) }
  // Whole seconds, rounded up: a wallet on a busy machine has at least the whole timeout.
  const endsAtSeconds = Math.ceil(Date.now() / 1_000) + Math.max(1, timeoutSeconds)
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000 + RESPONSE_MARGIN_MS)
  let said: WalletDeclined | null = null
  let proof: { preimage: string; feeMsat: bigint | null } | null = null
  try {
    const response = await wallet.request('pay_invoice', params, {
      timeoutMs: timeoutSeconds * 1_000 + 2 * RESPONSE_MARGIN_MS,
      signal: AbortSignal.any([signal, timeout]),
      expiresAtSeconds: Math.min(endsAtSeconds, Math.floor(invoice.expiresAt.getTime() / 1_000)),
    })
    said = response.error
    proof = proofOf(response.result, paymentHash)
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error
  }
  if (proof !== null && proof.feeMsat !== null) return succeededWith(proof.preimage, proof.feeMsat)
  return outcomeOfRefused({ wallet, lookup, payment }, said, proof?.preimage ?? null)
}

function proofOf(result: unknown, paymentHash: string): { preimage: string; feeMsat: bigint | null } | null {
  const paid = paidResponse.safeParse(result).data
  const preimage = paid?.preimage.toLowerCase() ?? ''
  return isPreimageOf(preimage, paymentHash) ? { preimage, feeMsat: paid?.fees_paid ?? null } : null
}

/** The wallet's records take precedence over its response: if two relays deliver one request, the second delivery
 * may be refused while the first is being paid. No response, and most errors, are not failures. */
async function outcomeOfRefused(
  { wallet, lookup, payment }: Sending,
  said: WalletDeclined | null,
  preimage: string | null,
): Promise<PayOutcome> {
  const found = await lookUp(wallet, payment.paymentHash, 'outgoing')
  if (found !== null) return outcomeOfFound(wallet, found, said)
  // The payment is proven, but its fee is not reported.
  if (preimage !== null) return succeededWith(preimage, null)
  if (said === null || !isDefinite(said)) return { state: 'unknown', cause: said?.code.slice(0, 40) ?? 'No answer' }
  const again = await lookup(payment.paymentHash)
  return again.state === 'not_found' ? failureOf(said) : again
}

/** One payment per hash: of several attempts, the one that was paid or still may be. */
async function listPayments(wallet: Wallet, since: Date): Promise<NodePayment[]> {
  const fromSeconds = Math.floor(since.getTime() / 1_000)
  const listed = await listTransactions(wallet, { type: 'outgoing', fromSeconds, unpaid: true })
  const payments = new Map<string, NodePayment>()
  for (const transaction of listed.map(readTransaction)) {
    const { payment_hash: paymentHash, amount: amountMsat } = transaction
    const outcome = outcomeOf(transaction)
    const known = payments.get(paymentHash)?.outcome.state ?? 'failed'
    if (known === 'failed' || outcome.state === 'succeeded')
      payments.set(paymentHash, { paymentHash, amountMsat, outcome })
  }
  return [...payments.values()]
}
