/** The waveform of one track or episode across the page: pressing it plays from that position. */
import { lazy, Suspense } from 'react'
import { getTerms } from '#contract/payments/terms.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePeaks } from '#web/player/state/peaks.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { Waveform } from '#web/ui/images/waveform.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { usePageData } from '#web/frame/page-data.ts'

const SharedLane = lazy(async () => ({ default: (await import('#web/content/shared-parts.tsx')).SharedLane }))

/** A draft has no terms yet. */
export function AudioWave({ playable, isDraft }: { playable: Playable; isDraft: boolean }) {
  const isCurrent = usePlayer((state) => state.activeTrackId === playable.id)
  const played = usePlayer((state) => (state.activeTrackId === playable.id ? state.trackPlayedSeconds : 0))
  const peaks = usePeaks(playable.id)
  const total = playable.durationSeconds
  const terms = usePageData(getTerms, { params: { contentId: playable.id } }, { isEnabled: !isDraft })
  const timeSplits = terms?.timeSplits ?? []
  const seek = (seconds: number) => {
    const player = usePlayer.getState()
    if (!isCurrent) player.playList([playable], 0)
    player.seek(seconds)
  }
  return (
    <div className="mt-7">
      <Waveform
        peaks={peaks}
        durationSeconds={total}
        playedSeconds={played}
        label={t('catalog.waveform', { title: playable.title })}
        valueText={t('player.position', { played: formatDuration(played), total: formatDuration(total) })}
        onSeek={seek}
        className="h-20 md:h-24"
      />
      {timeSplits.length > 0 && total > 0 && (
        <Suspense fallback={<div className="h-7" />}>
          <SharedLane timeSplits={timeSplits} playable={playable} />
        </Suspense>
      )}
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-ink-2">
        <span>{formatDuration(played)}</span>
        <span>{formatDuration(total)}</span>
      </p>
    </div>
  )
}
