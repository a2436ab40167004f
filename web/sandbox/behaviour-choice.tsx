/** How the external test wallet handles payments it receives. Changes apply immediately. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { getSandboxState, setBehaviour, type Behaviour } from '#contract/operator/sandbox.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { Panel } from './panel.tsx'

type Mode = z.input<typeof Behaviour>

const MODES: readonly { mode: Mode; label: TranslationKey; note: TranslationKey }[] = [
  { mode: 'normal', label: 'sandbox.normal', note: 'sandbox.normalNote' },
  { mode: 'slow', label: 'sandbox.slow', note: 'sandbox.slowNote' },
  { mode: 'hold', label: 'sandbox.hold', note: 'sandbox.holdNote' },
  { mode: 'reject', label: 'sandbox.reject', note: 'sandbox.rejectNote' },
  { mode: 'offline', label: 'sandbox.offline', note: 'sandbox.offlineNote' },
]

export function BehaviourChoice({ current }: { current: Mode | undefined }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const group = useId()
  const changing = useMutation({
    mutationFn: (mode: Mode) => call(setBehaviour, { body: { mode } }),
    onSuccess: (state) => queries.setQueryData(queryKeyOf(getSandboxState, {}), state),
  })
  const selected = changing.isPending ? changing.variables : current
  return (
    <Panel title={t('sandbox.behaviourTitle')} lead={t('sandbox.behaviourLead')}>
      <fieldset disabled={current === undefined} className="flex flex-col">
        <legend className="sr-only">{t('sandbox.behaviourTitle')}</legend>
        {MODES.map(({ mode, label, note }) => (
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
              checked={selected === mode}
              onChange={() => changing.mutate(mode)}
            />
            <span className="font-semi">{t(label)}</span>
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
