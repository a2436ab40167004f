/** The actions for a comment: the user's own, another user's, or
 * one on the user's content. Opens as soon as it has loaded. */
import { useEffect, useRef, useState } from 'react'
import { ReportDialog } from '#web/content/report-dialog.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx'
import { t } from '#web/words/words.ts'
import { useChange, useChanges } from './comment-changes.ts'
import type { CommentWire, ReplyWire } from './comment-data.ts'

type Written = CommentWire | ReplyWire
type OpenDialog = 'delete' | 'report' | null

type Props = { written: Written; isOwner: boolean; label: string; name: string }

/** `name`: who wrote it, as shown. */
export function CommentMenu({ written, isOwner, label, name }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const change = useChange()
  const { remove } = useChanges()
  const entries = useEntries({ written, isOwner, name, onOpenDialog: setOpenDialog })
  // The press that loaded the menu was meant to open it.
  useEffect(() => {
    const button = place.current?.querySelector('button')
    button?.focus({ preventScroll: true })
    button?.click()
  }, [])
  return (
    <div ref={place}>
      <Menu
        label={label}
        button={<MoreIcon size={18} aria-hidden="true" />}
        buttonClassName="grid size-11 place-items-center text-ink-2 hover:text-ink hover:bg-[color-mix(in_srgb,currentColor_9%,transparent)]"
        entries={entries}
      />
      <ReportDialog
        contentId={written.id}
        isComment
        title={beginningOf(written.content)}
        isOpen={openDialog === 'report'}
        onClose={() => setOpenDialog(null)}
      />
      <Dialog
        isOpen={openDialog === 'delete'}
        onClose={() => setOpenDialog(null)}
        title={t('comments.deleteTitle')}
        closeLabel={t('common.close')}
      >
        <p className="text-ink-2">{t('comments.deleteLead')}</p>
        <div className="mt-6 flex flex-wrap gap-2.5">
          <Button kind="danger" isWaiting={change.isPending} onClick={() => change.mutate(remove(written.id))}>
            {t('comments.delete')}
          </Button>
          <Button kind="quiet" onClick={() => setOpenDialog(null)}>
            {t('comments.deleteKeep')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

const SHOWN_MAX = 40
const beginningOf = (content: string): string =>
  content.length > SHOWN_MAX ? `${content.slice(0, SHOWN_MAX).trimEnd()}…` : content

function useEntries({
  written,
  isOwner,
  name,
  onOpenDialog,
}: {
  written: Written
  isOwner: boolean
  name: string
  onOpenDialog: (openDialog: OpenDialog) => void
}): MenuEntry[] {
  const change = useChange()
  const changes = useChanges()
  const { id, userId, isMine, state } = written
  const entry = (key: string, labelled: string, onSelect: () => void): MenuEntry => ({
    key,
    label: <span className="min-w-0 truncate">{labelled}</span>,
    onSelect,
  })
  const others: MenuEntry[] = [entry('report', t('comments.report'), () => onOpenDialog('report'))]
  if (userId !== null) {
    others.unshift(entry('mute', t('comments.mute', { name }), () => change.mutate(changes.mute(userId, name))))
  }
  return [
    ...(isMine ? [{ ...entry('delete', t('comments.delete'), () => onOpenDialog('delete')), isDanger: true }] : others),
    ...(isOwner
      ? [
          state === 'hidden'
            ? entry('show', t('comments.show'), () => change.mutate(changes.show(id)))
            : entry('hide', t('comments.hide'), () => change.mutate(changes.hide(id))),
        ]
      : []),
    ...(isOwner && userId !== null && !isMine
      ? [
          state === 'blocked'
            ? entry('unblock', t('comments.unblock', { name }), () => change.mutate(changes.unblock(userId, name)))
            : entry('block', t('comments.block', { name }), () => change.mutate(changes.block(userId, name))),
        ]
      : []),
  ]
}
