/** The user's connected wallet (NIP-47), stored in this browser only, with its URI,
 * which contains the secret that can spend. It is never sent to our server, but anyone
 * with access to this browser profile can take it. The protocol is wallet-client.ts. */
import { WALLET_STORED_AS } from './stored-secrets.ts'

export type StoredWallet = {
  /** The account it belongs to; other users who sign in here are not offered it. */
  accountId: string
  uri: string
  encryption: 'nip44_v2' | 'nip04'
  /** The name the wallet reports. */
  name: string | null
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** False when storage is disabled or full. */
export function storeWallet(wallet: StoredWallet, store: Store = localStorage): boolean {
  const { accountId, uri, encryption, name } = wallet
  try {
    store.setItem(WALLET_STORED_AS, JSON.stringify({ accountId, uri, encryption, name }))
    return true
  } catch {
    return false
  }
}

export function readStoredWallet(accountId: string, store: Store = localStorage): StoredWallet | null {
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

/** Signing out removes it too: stored-secrets.ts. */
export function deleteStoredWallet(store: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    store.removeItem(WALLET_STORED_AS)
  } catch {
    return
  }
}
