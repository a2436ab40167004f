/** Drops what is private when its owner signs out. Loaded once the page has come to rest. */
import { readMark } from './kept.ts'
import { useSession } from '../session/session.ts'

/** Called once. What was saved for one person's eyes leaves with them, also when they signed out in another tab. */
export function keepPrivacy(): void {
  const check = ({ isAwake, session }: ReturnType<typeof useSession.getState>) => {
    if (!isAwake || session !== null || readMark() !== 'private') return
    void import('./saving.ts').then(({ removePrivate }) => removePrivate())
  }
  check(useSession.getState())
  useSession.subscribe(check)
}
