/** Incoming payments of a wallet: from its notifications and by polling its list, because notifications sent while
 * nobody listens are lost. Events may be repeated; the caller recognizes them. */
import type { SettledInvoice } from '../node.ts'
import { pause } from '../node-http.ts'
import { isArrival, type Transaction, tryTransaction } from './responses.ts'
import { listTransactions } from './transactions.ts'
import type { Wallet } from './wallet.ts'

const POLL_MS = 5_000
const FAR_LOOK_MS = 600_000
/** Wallets list by creation time, so an invoice that is paid late is far back in the list. */
const BACK_SECONDS = 300
const FAR_BACK_SECONDS = 2 * 86_400
const TOLD_MAX = 50_000

/** The cursor is the settlement time of the last event, in seconds by the wallet's clock. */
export async function followWallet(
  wallet: Wallet,
  cursor: string | null,
  on: (event: SettledInvoice) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let afterSeconds = Number(cursor ?? '0')
  let farLookAt = 0
  const reported = new Set<string>()
  const heard: Transaction[] = []
  let wake = new AbortController()
  const report = async (transaction: Transaction) => {
    const { payment_hash: paymentHash, amount: receivedMsat, settled_at: settledAt } = transaction
    if (reported.has(paymentHash) || signal.aborted) return
    const settledSeconds = settledAt || Math.floor(Date.now() / 1_000)
    afterSeconds = Math.max(afterSeconds, settledSeconds)
    const event = { paymentHash, receivedMsat, settledAt: new Date(settledSeconds * 1_000) }
    await on({ ...event, cursor: String(afterSeconds) })
    // At worst, events are repeated once.
    if (reported.size >= TOLD_MAX) reported.clear()
    reported.add(paymentHash)
  }
  const stop = wallet.listen((type, result) => {
    const transaction = type === 'payment_received' ? tryTransaction(result) : null
    if (transaction === null || !isArrival(transaction)) return
    heard.push(transaction)
    wake.abort()
  })
  try {
    while (!signal.aborted) {
      const isFar = Date.now() >= farLookAt
      const fromSeconds = afterSeconds - (isFar ? FAR_BACK_SECONDS : BACK_SECONDS)
      for (const transaction of await listArrivals(wallet, fromSeconds)) await report(transaction)
      if (isFar) farLookAt = Date.now() + FAR_LOOK_MS
      const until = Date.now() + POLL_MS
      while (!signal.aborted && Date.now() < until) {
        for (let next = heard.shift(); next !== undefined; next = heard.shift()) await report(next)
        wake = new AbortController()
        await pause(until - Date.now(), AbortSignal.any([signal, wake.signal]))
      }
    }
  } finally {
    stop()
  }
}

/** Oldest first. Skips entries that cannot be parsed, so that they do not block later ones; their invoices are
 * looked up separately. */
async function listArrivals(wallet: Wallet, fromSeconds: number): Promise<Transaction[]> {
  const listed = await listTransactions(wallet, { type: 'incoming', fromSeconds, unpaid: false })
  const arrivals = listed.map(tryTransaction).filter((one) => one !== null && isArrival(one)) as Transaction[]
  return arrivals.reverse().sort((a, b) => (a.settled_at ?? 0) - (b.settled_at ?? 0))
}
