/** The storage keys of secrets in this browser, and deleting them all at sign-out.
 * In its own file, because every page loads it; reading them is stored-key.ts and stored-wallet.ts. */

export const KEY_STORED_AS = 'peal.nostr-key'
export const WALLET_STORED_AS = 'peal.wallet'

/** Does not load the code that reads it. */
export function hasStoredKey(store: Pick<Storage, 'getItem'> = localStorage): boolean {
  try {
    return store.getItem(KEY_STORED_AS) !== null
  } catch {
    return false
  }
}

/** Afterwards a key can be restored only from its phrase, and a wallet only from its URI. */
export function deleteStoredSecrets(store: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    for (const name of [KEY_STORED_AS, WALLET_STORED_AS]) store.removeItem(name)
  } catch {
    return
  }
}
