/** The largest zaps of a horizon, each at the end of its bar: a face, the amount, and the message where it fits. A face
 * plays from there. */
import type { CSSProperties } from 'react'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { lengthOf, type HorizonData, largestMsatOf } from '#contract/listening/horizon-bars.ts'

type Zap = HorizonData['largest'][number]

/** In percent of the width: nearer faces would overlap, and beyond this the text is left of the face. */
const APART_PERCENT = 12
const TURNED_PERCENT = 76
const ON_PHONES = 3
/** Words need so much of the width, on phones and on tablets. */
const WORDS_ON_PHONES_PERCENT = 34
const WORDS_ON_TABLETS_PERCENT = 17

type Face = {
  zap: Zap
  percent: number
  isTurned: boolean
  roomPercent: number
  roomOnPhones: number
  /** Where its words are shown. */
  words: 'max-[17rem]:sr-only' | 'max-md:sr-only' | 'max-lg:sr-only'
}
type PlacedFace = Pick<Face, 'zap' | 'percent' | 'isTurned'>

/** Of two that are too near, the larger zap has its face. In the order of their sizes. */
function chooseFaces({ largest, durationSeconds }: HorizonData): Face[] {
  const faces: PlacedFace[] = []
  for (const zap of largest) {
    const percent = durationSeconds > 0 ? Math.min(99, (zap.atSeconds / durationSeconds) * 100) : 0
    const isTurned = percent > TURNED_PERCENT
    if (faces.every((face) => Math.abs(face.percent - percent) >= APART_PERCENT)) faces.push({ zap, percent, isTurned })
  }
  // On phones, fewer faces leave more room; one of them has words, except with large text.
  const onPhones = faces.slice(0, ON_PHONES)
  const speaker = onPhones.find((face) => roomOf(face, onPhones) >= WORDS_ON_PHONES_PERCENT)
  const roomOnPhones = speaker ? roomOf(speaker, onPhones) : 0
  return faces.map((face) => {
    const roomPercent = roomOf(face, faces)
    const onTablets = roomPercent >= WORDS_ON_TABLETS_PERCENT ? 'max-md:sr-only' : 'max-lg:sr-only'
    return { ...face, roomPercent, roomOnPhones, words: face === speaker ? 'max-[17rem]:sr-only' : onTablets }
  })
}

/** How far it is to the next face on the side of the words, or to the edge; half of it when that one's words come
 * towards it. */
function roomOf({ percent, isTurned }: PlacedFace, all: readonly PlacedFace[]): number {
  const rooms = all.map((other) => {
    const distance = isTurned ? percent - other.percent : other.percent - percent
    if (distance <= 0) return 100
    return other.isTurned === isTurned ? distance : distance / 2
  })
  return Math.min(isTurned ? percent : 100 - percent, ...rooms)
}

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
                <span className="block font-bold text-(--sats)">{sats}</span>
                {zap.message !== null && <span className="line-clamp-2 text-(--cream)">{zap.message}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
