/** What the draft of an editor was begun from, kept with it: what was saved elsewhere since, by somebody else or in another tab,
 * is not overwritten without a word. */
import { useEffect } from 'react'
import { ApiError } from '#web/data/api.ts'
import { useDraft } from '#web/session/drafts.ts'
import { t } from '#web/words/words.ts'

/** Reads what is saved now. Throws when that is neither what the draft was begun from nor what is sent, once: saved again, the
 * draft replaces it. */
export type RequireOrigin = (sent: unknown, read: () => Promise<unknown>) => Promise<void>

/** `name` is that of the draft; `saved` is undefined until it is known. */
export function useOrigin(name: string, isChanged: boolean, saved: unknown): RequireOrigin {
  const { value, change, reset } = useDraft<{ saved: unknown } | null>(`origin of ${name}`, null)
  useEffect(() => {
    if (isChanged && value === null && saved !== undefined) change({ saved })
    if (!isChanged && value !== null) reset()
  })
  return async (sent, read) => {
    const now = await read()
    if (isSame(now, value === null ? saved : value.saved) || isSame(now, sent)) return
    change({ saved: now })
    throw new ApiError(409, 'conflict', t('editors.changedElsewhere'))
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
