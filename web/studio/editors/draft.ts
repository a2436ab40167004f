/** Unsaved changes of an editor, kept while this window is open, so that navigating away and back loses nothing.
 * Saved values are on the server. */
import { useEffect } from 'react'
import { create } from 'zustand'

/** Drafts by the name of their editor and content. */
const useDrafts = create<{ drafts: ReadonlyMap<string, unknown> }>(() => ({ drafts: new Map() }))

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

useDrafts.subscribe(({ drafts }) => {
  if (drafts.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
})

function keep(name: string, draft: unknown): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(name, draft) }))
}

function forget(name: string): void {
  useDrafts.setState(({ drafts }) => {
    const others = new Map(drafts)
    others.delete(name)
    return { drafts: others }
  })
}

export type Draft<Value> = {
  /** The draft if there is one, otherwise the saved value. */
  value: Value
  isChanged: boolean
  change: (value: Value) => void
  /** Discards the draft. */
  reset: () => void
}

/** `name` identifies editor and content; `saved` is the server's value. */
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
