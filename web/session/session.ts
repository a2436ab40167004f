/** The session of this browser: the bearer token, kept in local storage and shared by all tabs.
 * The user it belongs to is a query (account.ts). */
import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.session'
/** What this browser stores for everybody who uses it: choices, and what visitors bought. All else belongs to the account. */
const CHOICES = 'theme|language\\w*|player|first-.+|nameless|zap-on-nostr|nostr-hidden'
const OF_VISITORS = 'device|bookmarks|redeem|tickets|purchase\\..+|scans\\..+|saved(-visits)?'
/** What this tab keeps of unsaved forms (drafts.ts). */
export const DRAFTS = 'peal.drafts'
const STAYS = new RegExp(`^peal\\.(${CHOICES}|${OF_VISITORS})$`)

export type Session = { token: string; expiresAt: string }

type SessionState = {
  session: Session | null
  /** Storage has been read. Until then `session: null` does not mean signed out. */
  isAwake: boolean
  /** Signing out and on the way to the start page: a private page
   * that loses its session does not redirect to the log-in. */
  isLeaving: boolean
  signIn: (session: Session) => void
  signOut: () => void
}

function readSession(): Session | null {
  const stored = readStored(STORED_AS)
  if (typeof stored !== 'object' || stored === null || !('token' in stored) || !('expiresAt' in stored)) return null
  const { token, expiresAt } = stored
  if (typeof token !== 'string' || typeof expiresAt !== 'string') return null
  return Date.parse(expiresAt) > Date.now() ? { token, expiresAt } : null
}

/** Nothing that only the account could see remains in storage. What pages hold in memory, the modules forget that hold it.
 * Nothing is deleted of a visitor. */
function forgetAccount(): void {
  try {
    sessionStorage.removeItem(DRAFTS)
    if (readStored(STORED_AS) === null) return
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('peal.') && !STAYS.test(name)) localStorage.removeItem(name)
    }
  } catch {
    return
  }
}

/** Without storage the session lasts as long as the page. */
function store({ token, expiresAt }: Session): void {
  writeStored(STORED_AS, { token, expiresAt })
}

/** The stylesheet shows the matching side of the header by this attribute, even before React has loaded (boot.ts). */
function mark(session: Session | null): void {
  if (session) document.documentElement.dataset['signedIn'] = ''
  else delete document.documentElement.dataset['signedIn']
}

export const useSession = create<SessionState>()((set) => ({
  // Null at first, to match the server's HTML; `wakeSession` reads the storage after hydration.
  session: null,
  isAwake: false,
  isLeaving: false,
  signIn: (session) => {
    store(session)
    mark(session)
    set({ session, isAwake: true, isLeaving: false })
  },
  signOut: () => {
    forgetAccount()
    mark(null)
    set({ session: null })
  },
}))

/** The token for the next call. Read from storage, because another tab may have changed it. */
export function readToken(): string | null {
  return typeof localStorage === 'undefined'
    ? null
    : (readSession()?.token ?? useSession.getState().session?.token ?? null)
}

/** Restores the stored session and follows changes in other tabs. Called
 * once, after hydration. Returns a function that stops following. */
export function wakeSession(): () => void {
  const take = () => {
    const session = readSession()
    // It may have expired.
    if (session === null) forgetAccount()
    mark(session)
    const known = useSession.getState()
    if (known.isAwake && session?.token === known.session?.token) return
    // Of another session nothing must remain either.
    if (known.session !== null) useSession.setState({ session: null })
    useSession.setState({ session, isAwake: true })
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORED_AS || event.key === null) take()
  }
  take()
  addEventListener('storage', onStorage)
  // A page that the browser had put aside has missed changes.
  addEventListener('pageshow', take)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', take)
  }
}
