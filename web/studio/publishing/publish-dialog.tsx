/** Confirms before content becomes public, now or on a date, and before it is hidden again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { publish } from '#contract/catalog/publish.ts'
import { useSite } from '#web/data/site.ts'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AlertIcon } from '#web/ui/icon.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { useFirstName } from './first-name.tsx'
import { useWhen, type Choosing, type When } from './publish-when.tsx'
import { isUnsaved, UnsavedNote, useUnsaved } from './unsaved.tsx'
import type { AudioItem, AudioCounts } from '#web/studio/uploads/audio-items.ts'
import { formatLocalTime } from '#web/studio/forms/local-time.ts'
import { refreshParent } from './refresh-parent.ts'
import { isOut, statusOf } from './status.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

/** What is published: the parent, with its public title and address. */
export type Publishable = {
  parent: AudioParent
  title: string
  isDraft: boolean
  publishedAt: string | null
  /** Here; the date of its publication may be earlier. */
  createdAt: string
  /** The public page. */
  path: string
}

type Wish = { isDraft: boolean; publishedAt?: string | null }

export function PublishDialog({
  item,
  audioItems,
  counts,
  missing,
  isForDate = false,
  onClose,
}: {
  item: Publishable
  audioItems: readonly AudioItem[]
  counts: AudioCounts
  /** Uploads in progress that the server does not know yet: they come too late for this publication. */
  missing: number
  /** It is already published; only its date is changed. */
  isForDate?: boolean
  onClose: () => void
}) {
  const { title } = item
  const isPublic = statusOf(item) === 'published'
  const when = useWhen(item.publishedAt, isForDate)
  const name = useFirstName()
  const unsaved = useUnsaved(isForDate ? null : { parent: item.parent, title }, isForDate ? [] : audioItems)
  const change = usePublish(item, onClose)
  const [hiding, setHiding] = useState<When | null>(null)
  const send = async () => {
    const wish = isPublic && !isForDate ? {} : when.read()
    if (wish === null) return
    if (isPublic && when.isAhead && hiding === null) setHiding(wish)
    else if (await name.save()) change.mutate({ isDraft: false, ...wish })
  }
  if (hiding !== null) {
    return <HideUntil {...{ title, change, until: hiding, onClose }} onSend={() => void send()} />
  }
  return (
    <Asked
      title={t(isForDate ? 'studio.publishDateOf' : 'studio.publishAsk', { title })}
      button={t(isUnsaved(unsaved) ? 'studio.publishWithout' : isForDate ? 'studio.publishDateSave' : keyOf(when))}
      change={change}
      isWaiting={name.isSaving}
      onSend={() => void send()}
      onClose={onClose}
    >
      {!isPublic && <p>{t('studio.publishWhat', { title })}</p>}
      {!isForDate && (
        <ul className="mt-3 flex flex-col gap-1 text-sm text-ink-2">
          {formatCounts(isPublic ? { ...counts, ready: counts.hidden } : counts, missing).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <UnsavedNote unsaved={unsaved} />
      {name.field}
      {(!isPublic || isForDate) && <div className="mt-5 border-t border-line pt-4">{when.fields}</div>}
    </Asked>
  )
}

/** One track or episode: publish now, on a date, or change its date. */
export function PublishAudioDialog({
  item,
  audioItem,
  onClose,
}: {
  item: AudioParent
  audioItem: AudioItem
  onClose: () => void
}) {
  const { id, title, publishedAt } = audioItem
  const when = useWhen(publishedAt, !audioItem.isDraft)
  const change = usePublish({ parent: item, contentId: id }, onClose)
  const unsaved = useUnsaved(null, audioItem.isDraft ? [audioItem] : [])
  const [hiding, setHiding] = useState<When | null>(null)
  const send = () => {
    const wish = when.read()
    if (wish === null) return
    if (isOut(audioItem) && when.isAhead && hiding === null) setHiding(wish)
    else change.mutate({ isDraft: false, ...wish })
  }
  if (hiding !== null) return <HideUntil {...{ title, change, until: hiding, onClose }} onSend={send} />
  return (
    <Asked
      title={t(audioItem.isDraft ? 'studio.publishAsk' : 'studio.publishDateOf', { title })}
      button={t(
        isUnsaved(unsaved)
          ? 'studio.publishWithout'
          : audioItem.isDraft || when.isAhead
            ? keyOf(when)
            : 'studio.publishDateSave',
      )}
      change={change}
      onSend={send}
      onClose={onClose}
    >
      <UnsavedNote unsaved={unsaved} />
      {when.fields}
    </Asked>
  )
}

function keyOf({ isMissing, isAhead }: Choosing) {
  if (isMissing) return 'studio.publishDated'
  return isAhead ? 'studio.publishSchedule' : 'studio.publishNow'
}

function formatCounts({ ready, preparing, awaiting, failed }: AudioCounts, missing: number): string[] {
  return [
    ...(ready > 0 ? [t('studio.publishReady', { count: ready })] : []),
    ...(preparing > 0 ? [t('studio.publishFollow', { count: preparing })] : []),
    ...(awaiting > 0 ? [t('studio.publishAwaiting', { count: awaiting })] : []),
    ...(missing > 0 ? [t('studio.publishMissing', { count: missing })] : []),
    ...(failed > 0 ? [t('studio.publishStays')] : []),
  ]
}

export function HideDialog({ item, onClose }: { item: Publishable; onClose: () => void }) {
  const change = usePublish(item, onClose)
  return (
    <Asked
      title={t('studio.hideAsk', { title: item.title })}
      button={t('studio.hide')}
      change={change}
      onSend={() => change.mutate({ isDraft: true })}
      onClose={onClose}
    >
      <p>{t('studio.hideWhat')}</p>
    </Asked>
  )
}

/** Asks before a date in the future hides what is public. */
function HideUntil({
  title,
  until: { publishedAt },
  change,
  onSend,
  onClose,
}: {
  title: string
  until: When
  change: ReturnType<typeof usePublish>
  onSend: () => void
  onClose: () => void
}) {
  const date = formatLocalTime(publishedAt ?? '')
  return (
    <Asked
      title={t('studio.hideUntilAsk', { title, date })}
      button={t('studio.hideUntil')}
      change={change}
      onSend={onSend}
      onClose={onClose}
    >
      <p>{t('studio.hideUntilWhat')}</p>
    </Asked>
  )
}

function Asked({
  title,
  button,
  change,
  isWaiting = false,
  onSend,
  onClose,
  children,
}: {
  title: string
  button: string
  change: ReturnType<typeof usePublish>
  isWaiting?: boolean
  onSend: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('common.close')}>
      {children}
      {change.error && (
        <p role="alert" className="mt-4 flex items-start gap-1.5 text-sm text-pink">
          <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {describeFailure(change.error)}
        </p>
      )}
      <FormButtons
        className="mt-6"
        isWaiting={change.isPending || isWaiting}
        onClick={onSend}
        cancelLabel={t('studio.back')}
        onCancel={onClose}
      >
        {button}
      </FormButtons>
    </Dialog>
  )
}

/** `contentId`: the id of one track or episode in it. */
function usePublish({ parent, contentId }: { parent: AudioParent; contentId?: string }, onClose: () => void) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const contentType = contentId === undefined ? parent.kind : parent.kind === 'album' ? 'track' : 'episode'
  return useMutation({
    mutationFn: (wish: Wish) =>
      callOnce(wish, (options) =>
        call(publish, { params: { contentId: contentId ?? parent.id }, body: { contentType, ...wish } }, options),
      ),
    onSuccess: async () => {
      await refreshParent(queries, parent)
      onClose()
      // The button that opened the dialog may be gone; the result is shown below this heading.
      requestAnimationFrame(() => document.getElementById('publish-title')?.focus())
    },
  })
}
