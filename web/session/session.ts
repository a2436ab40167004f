/** The session of this browser: the bearer token, kept in local storage and shared by all tabs.
 * The user it belongs to is a query (account.ts). */
import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.session'
/** Of a session that began before the user was stored with it, there is none. */
export type Session = { token: string; expiresAt: string; userId?: string | undefined }
/** The user, or what identifies a session without one; undefined for visitors. */
export const userOf = (session: Session | null) => session?.userId ?? session?.token.slice(-8)

type NewSession = Session & { user?: { id: string } }

type SessionState = {
  session: Session | null
  /** Storage has been read. Until then `session: null` does not mean signed out. */
  isAwake: boolean
  /** Signing out in this tab, and on the way to the start page: a private page that loses its session does not redirect to the
   * log-in, and nothing typed remains. */
  isLeaving: boolean
  signIn: (session: NewSession) => void
  /** Not `isLeaving`: the server has ended the session. */
  signOut: (isLeaving?: boolean) => void
}

function readSession(): Session | null {
  const { token, expiresAt, userId } = (readStored(STORED_AS) ?? {}) as Partial<Session>
  if (typeof token !== 'string' || typeof expiresAt !== 'string') return null
  return Date.parse(expiresAt) > Date.now() ? { token, expiresAt, userId } : null
}

/** Loaded while somebody is signed in, so that it is there when the session ends. */
const loadForgetting = () => import('./delete-stored.ts')

function endStored(isLeaving = false): void {
  writeStored(STORED_AS, null)
  void loadForgetting().then(({ deleteStoredAccount }) => deleteStoredAccount(isLeaving))
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
  signIn: ({ token, expiresAt, user, userId = user?.id }) => {
    const session = { token, expiresAt, userId }
    // Without storage the session lasts as long as the page.
    writeStored(STORED_AS, session)
    mark(session)
    void loadForgetting()
    set({ session, isAwake: true, isLeaving: false })
  },
  signOut: (isLeaving = true) => {
    endStored(isLeaving)
    mark(null)
    set({ session: null, isLeaving })
  },
}))

/** The token for the next call. Read from storage, because another tab may have changed it. */
export function readToken(): string | null {
  return typeof localStorage === 'undefined'
    ? null
    : (readSession()?.token ?? useSession.getState().session?.token ?? null)
}

/** Calls `work` when a session has ended, in any tab. Returns a function that stops following. */
export const onSessionEnd = (work: () => void) =>
  useSession.subscribe((now, before) => void (before.session && !now.session && work()))

/** Restores the stored session and follows changes in other tabs. Called
 * once, after hydration. Returns a function that stops following. */
export function wakeSession(): () => void {
  const take = () => {
    const session = readSession()
    const known = useSession.getState()
    if (session) void loadForgetting()
    // It has expired, or has ended in another tab.
    else if (known.session ?? readStored(STORED_AS)) endStored()
    mark(session)
    if (known.isAwake && session?.token === known.session?.token) return
    // Of another session nothing must remain either.
    useSession.setState({ session: null })
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
