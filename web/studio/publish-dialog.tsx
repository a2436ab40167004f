/** Asking once more before something becomes public, now or on a date, and before it is hidden again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { getAlbum, listOwnAlbums } from '#contract/albums.ts'
import { getPodcast, listOwnPodcasts } from '#contract/podcasts.ts'
import { publish } from '#contract/publish.ts'
import { queryKeyOf } from '../queries.ts'
import { useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, SwitchField } from '../ui/field.tsx'
import { AlertIcon } from '../ui/icon.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { useCallOnce } from '../api-attempt.ts'
import { toLocalInput, wordZone } from './local-time.ts'
import type { SoundCounts } from './sounds.ts'
import { statusOf } from './status.ts'
import type { SoundParent } from './upload.ts'
import { listKeyOf } from './uploads.ts'

/** What is published: the parent with what listeners call it and where they find it. */
export type Publishable = {
  parent: SoundParent
  title: string
  isDraft: boolean
  publishedAt: string | null
  /** The page of listeners. */
  path: string
}

const MINUTE_MS = 60_000

/** The date ahead on which it comes out, or would; null for none. */
export function plannedOf({ publishedAt }: Pick<Publishable, 'publishedAt'>): Date | null {
  const at = publishedAt === null ? null : new Date(publishedAt)
  return at !== null && at.getTime() > Date.now() ? at : null
}

type Wish = { isDraft: boolean; publishedAt?: string | null }

export function PublishDialog({
  item,
  counts,
  missing,
  onClose,
}: {
  item: Publishable
  counts: SoundCounts
  /** On their way, but not known to the server: they come too late for this. */
  missing: number
  onClose: () => void
}) {
  const { title } = item
  const status = statusOf(item)
  // A draft may have a date already: it was named when the release was made.
  const plannedAt = plannedOf(item)
  const [isLater, setIsLater] = useState(plannedAt !== null)
  const [when, setWhen] = useState(() => (plannedAt === null ? '' : toLocalInput(plannedAt)))
  const [error, setError] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const change = usePublish(item, onClose)
  const send = () => {
    if (!isLater) {
      // null asks for now; what has a date and is out keeps it.
      return change.mutate({ isDraft: false, ...(plannedAt !== null && { publishedAt: null }) })
    }
    const at = new Date(when)
    const wrong = Number.isNaN(at.getTime())
      ? t('studio.publishWhenMissing')
      : at.getTime() <= Date.now()
        ? t('studio.publishWhenPast')
        : undefined
    setError(wrong)
    if (wrong) field.current?.querySelector('input')?.focus()
    else change.mutate({ isDraft: false, publishedAt: at.toISOString() })
  }
  return (
    <Asked
      title={t('studio.publishAsk', { title })}
      button={t(isLater ? 'studio.publishSchedule' : 'studio.publishNow')}
      change={change}
      onSend={send}
      onClose={onClose}
    >
      {status !== 'published' && <p>{t('studio.publishWhat', { title })}</p>}
      <ul className="mt-3 flex flex-col gap-1 text-sm text-ink-2">
        {wordCounts(status === 'published' ? { ...counts, ready: counts.hidden } : counts, missing).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {status !== 'published' && (
        <div ref={field} className="mt-5 border-t border-line pt-4">
          <SwitchField label={t('studio.publishLater')} isOn={isLater} onChange={setIsLater} />
          {isLater && (
            <Field
              type="datetime-local"
              label={t('studio.publishWhen')}
              value={when}
              min={toLocalInput(new Date(Date.now() + MINUTE_MS))}
              hint={t('studio.publishZone', { zone: wordZone(when === '' ? new Date() : new Date(when)) })}
              error={error}
              onChange={(event) => {
                setWhen(event.target.value)
                setError(undefined)
              }}
              className="mt-4"
            />
          )}
        </div>
      )}
    </Asked>
  )
}

function wordCounts({ ready, preparing, failed }: SoundCounts, missing: number): string[] {
  return [
    ...(ready > 0 ? [t('studio.publishReady', { count: ready })] : []),
    ...(preparing > 0 ? [t('studio.publishFollow', { count: preparing })] : []),
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

function Asked({
  title,
  button,
  change,
  onSend,
  onClose,
  children,
}: {
  title: string
  button: string
  change: ReturnType<typeof usePublish>
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
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button isWaiting={change.isPending} onClick={onSend}>
          {button}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}

function usePublish({ parent }: Publishable, onClose: () => void) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (wish: Wish) =>
      callOnce(wish, (options) =>
        call(publish, { params: { contentId: parent.id }, body: { contentType: parent.kind, ...wish } }, options),
      ),
    onSuccess: async () => {
      const lists = parent.kind === 'album' ? [getAlbum, listOwnAlbums] : [getPodcast, listOwnPodcasts]
      await Promise.all(
        [listKeyOf(parent), ...lists.map((list) => queryKeyOf(list))].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
      onClose()
      // The button that asked may be gone; what has changed stands below this heading.
      requestAnimationFrame(() => document.getElementById('publish-title')?.focus())
    },
  })
}
