/** Paying an invoice from a wallet of the listener's own: the one in the browser (WebLN), or a connected one (NIP-47).
 * What they say is their word alone; that it was paid is told by the invoice. Fetched when it is first needed. */
import { parseConnectionUri, walletErrors } from '#protocols/nostr/wallet-connect.ts'
import { readKeptWallet } from '../nostr/kept-wallet.ts'
import { askWallet } from '../nostr/wallet-client.ts'
import { providerOf } from './page-wallet.ts'
import type { Refusal } from './refusal.ts'

/** A reply that comes after this says nothing that the invoice has not told. */
const WAIT_MS = 300_000

/** `paid`: the wallet says so. `refused`: nothing has left it. `unsure`: it may yet be paying. */
export type WalletWord = { is: 'paid' } | { is: 'refused'; refusal: Refusal } | { is: 'unsure' }

const refused = (refusal: Refusal): WalletWord => ({ is: 'refused', refusal })

export async function payFromBrowser(bolt11: string): Promise<WalletWord> {
  const provider = providerOf()
  if (provider === null) return refused('browser-absent')
  try {
    await provider.enable()
  } catch (error) {
    logFailure('enable', error)
    return refused('browser-refused')
  }
  try {
    await provider.sendPayment(bolt11)
  } catch (error) {
    logFailure('sendPayment', error)
    // Also what a closed window comes to. That it has paid nevertheless would be told by the invoice.
    return refused('browser-refused')
  }
  return { is: 'paid' }
}

/** For whoever looks for the reason: extensions say it to pages alone. The invoice is not logged. */
function logFailure(step: 'enable' | 'sendPayment', error: unknown): void {
  console.warn(`WebLN ${step} failed:`, error)
}

export async function payFromConnected(bolt11: string, accountId: string): Promise<WalletWord> {
  const kept = readKeptWallet(accountId)
  if (kept === null) return refused('connected-absent')
  const { uri, encryption } = kept
  const said = await askWallet({
    connection: parseConnectionUri(uri),
    encryption,
    method: 'pay_invoice',
    params: { invoice: bolt11 },
    waitMs: WAIT_MS,
  })
  if (said === 'unsent') return refused('connected-unreachable')
  if (said === 'silence') return { is: 'unsure' }
  if (said.error === null) return { is: 'paid' }
  return wordOfError(said.error.code)
}

/** Only what is certain counts as refused. */
export function wordOfError(code: string): WalletWord {
  const outcome = Object.entries(walletErrors).find(([known]) => known === code)?.[1] ?? 'unknown'
  if (outcome === 'unknown') return { is: 'unsure' }
  if (code === 'INSUFFICIENT_BALANCE') return refused('connected-too-little')
  if (code === 'QUOTA_EXCEEDED') return refused('connected-quota')
  if (code === 'RATE_LIMITED') return refused('connected-busy')
  return refused('connected-not-allowed')
}
