/** The session of this browser: the bearer token, kept in local storage and shared by all tabs.
 * The user it belongs to is a query (account.ts). */
import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.session'
/** What this tab keeps of unsaved forms (drafts.ts), deleted when the user logs out. */
export const DRAFTS = 'peal.drafts'
/** Copies of tickets for opening them offline; deleted when the user logs out. */
export const TICKET_COPIES = 'peal.tickets.copies'

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

/** Without storage the session lasts as long as the page. */
function store(session: Session | null): void {
  writeStored(STORED_AS, session && { token: session.token, expiresAt: session.expiresAt })
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
    store(null)
    writeStored(TICKET_COPIES, null)
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
    mark(session)
    const known = useSession.getState()
    if (!known.isAwake || session?.token !== known.session?.token) useSession.setState({ session, isAwake: true })
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORED_AS || event.key === null) take()
  }
  take()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
