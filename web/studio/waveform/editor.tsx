/** The shared frame of time-based editors: playback, current position, zoomable waveform, lanes below it.
 * The content of the lanes belongs to each editor. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { PauseIcon, PlayIcon, ZoomInIcon, ZoomOutIcon } from '#web/ui/icon.tsx'
import { Waveform } from '#web/ui/images/waveform.tsx'
import { t } from '#web/words/words.ts'
import { useMoment, type Playback } from './audio.ts'
import { writeTime } from './time.ts'

const ZOOM_MAX = 16

export function WaveformEditor({
  playback,
  decimals = 0,
  children,
}: {
  playback: Playback
  /** The decimals of the current position. */
  decimals?: 0 | 1 | 2
  /** Lanes, as wide as the waveform. */
  children?: ReactNode
}) {
  const [zoom, setZoom] = useState(1)
  const frame = useRef<HTMLDivElement>(null)
  useFollow(frame, playback, zoom)
  useSilenceWhenHidden(frame, playback)
  if (!playback.isReady) {
    return <p className="rounded-cover bg-sunken px-5 py-6 text-ink-2">{t('editors.soundMissing')}</p>
  }
  return (
    <div className="rounded-cover border border-line bg-highlight p-3 md:p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <PlayButton playback={playback} />
        <Clock playback={playback} decimals={decimals} />
        <span className="ml-auto flex">
          <IconButton label={t('editors.zoomOut')} disabled={zoom === 1} onClick={() => setZoom(zoom / 2)}>
            <ZoomOutIcon size={19} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('editors.zoomIn')} disabled={zoom >= ZOOM_MAX} onClick={() => setZoom(zoom * 2)}>
            <ZoomInIcon size={19} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {/* Padding on both sides for the handles of a segment at the very beginning or end. */}
      <div ref={frame} className="overflow-x-auto px-4 py-1">
        <div className="relative" style={{ width: `${zoom * 100}%` }}>
          <Wave playback={playback} />
          {children !== undefined && <div className="mt-2 flex flex-col gap-2">{children}</div>}
          <Head playback={playback} />
        </div>
      </div>
    </div>
  )
}

function PlayButton({ playback }: { playback: Playback }) {
  const isPlaying = useMoment(playback, (moment) => moment.isPlaying)
  return (
    <IconButton label={t(isPlaying ? 'editors.pause' : 'editors.play')} kind="solid" onClick={playback.toggle}>
      {isPlaying ? <PauseIcon size={17} /> : <PlayIcon size={17} />}
    </IconButton>
  )
}

function Clock({ playback, decimals }: { playback: Playback; decimals: 0 | 1 | 2 }) {
  const played = useMoment(playback, ({ playedSeconds }) => writeTime(playedSeconds, decimals))
  const hasFailed = useMoment(playback, (moment) => moment.hasFailed)
  if (hasFailed)
    return (
      <p role="alert" className="text-sm text-pink">
        {t('editors.soundFailed')}
      </p>
    )
  return (
    <p className="text-ink-2">
      <span className="font-semi text-ink">{played}</span> / {writeTime(playback.durationSeconds)}
    </p>
  )
}

function Wave({ playback }: { playback: Playback }) {
  const { peaks, durationSeconds, seek } = playback
  const playedSeconds = useMoment(playback, (moment) => moment.playedSeconds)
  return (
    <Waveform
      peaks={peaks}
      durationSeconds={durationSeconds}
      playedSeconds={playedSeconds}
      label={t('editors.position')}
      valueText={t('player.position', { played: writeTime(playedSeconds), total: writeTime(durationSeconds) })}
      onSeek={seek}
      className="h-20 md:h-24"
    />
  )
}

/** The playhead, across the waveform and all lanes. */
function Head({ playback }: { playback: Playback }) {
  const part = useMoment(playback, ({ playedSeconds }) => playedSeconds / playback.durationSeconds)
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 -translate-x-1/2 rounded-pill bg-ink"
      style={{ left: `${Math.min(1, part) * 100}%` }}
    />
  )
}

/** Keeps the playhead in view while the waveform is wider than its frame. */
function useFollow(frame: { readonly current: HTMLDivElement | null }, playback: Playback, zoom: number): void {
  const { moments, durationSeconds } = playback
  useEffect(() => {
    if (zoom === 1) return
    const follow = () => {
      const box = frame.current
      if (!box) return
      const x = (moments.getState().playedSeconds / durationSeconds) * box.scrollWidth
      const isSeen = x >= box.scrollLeft && x <= box.scrollLeft + box.clientWidth
      if (!isSeen) box.scrollLeft = x - box.clientWidth / 4
    }
    follow()
    return moments.subscribe(({ playedSeconds }, before) => playedSeconds !== before.playedSeconds && follow())
  }, [frame, moments, durationSeconds, zoom])
}

/** Pauses when another part of the page is opened, so that hidden audio does not play. */
function useSilenceWhenHidden(frame: { readonly current: HTMLDivElement | null }, playback: Playback): void {
  const { pause, isReady } = playback
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const size = new ResizeObserver(() => {
      if (box.offsetParent === null) pause()
    })
    size.observe(box)
    return () => size.disconnect()
  }, [frame, pause, isReady])
}
