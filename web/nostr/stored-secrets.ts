/** The storage keys of secrets in this browser. The end of the session deletes them (session/session.ts).
 * In its own file, because every page loads it; reading them is stored-key.ts and stored-wallet.ts. */

export const KEY_STORED_AS = 'peal.nostr-key'
export const WALLET_STORED_AS = 'peal.wallet'

/** Does not load the code that reads it. */
export function hasStoredKey(): boolean {
  try {
    return localStorage.getItem(KEY_STORED_AS) !== null
  } catch {
    return false
  }
}
