/** Pays an invoice from the listener's own wallet: the one in the browser (WebLN) or a connected one (NIP-47).
 * A wallet's response is not proof; only the invoice shows whether it was paid. Loaded on demand. */
import { parseConnectionUri, walletErrors } from '#protocols/nostr/wallet-connect.ts'
import { readStoredWallet } from '#web/nostr/stored-wallet.ts'
import { requestFromWallet } from '#web/nostr/wallet-client.ts'
import { providerOf } from './webln.ts'
import type { Refusal } from './refusal.ts'

/** A response after this time adds nothing to what the invoice says. */
const WAIT_MS = 300_000

/** `paid`: the wallet reports success. `refused`: nothing was sent. `unsure`: the payment may still be in progress. */
export type WalletOutcome = { is: 'paid' } | { is: 'refused'; refusal: Refusal } | { is: 'unsure' }

const refused = (refusal: Refusal): WalletOutcome => ({ is: 'refused', refusal })

export async function payFromBrowser(bolt11: string): Promise<WalletOutcome> {
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
    // Also when the user closed the wallet's window. If it has paid anyway, the invoice will show it.
    return refused('browser-refused')
  }
  return { is: 'paid' }
}

/** For troubleshooting: WebLN errors are visible to the page only. The invoice is not logged. */
function logFailure(step: 'enable' | 'sendPayment', error: unknown): void {
  console.warn(`WebLN ${step} failed:`, error)
}

export async function payFromConnected(bolt11: string, accountId: string): Promise<WalletOutcome> {
  const stored = readStoredWallet(accountId)
  if (stored === null) return refused('connected-absent')
  const { uri, encryption } = stored
  const said = await requestFromWallet({
    connection: parseConnectionUri(uri),
    encryption,
    method: 'pay_invoice',
    params: { invoice: bolt11 },
    waitMs: WAIT_MS,
  })
  if (said === 'unsent') return refused('connected-unreachable')
  if (said === 'silence') return { is: 'unsure' }
  if (said.error === null) return { is: 'paid' }
  return outcomeOfError(said.error.code)
}

/** Only errors that certainly mean "not paid" count as refused. */
export function outcomeOfError(code: string): WalletOutcome {
  const outcome = Object.entries(walletErrors).find(([known]) => known === code)?.[1] ?? 'unknown'
  if (outcome === 'unknown') return { is: 'unsure' }
  if (code === 'INSUFFICIENT_BALANCE') return refused('connected-too-little')
  if (code === 'QUOTA_EXCEEDED') return refused('connected-quota')
  if (code === 'RATE_LIMITED') return refused('connected-busy')
  return refused('connected-not-allowed')
}
