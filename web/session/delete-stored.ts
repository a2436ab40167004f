/** Deletes what this browser stores of an account. Each module clears what it has in memory. */

/** For everybody who uses this browser: choices, and what visitors bought. All else belongs to the account. The session itself
 * is deleted in session.ts: by now there may be another one. */
const CHOICES = 'theme|language\\w*|player|first-.+|nameless|zap-on-nostr|nostr-hidden'
const OF_VISITORS = 'device|bookmarks|redeem|tickets|purchase\\..+|scans\\..+|saved(-visits)?'
const STAYS = new RegExp(`^peal\\.(session|${CHOICES}|${OF_VISITORS})$`)

/** `isLeaving`: the user signs out in this tab; otherwise what is typed in it waits for the same user (drafts.ts). */
export function deleteStoredAccount(isLeaving: boolean): void {
  try {
    if (isLeaving) for (const name of ['peal.drafts', 'peal.deposit']) sessionStorage.removeItem(name)
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('peal.') && !STAYS.test(name)) localStorage.removeItem(name)
    }
    if (isLeaving) indexedDB.deleteDatabase('peal.covers')
  } catch {
    return
  }
}
