/** The names under which secrets are kept in this browser, and forgetting all of them when somebody signs out.
 * Alone, for every page has it; reading them is kept-key.ts and kept-wallet.ts. */

export const KEY_STORED_AS = 'peal.nostr-key'
export const WALLET_STORED_AS = 'peal.wallet'

/** Without what reading it takes. */
export function hasStoredKey(store: Pick<Storage, 'getItem'> = localStorage): boolean {
  try {
    return store.getItem(KEY_STORED_AS) !== null
  } catch {
    return false
  }
}

/** A key from a phrase comes back only with the phrase, a wallet only with its connection. */
export function forgetSecrets(store: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    for (const name of [KEY_STORED_AS, WALLET_STORED_AS]) store.removeItem(name)
  } catch {
    return
  }
}
