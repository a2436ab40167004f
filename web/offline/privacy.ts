/** Removes private items at sign-out. */
import { readMark } from './saved-data.ts'
import { useSession } from '#web/session/session.ts'

/** Called once. Private items are removed at sign-out, including a sign-out in another tab. */
export function watchPrivacy(): void {
  const check = ({ isAwake, session }: ReturnType<typeof useSession.getState>) => {
    if (!isAwake || session !== null || readMark() !== 'private') return
    void import('./saving.ts').then(({ removePrivate }) => removePrivate())
  }
  check(useSession.getState())
  useSession.subscribe(check)
}
