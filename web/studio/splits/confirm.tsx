/** Confirms before splits are set or changed, and sends them. */
import { useQueryClient } from '@tanstack/react-query'
import { createSplit, getSplit, updateSplit } from '#contract/catalog/splits.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { withProof } from '#web/session/proof.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { isOutside } from './draft.ts'
import { PreviewBar, type SplitRecipient, type Preview, type SplitOf } from './preview.tsx'
import { refreshSplit } from './refresh.ts'

export function ConfirmSplit({
  of,
  isChange,
  people,
  preview,
  isOpen,
  check,
  onClose,
  onSaved,
}: {
  of: SplitOf
  /** There are splits already, which this replaces. */
  isChange: boolean
  people: SplitRecipient[]
  preview: Preview
  isOpen: boolean
  /** Throws before anything is sent. */
  check: () => Promise<void>
  onClose: () => void
  onSaved: () => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const setting = useMutationOnce({
    mutationFn: async () => {
      await check()
      const body = { ...of, splitRecipients: people.map(toSent) }
      // Also one that was set elsewhere meanwhile.
      const isThere = await queries.fetchQuery({ ...callQuery(call, getSplit, { params: of }), staleTime: 0 })
      return callOnce(body, (options) =>
        withProof((proof) => call(isThere ? updateSplit : createSplit, { body }, { ...options, proof })),
      )
    },
    onSuccess: async () => {
      await refreshSplit(queries)
      onClose()
      onSaved()
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isChange ? 'editors.splitChangeTitle' : 'studio.splitConfirmTitle')}
      closeLabel={t('common.close')}
    >
      <p className="mb-4 text-ink-2">{t('editors.splitConfirm')}</p>
      {people.some(isOutside) && <p className="mb-4 text-ink-2">{t('editors.outsideRule')}</p>}
      <PreviewBar parts={preview(people)} />
      {setting.error && (
        <div className="mt-4">
          <Problem words={describeFailure(setting.error)} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button isWaiting={setting.isPending} onClick={() => setting.mutate()}>
          {t(isChange ? 'editors.splitChangeSave' : 'studio.splitSave')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function toSent({ name, share, invited }: SplitRecipient) {
  if (invited === 'mail') return { email: name, share }
  return invited === 'link' ? { label: name, share } : { name, share }
}
