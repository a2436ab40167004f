/** A sound as one picture: its loudness above the line in the colours of who is paid, the sats below it at the second
 * they were sent. Pressing above plays from there, below zaps that second. */
import { useRef, type MouseEvent } from 'react'
import { getHorizon } from '#contract/listening/horizon.ts'
import { usePageData } from '#web/frame/page-data.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { SeekSlider } from '#web/ui/controls/seek-slider.tsx'
import { useDrawing } from '#web/ui/images/canvas.ts'
import { useHydrated } from '#web/data/use-hydrated.ts'
import { formatDuration } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useZap } from '#web/zap/zap.ts'
import { countBuckets, lengthOf, type HorizonData, largestMsatOf } from '#contract/listening/horizon-bars.ts'
import { drawSats, drawLoudness, startsOf } from '#web/player/horizon/draw.ts'
import { Faces } from '#web/player/horizon/faces.tsx'
import { type Arrival, useArrivals } from './arrivals.ts'
import { ZapList } from './zap-list.tsx'

const FACES_PX = 56
/** A bar is never wider than one of so many. */
const SLIMMEST = 96

export type HorizonProps = {
  contentId: string
  title: string
  /** What it plays: the sound itself, or all tracks of an album. */
  list: readonly Playable[]
}

export function Horizon({ contentId, title, list }: HorizonProps) {
  const horizon = usePageData(getHorizon, { params: { contentId } })
  const playedSeconds = usePlayedSeconds(horizon)
  const arrivals = useArrivals(contentId, horizon)
  // The server renders none, and the player may have loaded the data before this hydrates.
  const isHydrated = useHydrated()
  if (!isHydrated || !horizon || horizon.durationSeconds === 0) return null
  const play = (seconds: number) => playAt(horizon, list, seconds)
  return (
    <>
      <Sound horizon={horizon} title={title} playedSeconds={playedSeconds} onSeek={play} />
      <Sats horizon={horizon} list={list} arrivals={arrivals} onPlay={play} />
      {horizon.sums.length > 0 ? (
        <ZapList
          contentId={contentId}
          msatElsewhere={horizon.sums.length === 0 ? 0 : horizon.msatElsewhere}
          onPlay={play}
        />
      ) : (
        <div className="h-11 bg-(--under)" />
      )}
    </>
  )
}

/** The position in the whole horizon, while one of its sounds is in the player; otherwise null. */
function usePlayedSeconds(horizon: HorizonData | undefined): number | null {
  const activeId = usePlayer((state) => state.activeTrackId)
  const part = horizon && startsOf(horizon).find((one) => one.contentId === activeId)
  const played = usePlayer((state) => (part ? state.trackPlayedSeconds : 0))
  return part ? part.startSeconds + played : null
}

function partAt(horizon: HorizonData, seconds: number) {
  const parts = startsOf(horizon)
  return parts.findLast((part) => part.startSeconds <= seconds) ?? parts[0]
}

function playAt(horizon: HorizonData, list: readonly Playable[], seconds: number): void {
  const part = partAt(horizon, seconds)
  const index = list.findIndex(({ id }) => id === part?.contentId)
  if (!part || index < 0) return
  const player = usePlayer.getState()
  if (player.activeTrackId !== part.contentId) player.playList(list, index)
  player.seek(Math.max(0, seconds - part.startSeconds))
}

type SoundProps = {
  horizon: HorizonData
  title: string
  playedSeconds: number | null
  onSeek: (seconds: number) => void
}

function Sound({ horizon, title, playedSeconds: known, onSeek }: SoundProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { durationSeconds, parts } = horizon
  const playedSeconds = known ?? 0
  useDrawing(canvas, (target) => drawLoudness(target, horizon, known === null ? null : known / durationSeconds))
  return (
    <SeekSlider
      durationSeconds={durationSeconds}
      playedSeconds={playedSeconds}
      label={t('catalog.waveform', { title })}
      valueText={t('player.position', {
        played: formatDuration(playedSeconds),
        total: formatDuration(durationSeconds),
      })}
      onSeek={onSeek}
      className="horizon-sound relative block"
    >
      <canvas
        ref={canvas}
        className="block size-full text-(--on) caret-(--two) decoration-(--share-4) outline-(--three)"
      />
      {parts.length > 1 && <Beginnings horizon={horizon} />}
    </SeekSlider>
  )
}

/** A number and a hairline where each track of an album begins. */
function Beginnings({ horizon }: { horizon: HorizonData }) {
  const { durationSeconds } = horizon
  return startsOf(horizon).map(({ contentId, startSeconds }, index) => (
    <span
      key={contentId}
      aria-hidden="true"
      style={{ left: `${(startSeconds / durationSeconds) * 100}%` }}
      className="pointer-events-none absolute inset-y-0 border-l border-line pl-1.5 text-xs font-bold"
    >
      {index + 1}
    </span>
  ))
}

type SatsProps = {
  horizon: HorizonData
  list: readonly Playable[]
  arrivals: readonly Arrival[]
  onPlay: (seconds: number) => void
}

function Sats({ horizon, list, arrivals, onPlay }: SatsProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useDrawing(canvas, (target) => drawSats(target, horizon, FACES_PX))
  // A pointer's shortcut: everybody else plays to the second and presses Zap.
  const zapHere = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    zapAt(horizon, list, ((clientX - box.left) / box.width) * horizon.durationSeconds)
  }
  return (
    <div className="horizon-sats relative bg-(--under)">
      <canvas ref={canvas} onClick={zapHere} className="block size-full cursor-pointer text-orange" />
      {arrivals.map((arrival) => (
        <ArrivingBar key={arrival.id} horizon={horizon} arrival={arrival} />
      ))}
      {horizon.sums.length === 0 ? (
        <p className="pointer-events-none absolute inset-0 grid place-items-center px-4 text-center text-(--cream)">
          {horizon.msatElsewhere > 0
            ? t('horizon.onlyElsewhere', { sats: formatAmount(horizon.msatElsewhere) })
            : t('horizon.empty')}
        </p>
      ) : (
        <Faces horizon={horizon} onPlay={onPlay} />
      )}
    </div>
  )
}

function ArrivingBar({ horizon, arrival: { bucket, msatAmount } }: { horizon: HorizonData; arrival: Arrival }) {
  const whole = (horizon.sums.find((sum) => sum.bucket === bucket)?.msatAmount ?? 0) + msatAmount
  const length = lengthOf(whole, Math.max(whole, largestMsatOf(horizon.sums)))
  const buckets = countBuckets(horizon)
  return (
    <span
      aria-hidden="true"
      className="arrives pointer-events-none min-w-[3px]"
      style={{
        left: `${(bucket / buckets) * 100}%`,
        width: `${62 / Math.max(buckets, SLIMMEST)}%`,
        height: `calc(${length} * (100% - ${FACES_PX + 4}px))`,
      }}
    />
  )
}

function zapAt(horizon: HorizonData, list: readonly Playable[], seconds: number): void {
  const part = partAt(horizon, seconds)
  const playable = list.find(({ id }) => id === part?.contentId)
  if (!part || !playable) return
  const { title, artist, artworkUrl } = playable
  const contentTimeSeconds = Math.floor(Math.max(0, seconds - part.startSeconds))
  useZap.getState().openZap({ contentId: part.contentId, title, artist, artworkUrl, contentTimeSeconds })
}
