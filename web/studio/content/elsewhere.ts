/** Fields that somebody else, or the same user in another tab, has changed since a form was filled: not overwritten without a
 * word. */
import { useRef } from 'react'
import { parseFields, valuesOf, type FieldRule, type FieldValues } from '#web/studio/forms/form-values.ts'
import { t } from '#web/words/words.ts'

/** Found before sending. */
export class FieldProblem extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** How to load the content again; and to show it, when the user discards what they typed. */
export type Elsewhere = { read: () => Promise<object>; show: () => Promise<unknown> }

const SHOWN_MAX = 80

/** Throws for a field that was changed elsewhere. Saved again, the form overwrites it: then this returns what it overwrites, for
 * undoing. */
export function useElsewhere(rules: Readonly<Record<string, FieldRule>>, initial: FieldValues = {}) {
  const told = useRef<FieldValues>({})
  return async (filled: FieldValues, read: Elsewhere['read'] | undefined): Promise<object> => {
    if (read === undefined) return {}
    const now = valuesOf(await read(), rules)
    const changed = Object.keys(filled).filter((name) => now[name] !== initial[name] && now[name] !== filled[name])
    const untold = changed.find((name) => now[name] !== told.current[name])
    if (untold !== undefined) {
      const value = now[untold] ?? ''
      told.current = { ...told.current, [untold]: value }
      const shown = value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX)}…` : value
      throw new FieldProblem(untold, t('studio.changedElsewhere', { value: shown || '–' }))
    }
    return parseFields(Object.fromEntries(changed.map((name) => [name, now[name]])), rules)
  }
}
