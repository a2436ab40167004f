/** Unsaved changes of forms and editors, kept with this tab until they are saved or the session ends, so that navigating away
 * and reloading lose nothing. Closing the tab asks first. Saved values are on the server. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { readToken, useSession } from './session.ts'

const DRAFTS = 'peal.drafts'

/** Drafts by the name of their form and content: 'lyrics of <id>'. */
type Drafts = ReadonlyMap<string, unknown>

const useDrafts = create<{ drafts: Drafts }>(() => ({ drafts: new Map(readStored()) }))

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function follow({ drafts }: { drafts: Drafts }): void {
  if (drafts.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

// Comments are rendered on the server too.
if (typeof document !== 'undefined') {
  follow(useDrafts.getState())
  useDrafts.subscribe((state) => {
    follow(state)
    store(state.drafts)
  })
  useSession.subscribe(({ session, isAwake }) => {
    if (isAwake && session === null) useDrafts.setState({ drafts: new Map() })
  })
}

/** Of this session only: another user may have logged in since this tab stored them. */
function ownerOf(): string | undefined {
  return readToken()?.slice(-8)
}

function readStored(): [string, unknown][] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '{}') as {
      owner?: string
      drafts?: [string, unknown][]
    }
    return (stored.owner === ownerOf() && stored.drafts) || []
  } catch {
    return []
  }
}

/** Files last as long as the page; without storage, texts do too. */
function store(drafts: Drafts): void {
  try {
    const kept = [...drafts].filter(([, draft]) => !(draft instanceof File))
    sessionStorage.setItem(DRAFTS, JSON.stringify({ owner: ownerOf(), drafts: kept }))
  } catch {
    return
  }
}

function keep(name: string, draft: unknown): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(name, draft) }))
}

function forget(name: string): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map([...drafts].filter(([other]) => other !== name)) }))
}

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
  const stored = useDrafts(({ drafts }) => drafts.get(name)) as Value | undefined
  const isSame = stored !== undefined && JSON.stringify(stored) === JSON.stringify(saved)
  useEffect(() => {
    if (isSame) forget(name)
  }, [isSame, name])
  return {
    value: stored ?? saved,
    isChanged: stored !== undefined && !isSame,
    change: (value) => keep(name, value),
    reset: () => forget(name),
  }
}

/** The names of all drafts. */
export const useDraftNames = (): string[] => [...useDrafts(({ drafts }) => drafts).keys()]
