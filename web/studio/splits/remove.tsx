/** Removes splits after a confirmation, because it decides about money. */
import { deleteSplit } from '#contract/catalog/splits.ts'
import { useSite } from '#web/data/site.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { withProof } from '#web/session/proof.ts'
import { t } from '#web/words/words.ts'
import { PreviewBar, type SplitRecipient, type Preview, type SplitOf } from './preview.tsx'
import { refreshSplit } from './refresh.ts'

export function RemoveSplit({
  of,
  next,
  preview,
  onClose,
}: {
  of: SplitOf
  /** Who is paid from then on. */
  next: readonly SplitRecipient[]
  preview: Preview
  onClose: () => void
}) {
  const { call, queries } = useSite()
  const removing = useMutationOnce({
    mutationFn: () => withProof((proof) => call(deleteSplit, { params: of }, { proof })),
    onSuccess: async () => {
      await refreshSplit(queries)
      onClose()
      document.getElementById('split-title')?.focus()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('studio.splitRemoveTitle')} closeLabel={t('common.close')}>
      <p className="mb-4 text-ink-2">{t('studio.splitRemoveWhat')}</p>
      <PreviewBar parts={preview(next)} />
      {removing.error && (
        <div className="mt-4">
          <Problem words={describeFailure(removing.error)} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={removing.isPending} onClick={() => removing.mutate()}>
          {t('studio.splitRemoveIt')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
