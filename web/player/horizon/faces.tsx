/** The largest zaps of a horizon, each at the end of its bar: a face, the amount, and the message where it fits. A face
 * plays from there. */
import type { CSSProperties } from 'react'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { lengthOf, type HorizonData, largestMsatOf } from '#contract/listening/horizon-bars.ts'
import { chooseFaces, ON_PHONES } from './choose-faces.ts'

export function Faces({ horizon, onPlay }: { horizon: HorizonData; onPlay: (seconds: number) => void }) {
  const faces = chooseFaces(horizon)
  const largest = largestMsatOf(horizon.sums)
  if (faces.length === 0) return null
  return (
    <ul aria-label={t('horizon.zaps')}>
      {faces.map(({ zap, percent, isTurned, roomPercent, roomOnPhones, words }, index) => {
        const name = zap.displayName ?? zap.name ?? t('horizon.somebody')
        const sats = formatSats(zap.msatAmount)
        return (
          <li
            key={zap.id}
            style={{
              [isTurned ? 'right' : 'left']: `${isTurned ? 100 - percent : percent}%`,
              top: `calc(${lengthOf(zap.msatAmount, largest)} * (100% - max(60px, 3.75rem)) + 4px)`,
            }}
            className={classNames('drops absolute z-10', index >= ON_PHONES && 'max-md:hidden')}
          >
            <button
              type="button"
              onClick={() => onPlay(zap.atSeconds)}
              className={classNames(
                'flex min-h-11 items-start gap-2 text-left text-sm',
                isTurned && 'flex-row-reverse text-right',
              )}
            >
              <span className="sr-only">{t('horizon.zap', { name, time: formatDuration(zap.atSeconds) })}</span>
              <span className="shrink-0 rounded-pill border-3 border-(--under)">
                <Avatar src={zap.artworkUrl} seed={zap.name ?? zap.id} size="small" />
              </span>
              <span
                style={{ '--room': `${roomPercent}vw`, '--room-on-phones': `${roomOnPhones}vw` } as CSSProperties}
                // On the ground's colour: with many zaps there are bars behind it.
                className={classNames(
                  'bg-(--under) px-1 max-w-[min(26ch,calc(var(--room)-56px))] leading-tight max-md:max-w-[calc(var(--room-on-phones)-56px)]',
                  words,
                )}
              >
                <span className="block font-bold whitespace-nowrap text-(--sats)">{sats}</span>
                {zap.message !== null && (
                  <span className={classNames('line-clamp-2 text-(--cream)', isTurned && 'turned-text')}>
                    {zap.message}
                  </span>
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
