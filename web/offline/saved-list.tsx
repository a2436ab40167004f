/** The items saved on this device, to play and to remove, and the storage they use. Works without a server. */
import { useEffect, useState } from 'react'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow } from '#web/player/playing/playable-row.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatNumber } from '#web/words/format.ts'
import { coverSeedOf } from '#web/player/state/queue.ts'
import { t } from '#web/words/words.ts'
import type { SavedItem } from './saved-data.ts'
import { canSave, dropWithdrawn, removeSaved, save, useSaved } from './saving.ts'

/** `hasTitle`: the page has a title across it already; with nothing saved, this has one otherwise. */
export function SavedList({ hasTitle = false }: { hasTitle?: boolean }) {
  const items = useSaved((state) => state.items)
  const [isAble, setIsAble] = useState(true)
  useEffect(() => {
    setIsAble(canSave())
    if (canSave()) void dropWithdrawn()
  }, [])
  if (!isAble) return <EmptyState sentence={t('offline.unable')} />
  if (items === null) return <ListSkeleton />
  if (items.length === 0) {
    if (hasTitle) return <EmptyState sentence={t('offline.empty')} />
    return <EmptyShelf title={t('shelf.titleRoom')} sentence={t('offline.empty')} />
  }
  return (
    <>
      <ul aria-label={t('offline.savedTitle')} className="flex flex-col gap-1">
        {items.map((item) => (
          <SavedRow key={item.path} item={item} />
        ))}
      </ul>
      <Space items={items} />
    </>
  )
}

function SavedRow({ item }: { item: SavedItem }) {
  const part = useSaved((state) => state.progress[item.path])
  const { path, title, byline, artworkUrl, sounds, isComplete } = item
  return (
    <PlayableRow ids={sounds.map(({ id }) => id)} className="flex items-center gap-3.5 px-2 py-2">
      <span className="relative w-14 shrink-0">
        <Cover src={artworkUrl} alt="" seed={sounds[0] ? coverSeedOf(sounds[0]) : path} sizes="56px" />
        <CoverPlayButton list={sounds} index={0} />
      </span>
      <div className="min-w-0 flex-1">
        <Link to={path} className="block truncate font-semi hover:underline">
          {title}
        </Link>
        <p className="truncate text-sm text-ink-2">{[byline, countOf(item)].filter(Boolean).join(' · ')}</p>
        {part !== undefined && (
          <div className="mt-1.5 max-w-60">
            <Progress label={t('offline.saving', { title, percent: Math.round(part * 100) })} part={part} isHidden />
          </div>
        )}
      </div>
      {!isComplete && part === undefined && (
        <>
          <span className="max-sm:hidden">
            <Badge>{t('offline.incomplete')}</Badge>
          </span>
          <WordButton
            label={t('offline.goOn', { title })}
            onClick={() => void save(item)}
            className="shrink-0 px-1 text-sm"
          >
            {t('row.continue')}
          </WordButton>
        </>
      )}
      <span className="text-sm text-ink-2 max-sm:hidden">{item.bytes > 0 && sizeOf(item.bytes)}</span>
      <WordButton
        label={t('offline.remove', { title })}
        onClick={() => void removeSaved([path])}
        className="shrink-0 px-1 text-sm"
      >
        {t('row.remove')}
      </WordButton>
    </PlayableRow>
  )
}

function countOf({ sounds }: SavedItem): string {
  const count = sounds.length
  return sounds[0]?.contentType === 'episode' ? t('offline.episodes', { count }) : t('offline.songs', { count })
}

/** The browser's storage estimate, which is not guaranteed. */
function Space({ items }: { items: readonly SavedItem[] }) {
  const [estimate, setEstimate] = useState<StorageEstimate | null>(null)
  const [isSure, setIsSure] = useState(false)
  useEffect(() => {
    void navigator.storage?.estimate?.().then(setEstimate, () => undefined)
  }, [items])
  const { usage, quota } = estimate ?? {}
  const saved = items.reduce((sum, { bytes }) => sum + bytes, 0)
  const removeAll = () => (isSure ? void removeSaved(items.map(({ path }) => path)) : setIsSure(true))
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4 text-sm text-ink-2">
      <p>
        {usage !== undefined &&
          quota !== undefined &&
          t('offline.room', { saved: sizeOf(saved), used: sizeOf(usage), total: sizeOf(quota) })}
      </p>
      <Button kind={isSure ? 'danger' : 'quiet'} size="small" onClick={removeAll} onBlur={() => setIsSure(false)}>
        {isSure ? t('offline.removeAllSure') : t('offline.removeAll')}
      </Button>
    </div>
  )
}

const MEGABYTE = 1_000_000

function sizeOf(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  if (megabytes >= 1_000)
    return t('offline.gigabytes', { size: formatNumber(megabytes / 1_000, { maximumFractionDigits: 1 }) })
  return t('offline.megabytes', { size: formatNumber(megabytes, { maximumFractionDigits: megabytes < 10 ? 1 : 0 }) })
}

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex min-h-88 flex-col gap-4">
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex items-center gap-4">
          <Skeleton className="size-14 shrink-0" />
          <Skeleton className="h-4 w-1/2" />
        </span>
      ))}
    </div>
  )
}
