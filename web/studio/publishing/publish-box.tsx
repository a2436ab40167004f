/** The status of a release or podcast and its actions: publish, schedule, view, share, hide.
 * The confirmation is publish-dialog.tsx. */
import { useEffect, useState } from 'react'
import { useSettings } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { useCopy } from '#web/ui/controls/copy.tsx'
import { CheckIcon, CopyIcon, ShareIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { formatLocalTime } from '#web/studio/forms/local-time.ts'
import { formatZone } from '#web/words/zone.ts'
import { CountdownButtons } from './countdown-box.tsx'
import { HideDialog, PublishDialog, type Publishable } from './publish-dialog.tsx'
import { countAudioItems, useAudioItems, type AudioCounts } from '#web/studio/uploads/audio-items.ts'
import { useMay } from '#web/studio/content/role.ts'
import { StatusBadge } from './status-badge.tsx'
import { statusOf, type Status } from './status.ts'
import { useUploadsOf } from '#web/studio/uploads/window.ts'
import { isActive } from '#web/studio/uploads/uploads.ts'

/** Browser timers cannot wait longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 2

export function PublishBox({ item }: { item: Publishable }) {
  const { data: audioItems = [] } = useAudioItems(item.parent)
  const uploads = useUploadsOf(item.parent.id)
  const [asking, setAsking] = useState<'publish' | 'date' | 'hide' | null>(null)
  const counts = countAudioItems(audioItems)
  const uploading = uploads.filter(isActive).length
  const missing = uploads.filter((one) => isActive(one) && one.contentId === null).length
  const status = useStatus(item)
  const sells = useMay('money')
  const nothing = describeBlocker(item, counts, uploading)
  return (
    <section aria-labelledby="publish-title" className="rounded-bar border border-line bg-highlight p-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="publish-title" tabIndex={-1} data-quiet-focus className="text-lg">
          {t('studio.publishTitle')}
        </h2>
        <StatusBadge status={status} />
      </div>
      <p role="status" className="text-sm text-ink-2">
        {describeStatus(item, status)}
      </p>
      <Counts counts={counts} uploading={uploading} />
      <div className="mt-4 flex flex-col gap-2.5">
        {status === 'draft' && (
          <Button disabled={nothing !== null} aria-describedby="publish-why" onClick={() => setAsking('publish')}>
            {t('studio.publishButton')}
          </Button>
        )}
        {status === 'draft' && nothing !== null && (
          <p id="publish-why" className="text-center text-sm text-ink-2">
            {nothing}
          </p>
        )}
        {status === 'published' && counts.hidden > 0 && (
          <Button onClick={() => setAsking('publish')}>{t('studio.publishNew')}</Button>
        )}
        {status !== 'draft' && (
          <Button kind="quiet" onClick={() => setAsking(status === 'scheduled' ? 'publish' : 'date')}>
            {t(status === 'scheduled' ? 'studio.publishChange' : 'studio.changeDate')}
          </Button>
        )}
        {status === 'published' && <Out path={item.path} title={item.title} isQuiet={counts.hidden > 0} />}
        {status === 'scheduled' && item.parent.kind === 'album' && (
          <CountdownButtons parent={item.parent} path={item.path} />
        )}
        {item.parent.kind === 'album' && sells && (
          <ButtonLink kind="quiet" to={`/studio/edit/album/${item.parent.id}?part=downloads`}>
            {t('records.sell')}
          </ButtonLink>
        )}
        {status !== 'draft' && (
          <Button kind="quiet" onClick={() => setAsking('hide')}>
            {t('studio.hide')}
          </Button>
        )}
      </div>
      {(asking === 'publish' || asking === 'date') && (
        <PublishDialog
          item={item}
          audioItems={audioItems}
          counts={counts}
          missing={missing}
          isForDate={asking === 'date'}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'hide' && <HideDialog item={item} onClose={() => setAsking(null)} />}
    </section>
  )
}

/** Scheduled content becomes public while the page is open. */
export function useStatus(item: Publishable): Status {
  const [, setTurn] = useState(0)
  const { isDraft, publishedAt } = item
  useEffect(() => {
    const waitMs = isDraft || publishedAt === null ? 0 : Date.parse(publishedAt) - Date.now()
    if (waitMs <= 0 || waitMs > LONGEST_WAIT_MS) return
    const timer = setTimeout(() => setTurn((turn) => turn + 1), waitMs + 1)
    return () => clearTimeout(timer)
  }, [isDraft, publishedAt])
  return statusOf(item)
}

/** Why it cannot be published yet, or null. A release needs at least one track that is ready, or it would be empty. */
function describeBlocker(
  { parent }: Publishable,
  { ready, preparing, awaiting }: AudioCounts,
  uploading: number,
): string | null {
  if (ready > 0) return null
  const isOnItsWay = preparing + awaiting + uploading > 0
  if (parent.kind === 'album') return t(isOnItsWay ? 'studio.publishNotReady' : 'studio.publishNothing')
  return isOnItsWay ? null : t('studio.publishNoEpisode')
}

function describeStatus({ publishedAt, createdAt }: Publishable, status: Status): string {
  if (status === 'draft') {
    return publishedAt === null
      ? t('studio.publishDraft')
      : t('studio.publishPlanned', { date: formatLocalTime(publishedAt) })
  }
  const date = publishedAt ? formatLocalTime(publishedAt) : ''
  if (status === 'published') {
    const isOlder = publishedAt !== null && Date.parse(publishedAt) < Date.parse(createdAt)
    return t(isOlder ? 'studio.publishedDated' : 'studio.publishedSince', { date })
  }
  return t('studio.publishedFrom', { date, zone: formatZone(new Date(publishedAt ?? '')) })
}

function Counts({ counts, uploading }: { counts: AudioCounts; uploading: number }) {
  // Uploads of this window also count as awaiting on the server.
  const awaiting = Math.max(0, counts.awaiting - uploading)
  const { preparing } = counts
  const text = [
    counts.ready > 0 && t('studio.countReady', { count: counts.ready }),
    uploading > 0 && t('studio.countUploading', { count: uploading }),
    preparing > 0 && t('studio.countPreparing', { count: preparing }),
    awaiting > 0 && t('studio.countAwaiting', { count: awaiting }),
    counts.failed > 0 && t('studio.countFailed', { count: counts.failed }),
  ].filter((one) => one !== false)
  return text.length > 0 && <p className="mt-1 text-sm font-semi">{text.join(' · ')}</p>
}

function Out({ path, title, isQuiet }: { path: string; title: string; isQuiet: boolean }) {
  const { publicUrl } = useSettings()
  const address = new URL(path, publicUrl || location.origin).href
  const { copied, copy } = useCopy(address)
  const share = typeof navigator.share === 'function' ? () => void shareLink(title, address) : null
  return (
    <>
      <ButtonLink to={path} kind={isQuiet ? 'quiet' : 'solid'}>
        {t('studio.seeIt')}
      </ButtonLink>
      <div className="flex gap-2.5">
        <Button
          kind="quiet"
          onClick={copy}
          icon={copied ? <CheckIcon size={17} aria-hidden="true" /> : <CopyIcon size={17} aria-hidden="true" />}
          className="min-w-0 flex-1"
        >
          <span aria-live="polite">{t(copied ? 'studio.copied' : 'studio.copyLink')}</span>
        </Button>
        {share && (
          <Button kind="quiet" onClick={share} icon={<ShareIcon size={17} aria-hidden="true" />}>
            {t('studio.share')}
          </Button>
        )}
      </div>
    </>
  )
}

async function shareLink(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch {
    // The user has cancelled the share sheet.
    return
  }
}
