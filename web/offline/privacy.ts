/** Removes what this device has cached of an account when its session ends. */
import { readStored, writeStored } from '#web/data/stored.ts'
import { useSession } from '#web/session/session.ts'

/** Stored with the session, so that the next page removes what this one no longer could. */
const MARK = 'peal.saved-visits'

/** Called once. Private items, and the pages and pictures that were seen, are removed when the session ends, including in another
 * tab. */
export function watchPrivacy(): void {
  const check = ({ isAwake, session }: ReturnType<typeof useSession.getState>) => {
    if (!isAwake) return
    if (session !== null) return writeStored(MARK, 1)
    if (readStored(MARK) === null) return
    void import('./saving.ts').then(async ({ removePrivate }) => (await removePrivate()) && writeStored(MARK, null))
  }
  check(useSession.getState())
  useSession.subscribe(check)
}
