/** Time splits of a track or episode: as a list beside its splits, and as a lane below its waveform. */
import type { ZapTerms } from '#web/zap/payment/legs.ts'
import { usePlayer } from '#web/player/state/store.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { percentOf } from './number-formats.ts'

type TimeSplit = ZapTerms['timeSplits'][number]

/** '0:30–0:40: 25 % to dia for “Guest”'. */
function describePart({ startSeconds, endSeconds, shareNumerator, shareDenominator, recipients, title }: TimeSplit) {
  const names = recipients.map(({ displayName, name }) => displayName ?? name).join(', ')
  return t('catalog.sharedPart', {
    from: formatDuration(startSeconds),
    to: formatDuration(endSeconds),
    percent: percentOf(shareNumerator, shareDenominator),
    who: title === null ? names : t('catalog.sharedFor', { names, title }),
  })
}

export function SharedParts({ timeSplits }: { timeSplits: readonly TimeSplit[] }) {
  return (
    <div className="basis-full">
      <h3 className="font-text text-sm font-semi tracking-normal">{t('catalog.sharedParts')}</h3>
      <ul className="mt-1 max-h-60 overflow-y-auto text-sm">
        {timeSplits.map((timeSplit) => (
          <li key={timeSplit.startSeconds} className="py-1 break-words">
            {describePart(timeSplit)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Each time split at its position below the waveform. Hover and
 * focus show its description; pressing it plays from there. */
export function SharedLane({ timeSplits, playable }: { timeSplits: readonly TimeSplit[]; playable: Playable }) {
  const total = playable.durationSeconds
  const play = (seconds: number) => {
    const player = usePlayer.getState()
    if (player.activeTrackId !== playable.id) player.playList([playable], 0)
    player.seek(seconds)
  }
  const within = timeSplits.filter(({ startSeconds }) => startSeconds < total)
  return (
    <ul aria-label={t('catalog.sharedParts')} data-shared-lane className="bleed relative h-7 bg-(--under)">
      {within.map((timeSplit) => {
        const { startSeconds, endSeconds } = timeSplit
        const left = (startSeconds / total) * 100
        const width = (Math.min(endSeconds, total) / total) * 100 - left
        const text = describePart(timeSplit)
        return (
          <li key={startSeconds}>
            <button
              type="button"
              aria-label={text}
              onClick={() => play(startSeconds)}
              className="peer absolute top-0 block h-6 min-w-1 py-2.5"
              style={{ left: `${left}%`, width: `${width}%` }}
            >
              <span className="block h-1 bg-(--cream)" />
            </button>
            {/* Aligned to the outer edge of the time split, so that it never leaves the screen. */}
            <span
              aria-hidden="true"
              style={left < 50 ? { left: `${left}%` } : { right: `${100 - left - width}%` }}
              className="pointer-events-none absolute top-full z-10 max-w-full rounded-small bg-ink px-2 py-1 text-xs text-beige opacity-0 peer-hover:opacity-100 peer-focus-visible:opacity-100"
            >
              {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
