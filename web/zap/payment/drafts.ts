/** Unpaid zap forms: kept while the dialog is closed, cleared at sign-out.
 * One of them survives a log-in, together with the page to return to. */
import { create } from 'zustand'
import type { ZapTarget } from '#web/zap/zap.ts'

export type Choice = number | 'other'

export type Draft = {
  /** null: the usual amount. */
  choice: Choice | null
  /** As typed, when the choice is another amount. */
  otherText: string | null
  message: string
  /** The zap carries the playback position, if there is one. */
  isAtMoment: boolean
}

export type Resume = { target: ZapTarget; draft: Draft; path: string }

type Drafts = { byContent: Readonly<Record<string, Draft>>; resume: Resume | null }

const EMPTY: Draft = { choice: null, otherText: null, message: '', isAtMoment: true }

export const useDrafts = create<Drafts>()(() => ({ byContent: {}, resume: null }))

const draftFor = (contentId: string): Draft => useDrafts.getState().byContent[contentId] ?? EMPTY

export const useDraft = (contentId: string): Draft => useDrafts((state) => state.byContent[contentId]) ?? EMPTY

export function changeDraft(contentId: string, changes: Partial<Draft>): void {
  const { byContent } = useDrafts.getState()
  useDrafts.setState({ byContent: { ...byContent, [contentId]: { ...draftFor(contentId), ...changes } } })
}

export function dropDrafts(): void {
  useDrafts.setState({ byContent: {} })
}

/** The user goes to log in; afterwards the zap opens again as they left it. */
export function persistOverLogin(target: ZapTarget, path: string): void {
  useDrafts.setState({ resume: { target, draft: draftFor(target.contentId), path } })
}
