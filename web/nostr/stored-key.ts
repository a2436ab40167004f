/** The nostr key this browser signs in with. A key from a recovery phrase is
 * stored here with its secret, in local storage: it is never sent, but anyone with
 * access to this browser profile can take it. The phrase itself is not stored. */
import { HEX_32 } from '#protocols/hex.ts'
import { KEY_STORED_AS } from './stored-secrets.ts'

/** `extension`: the extension holds the secret, and only the public key is stored here. */
export type StoredKey = { kind: 'extension'; pubkey: string } | { kind: 'phrase'; pubkey: string; secretHex: string }

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** False when storage is disabled or full; then the key lasts as long as the page. */
export function storeKey(key: StoredKey, store: Store = localStorage): boolean {
  const { kind, pubkey } = key
  try {
    const secret = kind === 'phrase' ? { secretHex: key.secretHex } : {}
    store.setItem(KEY_STORED_AS, JSON.stringify({ kind, pubkey, ...secret }))
    return true
  } catch {
    return false
  }
}

export function readStoredKey(store: Store = localStorage): StoredKey | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY_STORED_AS) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { kind, pubkey, secretHex } = stored as Record<string, unknown>
    if (!isHex(pubkey)) return null
    if (kind === 'extension') return { kind, pubkey }
    return kind === 'phrase' && isHex(secretHex) ? { kind, pubkey, secretHex } : null
  } catch {
    return null
  }
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && HEX_32.test(value)
}
