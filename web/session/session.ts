/** Who is signed in in this browser: the bearer token, kept in local storage and shared by all tabs.
 * The person behind it is a query (account.ts). */
import { create } from 'zustand'

const STORED_AS = 'peal.session'

export type Session = { token: string; expiresAt: string }

type SessionState = {
  session: Session | null
  /** The storage has been read: only now does `session: null` mean that nobody is signed in. */
  isAwake: boolean
  /** On the way to the start page for good: a private page that loses its session meanwhile leads nowhere else. */
  isLeaving: boolean
  signIn: (session: Session) => void
  signOut: () => void
}

function readStored(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('token' in stored) || !('expiresAt' in stored)) return null
    const { token, expiresAt } = stored
    if (typeof token !== 'string' || typeof expiresAt !== 'string') return null
    return Date.parse(expiresAt) > Date.now() ? { token, expiresAt } : null
  } catch {
    return null
  }
}

/** Storage may be switched off; then the session lasts as long as the page. */
function store(session: Session | null): void {
  try {
    if (session) localStorage.setItem(STORED_AS, JSON.stringify({ token: session.token, expiresAt: session.expiresAt }))
    else localStorage.removeItem(STORED_AS)
  } catch {
    return
  }
}

/** The stylesheet shows the right side of the header by this mark, also before React is there (boot.ts). */
function mark(session: Session | null): void {
  if (session) document.documentElement.dataset['signedIn'] = ''
  else delete document.documentElement.dataset['signedIn']
}

export const useSession = create<SessionState>()((set) => ({
  // Null at first, as on the server, whose page this must match; `wakeSession` reads the storage after hydration.
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
    mark(null)
    set({ session: null })
  },
}))

/** The token for the next call. Read from storage, since another tab may have changed it. */
export function readToken(): string | null {
  return typeof localStorage === 'undefined'
    ? null
    : (readStored()?.token ?? useSession.getState().session?.token ?? null)
}

/** Takes up the stored session and follows other tabs. Called once, after hydration; returns its undoing. */
export function wakeSession(): () => void {
  const take = () => {
    const session = readStored()
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
