/** Actions for the selected tracks or episodes, above their list. Deleting asks for confirmation. */
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useMay } from '#web/studio/content/role.ts'
import { BulkError, useBulk, type BulkAct } from './bulk.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { SeriesDialog } from './series-dialog.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { statusOf } from '#web/studio/publishing/status.ts'
import { audioState, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

export function BulkBar({
  parent,
  selected,
  isParentOut,
  onDone,
}: {
  parent: AudioParent
  selected: AudioItem[]
  isParentOut: boolean
  onDone: () => void
}) {
  const [asking, setAsking] = useState<'edit' | 'series' | 'delete' | null>(null)
  const bulk = useBulk(parent)
  const close = () => setAsking(null)
  const finish = () => {
    close()
    onDone()
  }
  const act = (what: BulkAct) =>
    bulk.mutate(
      { audioItems: selected, act: what },
      {
        onSuccess: () => {
          showToast(t('studio.bulkDone', { count: selected.length }))
          finish()
        },
      },
    )
  const isWaiting = bulk.isPending
  return (
    <section
      aria-label={t('studio.bulk')}
      className="mb-3 flex flex-wrap items-center gap-2 rounded-bar border border-line bg-highlight px-4 py-2.5"
    >
      <p role="status" className="mr-auto font-semi">
        {t('studio.bulkChosen', { count: selected.length })}
      </p>
      <ActButtons
        {...{ selected, isParentOut, isWaiting }}
        onAct={act}
        {...(parent.kind === 'album' && { onEdit: () => setAsking('edit') })}
        onSeries={() => setAsking('series')}
        onDelete={() => setAsking('delete')}
      />
      <IconButton label={t('studio.bulkNone')} size="small" onClick={onDone}>
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
      {bulk.error && asking === null && <Alert className="w-full">{translateError(bulk.error)}</Alert>}
      {asking === 'edit' && <BulkEdit parent={parent} audioItems={selected} onClose={close} onSaved={finish} />}
      {asking === 'series' && (
        <SeriesDialog parent={parent} audioItems={selected.filter(isComing)} onClose={close} onDone={finish} />
      )}
      {asking === 'delete' && (
        <DeleteChosen
          selected={selected}
          isWaiting={isWaiting}
          error={bulk.error}
          onDelete={() => act({ kind: 'delete' })}
          onClose={close}
        />
      )}
    </section>
  )
}

function ActButtons({
  selected,
  isParentOut,
  isWaiting,
  onEdit,
  onSeries,
  onDelete,
  onAct,
}: {
  selected: readonly AudioItem[]
  isParentOut: boolean
  isWaiting: boolean
  onEdit?: () => void
  onSeries: () => void
  onDelete: () => void
  onAct: (act: BulkAct) => void
}) {
  const publishes = useMay('publish')
  const canPublish = isParentOut && publishes
  const quiet = { kind: 'quiet', size: 'small', className: 'max-md:min-h-11', disabled: isWaiting } as const
  const hidden = selected.filter((audioItem) => audioItem.isDraft && audioState(audioItem) === 'ready')
  const shown = selected.filter(({ isDraft }) => !isDraft)
  return (
    <>
      {onEdit && (
        <Button {...quiet} onClick={onEdit}>
          {t('studio.bulkEdit')}
        </Button>
      )}
      <Button {...quiet} onClick={() => onAct({ kind: 'explicit', isExplicit: true })}>
        {t('studio.bulkExplicit')}
      </Button>
      <Button {...quiet} onClick={() => onAct({ kind: 'explicit', isExplicit: false })}>
        {t('studio.bulkClean')}
      </Button>
      {canPublish && hidden.length > 0 && (
        <Button {...quiet} onClick={() => onAct({ kind: 'publish' })}>
          {t('studio.publishTitle')}
        </Button>
      )}
      {canPublish && selected.filter(isComing).length > 1 && (
        <Button {...quiet} onClick={onSeries}>
          {t('studio.series')}
        </Button>
      )}
      {canPublish && shown.length > 0 && (
        <Button {...quiet} onClick={() => onAct({ kind: 'hide' })}>
          {t('studio.hide')}
        </Button>
      )}
      {publishes && (
        <Button kind="danger" size="small" disabled={isWaiting} onClick={onDelete} className="max-md:min-h-11">
          {t('studio.delete')}
        </Button>
      )}
    </>
  )
}

/** Not public yet, with audio that is there or on its way. */
const isComing = (audioItem: AudioItem): boolean =>
  statusOf(audioItem) !== 'published' && audioState(audioItem) !== 'failed'

function DeleteChosen({
  selected,
  isWaiting,
  error,
  onDelete,
  onClose,
}: {
  selected: readonly AudioItem[]
  isWaiting: boolean
  error: Error | null
  onDelete: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('studio.bulkDeleteAsk', { count: selected.length })}
      closeLabel={t('common.close')}
    >
      <ul className="max-h-52 overflow-y-auto">
        {selected.map(({ id, title }) => (
          <li key={id} className="truncate py-0.5 font-medium">
            {title}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-2">{t('studio.deleteWhat')}</p>
      {error && <Alert className="mt-4">{translateError(error)}</Alert>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button kind="danger" isWaiting={isWaiting} onClick={onDelete}>
          {t('studio.delete')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

const translateError = (error: Error): string => (error instanceof BulkError ? error.message : describeFailure(error))
