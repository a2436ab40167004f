/** A wallet that responds over NIP-47, on the wallet of a test. Only the methods that the adapter calls, and only their
 * usual responses; unusual ones are in the adapter's test. */
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { WalletRequest } from '#protocols/nostr/wallet-connect.ts'
import { WALLET_METHODS, type WalletTransaction } from '#protocols/nostr/wallet-methods.ts'
import type { NodePayment } from '#server/lightning/node.ts'
import { createWallet, type Wallet } from './wallet.ts'
import type { Reply } from './relay-wallet.ts'

const FEE_MSAT = 3_000n
/** It has no fee limit. */
const ANY_FEE_MSAT = 10n ** 12n

type Made = Map<string, string>
export type WalletDouble = {
  wallet: Wallet
  feeMsat: bigint
  answer: (request: Pick<WalletRequest, 'method' | 'params'>) => Promise<Reply>
  /** Reports incoming payments. */
  follow(on: (transaction: WalletTransaction) => void, signal: AbortSignal): Promise<void>
}

export function createWalletDouble(): WalletDouble {
  const wallet = createWallet(FEE_MSAT)
  const made: Made = new Map()
  return {
    wallet,
    feeMsat: FEE_MSAT,
    answer: ({ method, params }) => answer(wallet, made, method, params),
    follow: (on, signal) =>
      wallet.node.subscribeInvoices(
        null,
        async ({ paymentHash }) => on((await incomingOf(wallet, made, paymentHash))!),
        signal,
      ),
  }
}

async function answer(wallet: Wallet, made: Made, method: string, params: Record<string, unknown>): Promise<Reply> {
  const { node } = wallet
  if (method === 'get_info') {
    const { pubkey } = await node.info(AbortSignal.timeout(1_000))
    return { result: { alias: 'double', pubkey, network: 'regtest', methods: WALLET_METHODS } }
  }
  if (method === 'get_balance') return { result: { balance: Number((await node.balance()).spendableMsat) } }
  if (method === 'make_invoice') return makeInvoice(wallet, made, params)
  if (method === 'pay_invoice') return payInvoice(wallet, params)
  if (method === 'list_transactions') return { result: { transactions: await list(wallet, made, params) } }
  const paymentHash = params['payment_hash'] as string
  const payment = (await node.listPayments(new Date(0))).find((one) => one.paymentHash === paymentHash)
  const found = payment ? outgoingOf(wallet, payment) : await incomingOf(wallet, made, paymentHash)
  return found === null ? { error: { code: 'NOT_FOUND', message: 'No such payment' } } : { result: found }
}

async function makeInvoice(wallet: Wallet, made: Made, params: Record<string, unknown>): Promise<Reply> {
  const { amount, description, description_hash: descriptionHash, expiry } = params
  const { bolt11, paymentHash } = await wallet.node.createInvoice({
    amountMsat: amount === 0 ? null : BigInt(amount as number),
    ...(descriptionHash === undefined
      ? { description: description as string }
      : { descriptionHash: descriptionHash as string }),
    expirySeconds: expiry as number,
    externalId: '',
  })
  made.set(paymentHash, bolt11)
  return { result: (await incomingOf(wallet, made, paymentHash))! }
}

async function payInvoice(wallet: Wallet, { invoice, amount }: Record<string, unknown>): Promise<Reply> {
  const amountMsat = amount === undefined ? undefined : BigInt(amount as number)
  const outcome = await wallet.pay(invoice as string, amountMsat, ANY_FEE_MSAT)
  if (outcome.state === 'succeeded') {
    return { result: { preimage: outcome.preimage, fees_paid: Number(outcome.feeMsat) } }
  }
  const message = outcome.state === 'failed' && outcome.reason === 'rejected' ? 'rejected by recipient' : 'no route'
  return { error: { code: 'PAYMENT_FAILED', message } }
}

async function incomingOf({ node }: Wallet, made: Made, paymentHash: string): Promise<WalletTransaction | null> {
  const invoice = made.get(paymentHash)
  if (invoice === undefined) return null
  const status = await node.lookupInvoice(paymentHash)
  const decoded = decodeInvoice(invoice)
  const isPaid = status.state === 'paid'
  return {
    type: 'incoming',
    state: isPaid ? 'settled' : status.state === 'expired' ? 'expired' : 'pending',
    invoice,
    payment_hash: paymentHash,
    amount: Number(status.receivedMsat ?? decoded.amountMsat ?? 0n),
    fees_paid: 0,
    created_at: seconds(decoded.createdAt.getTime()),
    expires_at: seconds(decoded.expiresAt.getTime()),
    ...(isPaid ? { preimage: status.preimage!, settled_at: seconds(status.settledAt!.getTime()) } : {}),
  }
}

function outgoingOf(wallet: Wallet, { paymentHash, amountMsat, outcome }: NodePayment): WalletTransaction {
  const madeAt = seconds(wallet.madeAt(paymentHash))
  const { state } = outcome
  return {
    type: 'outgoing',
    state: state === 'succeeded' ? 'settled' : state === 'failed' ? 'failed' : 'pending',
    invoice: wallet.bolt11Of(paymentHash),
    payment_hash: paymentHash,
    amount: Number(amountMsat),
    fees_paid: outcome.state === 'succeeded' ? Number(outcome.feeMsat) : 0,
    created_at: madeAt,
    ...(outcome.state === 'succeeded' ? { preimage: outcome.preimage, settled_at: madeAt } : {}),
  }
}

/** Newest first. */
async function list(wallet: Wallet, made: Made, params: Record<string, unknown>): Promise<WalletTransaction[]> {
  const { type, from = 0, offset = 0, limit = 10 } = params as { type: string } & Record<string, number>
  const all =
    type === 'outgoing'
      ? (await wallet.node.listPayments(new Date(0))).map((payment) => outgoingOf(wallet, payment))
      : await Promise.all([...made.keys()].map((paymentHash) => incomingOf(wallet, made, paymentHash)))
  const wanted = all.filter((one) => one !== null && (one.type === 'outgoing' || one.state === 'settled'))
  return (wanted as WalletTransaction[])
    .filter((one) => one.created_at >= from)
    .reverse()
    .slice(offset, offset + limit)
}

const seconds = (timeMs: number) => Math.floor(timeMs / 1_000)
