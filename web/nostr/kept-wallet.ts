/** The wallet of one's own that somebody has connected (NIP-47), kept in this browser alone: with its address, which holds the
 * secret that may spend. It is never sent to us, but whoever can use this browser profile can take it.
 * Speaking with it is wallet-client.ts. */
import { WALLET_STORED_AS } from './stored-secrets.ts'

export type KeptWallet = {
  /** Whose it is here: nobody else who signs in is offered it. */
  accountId: string
  uri: string
  encryption: 'nip44_v2' | 'nip04'
  /** What it calls itself. */
  name: string | null
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** False when storage is switched off or full. */
export function keepWallet(wallet: KeptWallet, store: Store = localStorage): boolean {
  const { accountId, uri, encryption, name } = wallet
  try {
    store.setItem(WALLET_STORED_AS, JSON.stringify({ accountId, uri, encryption, name }))
    return true
  } catch {
    return false
  }
}

export function readKeptWallet(accountId: string, store: Store = localStorage): KeptWallet | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(WALLET_STORED_AS) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { accountId: ownerId, uri, encryption, name } = stored as Record<string, unknown>
    if (ownerId !== accountId || typeof uri !== 'string') return null
    if (encryption !== 'nip44_v2' && encryption !== 'nip04') return null
    return { accountId, uri, encryption, name: typeof name === 'string' ? name : null }
  } catch {
    return null
  }
}

/** Signing out forgets it too: stored-secrets.ts. */
export function forgetWallet(store: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    store.removeItem(WALLET_STORED_AS)
  } catch {
    return
  }
}
