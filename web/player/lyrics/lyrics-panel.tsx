/** The lyrics of a song on the full screen: sung with it where their times are known, otherwise scrolled freely at one
 * size. The format is contract/catalog/lyrics.ts. */
import { useMemo, type RefObject } from 'react'
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { SungLines } from './sung-lines.tsx'
import { useLyrics } from './lyrics-data.ts'

export function LyricsPanel({ trackId, scroller }: { trackId: string; scroller: RefObject<HTMLElement | null> }) {
  const query = useLyrics(trackId, true)
  const text = query.data?.lyrics ?? ''
  const lyrics = useMemo(() => parseLyrics(text), [text])
  if (query.isPending) {
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
        {['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-10 ${width}`} />
        ))}
      </div>
    )
  }
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ErrorState level="part" title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={retry} />
  }
  if (lyrics.lines.length === 0) return <p className="max-w-[40ch] text-lg">{t('player.lyricsNone')}</p>
  if (lyrics.isTimed) return <SungLines lines={lyrics.lines} scroller={scroller} />
  return <p className="lyrics-line whitespace-pre-line">{lyrics.lines.map((line) => line.text).join('\n')}</p>
}
