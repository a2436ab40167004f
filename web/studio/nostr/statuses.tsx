/** What the relays have of some content, event by event, and the buttons that publish or remove it. Signing each event is
 * sending.ts. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventStatus } from '#protocols/nostr/event-status.ts'
import { describePublishing, signerOf } from '#web/nostr/own-signer.ts'
import { KeyNotUsed } from '#web/nostr/signer.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import type { WorkThere } from './own-events.ts'
import { removeWork, sendWork, type Refusals, type Sending } from './sending.ts'

type WorkChange = 'publish' | 'remove'

export function EventStatuses({ there, pubkey }: { there: WorkThere; pubkey: string }) {
  const { standings, other } = there
  const [isConfirming, setIsConfirming] = useState(false)
  const { change, sending } = useWorkChange(there, pubkey, () => setIsConfirming(false))
  if (standings === null) return <Searching relays={there.relays} />
  const { all, obsolete } = standings
  const isThere = all.some(({ event }) => event !== null)
  const isWhole = all.every(({ isCurrent }) => isCurrent) && obsolete.length === 0
  return (
    <>
      <Rows all={all} sending={change.isPending ? sending : null} />
      {obsolete.length > 0 && (
        <p className="text-sm text-ink-2">{t('nostr.workLeftOver', { count: obsolete.length })}</p>
      )}
      {isWhole && (
        <p role="status" className="text-sm text-ink-2">
          {t('nostr.workWhole')}
        </p>
      )}
      {other !== null && <Problem words={t('nostr.workOther', { title: other })} />}
      {change.isPending && sending !== null && (
        <Progress
          label={t('nostr.workProgress', { done: sending.done, all: sending.all })}
          part={sending.done / sending.all}
          note=""
        />
      )}
      {change.isError && <Problem words={describeStop(change.error, sending)} />}
      {change.data?.map((text) => (
        <p key={text} className="text-sm break-words text-ink-2">
          {text}
        </p>
      ))}
      <div className="flex flex-col gap-2.5">
        {!isWhole && all.length > 0 && other === null && (
          <Button isWaiting={change.isPending} onClick={() => change.mutate('publish')}>
            {t(isThere ? 'nostr.workAgain' : 'nostr.workPublish')}
          </Button>
        )}
        {(isThere || obsolete.length > 0) && (
          <Button kind="quiet" disabled={change.isPending} onClick={() => setIsConfirming(true)}>
            {t('nostr.workRemove')}
          </Button>
        )}
      </div>
      {isConfirming && <RemoveDialog onRemove={() => change.mutate('remove')} onClose={() => setIsConfirming(false)} />}
    </>
  )
}

function Searching({ relays }: { relays: WorkThere['relays'] }) {
  const isConnecting = relays.unreachable.length === 0 || relays.connected.length > 0
  return (
    <>
      <Skeleton className="h-16" />
      <p role="status" className="text-sm text-ink-2">
        {t(isConnecting ? 'nostr.workSearching' : 'nostr.noRelay')}
      </p>
    </>
  )
}

/** Publishes or removes the work, and reports the progress. */
function useWorkChange(there: WorkThere, pubkey: string, onBegin: () => void) {
  const { standings, relays } = there
  const [sending, setSending] = useState<Sending | null>(null)
  const change = useMutation({
    mutationFn: async (workChange: WorkChange): Promise<Refusals> => {
      if (standings === null) return []
      const deps = {
        pool: relays.pool,
        signer: await signerOf(pubkey),
        events: there.known,
        onStep: setSending,
        onSent: there.onSent,
      }
      return workChange === 'publish' ? sendWork(standings, deps) : removeWork(standings, deps)
    },
    onMutate: () => {
      onBegin()
      setSending(null)
    },
    onSuccess: (_refusals, workChange) => {
      showToast(t(workChange === 'publish' ? 'nostr.workSent' : 'nostr.workRemoved'))
      // The pressed button, possibly the whole box, is no longer shown.
      requestAnimationFrame(() =>
        (document.getElementById('nostr-title') ?? document.getElementById('publish-title'))?.focus(),
      )
    },
  })
  return { change, sending }
}

/** Events sent before the error remain published, so the message says how many. */
function describeStop(error: unknown, sending: Sending | null): string {
  const isRefused = error instanceof KeyNotUsed && error.reason !== 'absent'
  const text = isRefused ? t('nostr.workRefused') : describePublishing(error)
  if (sending === null || sending.done === 0) return text
  return `${text} ${t('nostr.workStopped', { done: sending.done, all: sending.all })}`
}

const ROWS_MAX = 60

/** One row for each content, which may have several events. */
function Rows({ all, sending }: { all: readonly EventStatus[]; sending: Sending | null }) {
  const rows = [...Map.groupBy(all, ({ contentId }) => contentId).values()]
  const more = rows.length - ROWS_MAX
  if (rows.length === 0) return null
  return (
    <>
      <ul aria-label={t('nostr.workTitle')} className="divide-y divide-line border-y border-line">
        {rows.slice(0, ROWS_MAX).map((events) => (
          <li key={events[0]?.contentId} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 truncate font-medium">{events[0]?.title}</span>
            <RowState events={events} isSending={sending?.contentId === events[0]?.contentId} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-ink-2">{t('nostr.workMore', { count: more })}</p>}
    </>
  )
}

function RowState({ events, isSending }: { events: readonly EventStatus[]; isSending: boolean }) {
  if (isSending) return <Badge tone="purple">{t('nostr.workSending')}</Badge>
  if (events.every(({ isCurrent }) => isCurrent)) return <Badge tone="mint">{t('nostr.workThere')}</Badge>
  if (events.every(({ event }) => event === null)) return <Badge>{t('nostr.workAbsent')}</Badge>
  return <Badge tone="pink">{t('nostr.workOld')}</Badge>
}

function RemoveDialog({ onRemove, onClose }: { onRemove: () => void; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t('nostr.workRemoveAsk')} closeLabel={t('common.close')}>
      <p className="text-ink-2">{t('nostr.workRemoveNote')}</p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button kind="danger" onClick={onRemove}>
          {t('nostr.workRemove')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
