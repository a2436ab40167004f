/** Unsaved changes of forms and editors, kept with this tab until they are saved or the user signs out in it, so that navigating
 * away and reloading lose nothing. When the session ends in another way, they wait for the same user. Closing the tab asks
 * first. Saved values are on the server. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession, userOf, type Session } from './session.ts'

const DRAFTS = 'peal.drafts'

/** Drafts by their user and the name of their form and content: '<user> lyrics of <id>'. */
type Drafts = ReadonlyMap<string, unknown>

const useDrafts = create<{ drafts: Drafts }>(() => ({ drafts: new Map(readStored()) }))

const preventClosing = (event: BeforeUnloadEvent) => event.preventDefault()

/** Drafts that wait for their user do not prevent closing the tab: they are stored. */
function follow(): void {
  if (useDrafts.getState().drafts.size > 0 && useSession.getState().session)
    addEventListener('beforeunload', preventClosing)
  else removeEventListener('beforeunload', preventClosing)
}

const ownerOf = (session: Session | null) => `${userOf(session)} `

// Comments are rendered on the server too.
if (typeof document !== 'undefined') {
  useDrafts.subscribe(({ drafts }) => {
    follow()
    store(drafts)
  })
  useSession.subscribe(takeSession)
  takeSession(useSession.getState())
}

/** Deletes the drafts of other users. */
function takeSession({ session, isAwake, isLeaving }: ReturnType<typeof useSession.getState>): void {
  if (isAwake && (session !== null || isLeaving)) retain((key) => session !== null && key.startsWith(ownerOf(session)))
  follow()
}

function readStored(): [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '[]')
    return Array.isArray(stored) ? (stored as [string, unknown][]) : []
  } catch {
    return []
  }
}

/** Without storage, they last as long as the page. */
function store(drafts: Drafts): void {
  try {
    sessionStorage.setItem(DRAFTS, JSON.stringify([...drafts]))
  } catch {
    return
  }
}

function saveDraft(key: string, draft: unknown): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(key, draft) }))
}

function retain(isKept: (key: string) => boolean): void {
  const { drafts } = useDrafts.getState()
  const kept = new Map([...drafts].filter(([key]) => isKept(key)))
  if (kept.size < drafts.size) useDrafts.setState({ drafts: kept })
}

const deleteDraft = (key: string) => retain((other) => other !== key)

export type Draft<Value> = {
  /** The draft if there is one, otherwise the saved value. */
  value: Value
  isChanged: boolean
  change: (value: Value) => void
  /** Discards the draft. */
  reset: () => void
}

/** `name` identifies form and content; `saved` is the server's value. */
export function useDraft<Value>(name: string, saved: Value): Draft<Value> {
  const key = useSession(({ session }) => ownerOf(session)) + name
  const stored = useDrafts(({ drafts }) => drafts.get(key)) as Value | undefined
  const isSame = stored !== undefined && JSON.stringify(stored) === JSON.stringify(saved)
  useEffect(() => {
    if (isSame) deleteDraft(key)
  }, [isSame, key])
  return {
    value: stored ?? saved,
    isChanged: stored !== undefined && !isSame,
    change: (value) => saveDraft(key, value),
    reset: () => deleteDraft(key),
  }
}

/** The names of all drafts, also while they wait for a log-in of their user. */
export function useDraftNames(): string[] {
  const owner = useSession(({ session }) => ownerOf(session))
  return [...useDrafts(({ drafts }) => drafts).keys()].map((key) => key.slice(owner.length))
}
