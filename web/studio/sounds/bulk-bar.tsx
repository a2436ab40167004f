/** Actions for the selected tracks or episodes, above their list. Deleting asks for confirmation. */
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { BulkError, useBulk, type BulkAct } from './bulk.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { soundState, type Sound } from '#web/studio/uploads/sounds.ts'
import type { SoundParent } from '#web/studio/uploads/upload.ts'

export function BulkBar({
  parent,
  chosen,
  isParentOut,
  onDone,
}: {
  parent: SoundParent
  chosen: Sound[]
  isParentOut: boolean
  onDone: () => void
}) {
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const bulk = useBulk(parent)
  const act = (what: BulkAct) =>
    bulk.mutate(
      { sounds: chosen, act: what },
      {
        onSuccess: () => {
          sayDone(t('studio.bulkDone', { count: chosen.length }))
          setAsking(null)
          onDone()
        },
      },
    )
  const isWaiting = bulk.isPending
  const quiet = { kind: 'quiet', size: 'small', className: 'max-md:min-h-11', disabled: isWaiting } as const
  const hidden = chosen.filter((sound) => sound.isDraft && soundState(sound) === 'ready')
  const shown = chosen.filter(({ isDraft }) => !isDraft)
  return (
    <section
      aria-label={t('studio.bulk')}
      className="mb-3 flex flex-wrap items-center gap-2 rounded-bar border border-line bg-highlight px-4 py-2.5"
    >
      <p role="status" className="mr-auto font-semi">
        {t('studio.bulkChosen', { count: chosen.length })}
      </p>
      {parent.kind === 'album' && (
        <Button {...quiet} onClick={() => setAsking('edit')}>
          {t('studio.bulkEdit')}
        </Button>
      )}
      <Button {...quiet} onClick={() => act({ kind: 'explicit', isExplicit: true })}>
        {t('studio.bulkExplicit')}
      </Button>
      <Button {...quiet} onClick={() => act({ kind: 'explicit', isExplicit: false })}>
        {t('studio.bulkClean')}
      </Button>
      {isParentOut && hidden.length > 0 && (
        <Button {...quiet} onClick={() => act({ kind: 'publish' })}>
          {t('studio.publishTitle')}
        </Button>
      )}
      {isParentOut && shown.length > 0 && (
        <Button {...quiet} onClick={() => act({ kind: 'hide' })}>
          {t('studio.hide')}
        </Button>
      )}
      <Button
        kind="danger"
        size="small"
        disabled={isWaiting}
        onClick={() => setAsking('delete')}
        className="max-md:min-h-11"
      >
        {t('studio.delete')}
      </Button>
      <IconButton label={t('studio.bulkNone')} size="small" onClick={onDone}>
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
      {bulk.error && asking === null && <Alert className="w-full">{wordError(bulk.error)}</Alert>}
      {asking === 'edit' && (
        <BulkEdit
          parent={parent}
          sounds={chosen}
          onClose={() => setAsking(null)}
          onSaved={() => {
            setAsking(null)
            onDone()
          }}
        />
      )}
      {asking === 'delete' && (
        <Dialog
          isOpen
          onClose={() => setAsking(null)}
          title={t('studio.bulkDeleteAsk', { count: chosen.length })}
          closeLabel={t('common.close')}
        >
          <ul className="max-h-52 overflow-y-auto">
            {chosen.map(({ id, title }) => (
              <li key={id} className="truncate py-0.5 font-medium">
                {title}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-ink-2">{t('studio.deleteWhat')}</p>
          {bulk.error && <Alert className="mt-4">{wordError(bulk.error)}</Alert>}
          <div className="mt-6 flex flex-wrap gap-2.5">
            <Button kind="danger" isWaiting={isWaiting} onClick={() => act({ kind: 'delete' })}>
              {t('studio.delete')}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(null)}>
              {t('studio.back')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

const wordError = (error: Error): string => (error instanceof BulkError ? error.message : describeFailure(error))
