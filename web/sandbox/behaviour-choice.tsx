/** How the external test wallet handles payments it receives. Changes apply immediately. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { getSandboxState, setBehaviour, type Behaviour } from '#contract/operator/sandbox.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t, type WordKey } from '#web/words/words.ts'
import { Panel } from './panel.tsx'

type Mode = z.input<typeof Behaviour>

const MODES: readonly { mode: Mode; word: WordKey; note: WordKey }[] = [
  { mode: 'normal', word: 'sandbox.normal', note: 'sandbox.normalNote' },
  { mode: 'slow', word: 'sandbox.slow', note: 'sandbox.slowNote' },
  { mode: 'hold', word: 'sandbox.hold', note: 'sandbox.holdNote' },
  { mode: 'reject', word: 'sandbox.reject', note: 'sandbox.rejectNote' },
  { mode: 'offline', word: 'sandbox.offline', note: 'sandbox.offlineNote' },
]

export function BehaviourChoice({ current }: { current: Mode | undefined }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const group = useId()
  const changing = useMutation({
    mutationFn: (mode: Mode) => call(setBehaviour, { body: { mode } }),
    onSuccess: (state) => queries.setQueryData(queryKeyOf(getSandboxState, {}), state),
  })
  const chosen = changing.isPending ? changing.variables : current
  return (
    <Panel title={t('sandbox.behaviourTitle')} lead={t('sandbox.behaviourLead')}>
      <fieldset disabled={current === undefined} className="flex flex-col">
        <legend className="sr-only">{t('sandbox.behaviourTitle')}</legend>
        {MODES.map(({ mode, word, note }) => (
          <label
            key={mode}
            className={classNames(
              '-mx-3 grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-field px-3 py-2.5 transition-colors',
              'hover:bg-sunken has-checked:bg-purple-soft',
              'has-focus-visible:outline-[2.5px] has-focus-visible:outline-purple',
            )}
          >
            <input
              type="radio"
              name={group}
              className="mt-1 size-4 shrink-0 outline-none"
              checked={chosen === mode}
              onChange={() => changing.mutate(mode)}
            />
            <span className="font-semi">{t(word)}</span>
            <span className="col-start-2 text-sm text-ink-2">{t(note)}</span>
          </label>
        ))}
      </fieldset>
      <p aria-live="polite" className="mt-3 text-sm empty:hidden">
        {changing.isError && <span className="text-pink">{describeFailure(changing.error)}</span>}
      </p>
    </Panel>
  )
}
