/** Saved records as spines on a shelf: as wide as they are long, in their colours, the title along them. The one under the
 * pointer or the focus turns its cover to the front. On phones the spines lie flat, as a list. */
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { LikeButton } from '#web/likes/like-button.tsx'
import { Outlines } from './empty/outlines.tsx'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { floodStyle, type FloodColours } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

export type ShelfRecord = {
  id: string
  title: string
  byline: string
  href: string
  artworkUrl: string | null
  colours: FloodColours | null
  durationSeconds: number
}

const THINNEST_PX = 20
const THICKEST_PX = 36
const LONGEST_SECONDS = 3_600

/** The number of records on one board; with more, there are several boards. */
const ON_A_BOARD = 28

export function Shelf({ label, records }: { label: string; records: readonly ShelfRecord[] }) {
  const shelf = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState(0)
  const front = records[turned] ?? records[0]
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, turned, records.length)
    if (next === null) return
    event.preventDefault()
    setTurned(next)
    shelf.current?.querySelectorAll<HTMLElement>('[data-spine]')[next]?.focus()
  }
  const boards = Array.from({ length: Math.ceil(records.length / ON_A_BOARD) }, (_, board) => board * ON_A_BOARD)
  return (
    <div ref={shelf} className="bleed overflow-clip">
      {boards.map((first) => (
        <div key={first} className="md:gut flex max-md:flex-col md:mb-8 md:border-b-12 md:border-ink md:pt-2">
          <ul aria-label={label} onKeyDown={move} className="flex min-w-0 max-md:flex-col md:items-end">
            {records.slice(first, first + ON_A_BOARD).map((record, index) => (
              <Spine
                key={record.id}
                record={record}
                isTurned={record === front}
                onTurn={() => setTurned(first + index)}
              />
            ))}
          </ul>
          {first + ON_A_BOARD >= records.length && (
            <div className="flex min-w-0 grow max-md:hidden">
              <Outlines />
            </div>
          )}
        </div>
      ))}
      {front && (
        <div className="gut flex items-center justify-between gap-4 max-md:hidden">
          <p aria-hidden="true" className="min-w-0">
            <span className="block truncate title-1">{front.title}</span>
            <span className="text-lg text-ink-2">{front.byline}</span>
          </p>
          <LikeButton contentId={front.id} title={front.title} />
        </div>
      )}
    </div>
  )
}

function nextOf(key: string, from: number, count: number): number | null {
  const places: Partial<Record<string, number>> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: count - 1 }
  const place = places[key]
  return place === undefined || place < 0 || place >= count ? null : place
}

type SpineProps = { record: ShelfRecord; isTurned: boolean; onTurn: () => void }

/** One stop of the tab key for the whole shelf; arrows go from spine to spine. A turned one is as wide as its cover, and
 * the pointer that turned it is still above it. */
function Spine({ record, isTurned, onTurn }: SpineProps) {
  const { id, title, byline, href, artworkUrl, colours, durationSeconds } = record
  const length = Math.min(1, durationSeconds / LONGEST_SECONDS)
  const size: CSSProperties & Record<`--${string}`, string | number> = {
    '--thick': `${Math.round(THINNEST_PX + (THICKEST_PX - THINNEST_PX) * length)}px`,
    '--tall': `${90 + (hashOf(id) % 11)}%`,
  }
  return (
    <li
      style={size}
      className={classNames(
        'flex [--side:clamp(15rem,27vw,28rem)] max-md:items-center md:h-(--side) md:min-w-0 md:items-end',
        isTurned ? 'md:shrink-0 md:basis-(--side)' : 'md:basis-(--thick)',
      )}
    >
      <Link
        to={href}
        data-spine
        tabIndex={isTurned ? 0 : -1}
        onFocus={onTurn}
        onPointerEnter={onTurn}
        style={floodStyle(colours)}
        className={classNames(
          'flood flex min-w-0 max-md:h-18 max-md:flex-1 max-md:items-center md:w-full md:border-l md:border-[color-mix(in_srgb,var(--on)_22%,transparent)]',
          isTurned ? 'md:h-full' : 'md:h-(--tall) md:items-center md:pt-3 md:pb-2 md:[writing-mode:vertical-rl]',
        )}
      >
        <Cover
          src={artworkUrl}
          alt=""
          seed={id}
          sizes="(min-width: 761px) 27vw, 72px"
          className={classNames(
            'shrink-0 max-md:size-18',
            isTurned ? 'md:size-full md:animate-turn-front' : 'md:hidden',
          )}
        />
        <span className={classNames('min-w-0 max-md:px-4', isTurned ? 'md:sr-only' : 'md:max-h-full')}>
          <span className="block truncate font-display font-heavy max-md:text-lg max-md:leading-tight md:text-sm md:leading-none">
            {title}
          </span>
          <span className="block truncate text-sm md:sr-only">{byline}</span>
        </span>
      </Link>
      <span className="md:hidden">
        <LikeButton contentId={id} title={title} />
      </span>
    </li>
  )
}

function hashOf(text: string): number {
  let hash = 0
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return hash
}

const COMING_PX = [26, 18, 34, 22, 22, 30, 18, 26, 34, 22, 18, 30]

export function ShelfComing() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="flex max-md:flex-col md:items-end md:gap-0.5 md:pt-6"
    >
      {COMING_PX.map((width, index) => (
        <span
          // The list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          style={{ '--thick': `${width}px` } as CSSProperties}
          className="max-md:h-18 md:w-(--thick)"
        >
          <Skeleton className="h-full max-md:mb-1 md:h-[clamp(15rem,27vw,28rem)]" />
        </span>
      ))}
    </div>
  )
}
