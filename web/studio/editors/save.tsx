/** The footer of an editor: save, undo, and whether the current state is saved. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'

export type Saving = { isWaiting: boolean; error: unknown; isDone: boolean; save: () => void; forgive: () => void }

/** Sends `body` once per attempt; `onSaved` receives the response. `check` throws before anything is sent. */
export function useSaving<Body, Saved>(
  body: Body,
  write: (body: Body, options: { idempotencyKey: string }) => Promise<Saved>,
  onSaved: (response: Saved) => unknown,
  check?: () => Promise<void>,
): Saving {
  const callOnce = useCallOnce()
  const { mutate, isPending, error, isSuccess, reset } = useMutation({
    mutationFn: async () => {
      await check?.()
      return callOnce(body, (options) => write(body, options))
    },
    onSuccess: onSaved,
  })
  return { isWaiting: isPending, error, isDone: isSuccess, save: () => mutate(), forgive: reset }
}

export function SaveBar({
  saving,
  isChanged,
  isWrong,
  onReset,
}: {
  saving: Saving
  isChanged: boolean
  /** Called before saving: returns true when something must be corrected first. */
  isWrong: () => boolean
  onReset: () => void
}) {
  const [isRefused, setIsRefused] = useState(false)
  const said = isRefused && isChanged
  const save = () => {
    const isStopped = isWrong()
    setIsRefused(isStopped)
    if (!isStopped) saving.save()
  }
  return (
    <div
      className={classNames(
        'mt-6 flex flex-col gap-3',
        // Sticky, so that it is visible anywhere in a long list.
        isChanged &&
          'sticky bottom-[calc(var(--tab-bar)+var(--player-space)+8px)] z-20 rounded-bar border border-line bg-highlight p-3 shadow-float md:bottom-[calc(var(--player-space)+16px)]',
      )}
    >
      {saving.error !== null && isChanged && <Problem words={describeFailure(saving.error)} />}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button disabled={!isChanged} isWaiting={saving.isWaiting} onClick={save}>
          {t('editors.save')}
        </Button>
        {isChanged && (
          <Button
            kind="quiet"
            onClick={() => {
              saving.forgive()
              setIsRefused(false)
              onReset()
            }}
          >
            {t('editors.undo')}
          </Button>
        )}
        <p role="status" className={said ? 'text-sm text-pink' : 'text-sm text-ink-2'}>
          {said ? t('editors.putRight') : isChanged ? t('editors.unsaved') : saving.isDone ? t('editors.saved') : ''}
        </p>
      </div>
    </div>
  )
}
