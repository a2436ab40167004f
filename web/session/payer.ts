/** Who pays in a dialog: the signed-in user with their balance, or a visitor. */
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useAccount } from './account.ts'
import { useSession } from './session.ts'

/** Undefined for visitors. Missing: signed in, and the account is not loaded, or cannot be. What visitors are offered would then
 * be wrong: it leaves out the balance and the name, and it would change under the finger. */
export function usePayer() {
  const isSignedIn = useSession((state) => state.session !== null)
  const { data: account, error, isPaused, refetch } = useAccount()
  return {
    account,
    isMissing: isSignedIn && account === undefined,
    whyMissing: isPaused ? t('failure.offline') : error && describeFailure(error),
    retry: () => void refetch(),
  }
}
