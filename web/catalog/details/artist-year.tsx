/** A year of an artist below the line: one bar for each week, as long as its sum, and faces at the largest zaps. */
import type { CSSProperties } from 'react'
import { getArtistYear } from '#contract/listening/support.ts'
import type { Wire } from '#contract/endpoint.ts'
import { sumOf } from '#web/content/number-formats.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { formatDate } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

type Year = Wire<typeof getArtistYear>
type Face = Year['faces'][number]

/** The width of a week in the drawing, and of its bar. */
const WEEK = 10
const BAR = 5
/** In percent of the height: a week with anything has a bar, a quiet one a mark. */
const SHORTEST = 2
/** In percent of the width: what a face covers, and a face with its words; past the last one, the words are on the left. */
const FACE_PERCENT = 4
const WORDS_PERCENT = 20
const TURNED_PERCENT = 66
/** How many weeks a face with its words covers, on wide windows and on narrow ones: it is below their bars. */
const COVERED = { wide: 10, narrow: 24 } as const
const ON_PHONES = 2

type PlacedFace = { face: Face; percent: number; isTurned: boolean; hasWords: boolean }

type Props = { artistId: string; name: string; isBelowCover: boolean }

export function ArtistYear({ artistId, name, isBelowCover }: Props) {
  const year = usePageData(getArtistYear, { params: { artistId } })
  const sum = sumOf(year?.weeks.map(({ msatAmount }) => msatAmount) ?? [])
  if (!year || sum === 0) return null
  const largest = Math.max(...year.weeks.map(({ msatAmount }) => msatAmount))
  const largestWeek = year.weeks.find(({ msatAmount }) => msatAmount === largest)!
  return (
    <figure className={classNames('year bleed', isBelowCover && 'mt-[clamp(1.5rem,3vw,3rem)]')} data-year>
      <svg
        viewBox={`0 0 ${year.weeks.length * WEEK} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="year-bars text-orange"
      >
        <path
          className="fill-(--cream) opacity-30"
          d={year.weeks.map(({ msatAmount }, week) => (msatAmount === 0 ? tick(week, SHORTEST) : '')).join('')}
        />
        <path
          fill="currentColor"
          d={year.weeks.map(({ msatAmount }, week) => bar(week, msatAmount / largest)).join('')}
        />
      </svg>
      <ul aria-label={t('imagery.yearFaces')}>
        {chooseFaces(year).map((placed, index) => (
          <YearFace key={placed.face.id} placed={placed} year={year} largest={largest} place={index} />
        ))}
      </ul>
      <figcaption className="gut absolute inset-x-0 bottom-2.5 text-xs text-(--cream)">
        {t('imagery.year', { name })}
        <span className="sr-only">
          {' '}
          {t('imagery.yearSum', { name, sats: formatSats(sum) })}{' '}
          {t('imagery.yearLargest', { date: formatDate(largestWeek.startsOn), sats: formatSats(largest) })}
        </span>
      </figcaption>
    </figure>
  )
}

function bar(week: number, share: number): string {
  if (share === 0) return ''
  return tick(week, Math.max(SHORTEST, Math.round(share * 1_000) / 10))
}

const tick = (week: number, height: number): string => `M${week * WEEK} 0h${BAR}v${height}h-${BAR}z`

/** The largest first: the next ones have words, or only a face, where those before leave room. */
function chooseFaces({ faces, weeks }: Year): PlacedFace[] {
  const placed: PlacedFace[] = []
  const isFree = (one: PlacedFace) => placed.every((other) => !doOverlap(extentOf(one), extentOf(other)))
  for (const face of faces) {
    const percent = (face.week / weeks.length) * 100
    const spoken = { face, percent, isTurned: percent > TURNED_PERCENT, hasWords: true }
    const silent = { ...spoken, hasWords: false }
    if (isFree(spoken)) placed.push(spoken)
    else if (isFree(silent)) placed.push(silent)
  }
  return placed
}

function extentOf({ percent, isTurned, hasWords }: PlacedFace): [from: number, to: number] {
  const width = hasWords ? WORDS_PERCENT : FACE_PERCENT
  return isTurned ? [percent + FACE_PERCENT - width, percent + FACE_PERCENT] : [percent, percent + width]
}

const doOverlap = ([from, to]: [number, number], [start, end]: [number, number]) => from < end && start < to

type FaceProps = { placed: PlacedFace; year: Year; largest: number; place: number }

function YearFace({ placed: { face, percent, isTurned, hasWords }, year: { weeks }, largest, place }: FaceProps) {
  const below = (count: number) => {
    const [from, to] = isTurned ? [face.week + 1 - count, face.week + 1] : [face.week, face.week + count]
    return Math.max(...weeks.slice(Math.max(0, from), to).map(({ msatAmount }) => msatAmount)) / largest
  }
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    [isTurned ? 'right' : 'left']: `${isTurned ? 100 - percent - 100 / weeks.length : percent}%`,
    '--depth': below(hasWords ? COVERED.wide : 2),
    '--depth-narrow': below(place === 0 ? COVERED.narrow : 4),
  }
  return (
    <li
      style={style}
      className={classNames(
        'year-face text-sm',
        isTurned && 'flex-row-reverse text-right',
        place >= ON_PHONES && 'max-md:hidden',
      )}
    >
      <span className="sr-only">
        {t('imagery.week', { date: formatDate(weeks[face.week]!.startsOn) })}:{' '}
        {face.displayName ?? face.name ?? t('horizon.somebody')}
      </span>
      <span className="shrink-0 rounded-pill border-3 border-(--under)">
        <Avatar src={face.artworkUrl} seed={face.name ?? face.id} size="small" />
      </span>
      <span
        className={classNames(
          'max-w-[22ch] leading-tight max-md:max-w-[19ch]',
          hasWords ? place > 0 && 'max-lg:sr-only' : 'sr-only',
        )}
      >
        <span className="block font-bold text-(--sats)">{formatSats(face.msatAmount)}</span>
        <span className={classNames('line-clamp-2 text-(--cream)', isTurned && 'turned-text')}>{face.message}</span>
      </span>
    </li>
  )
}
