/** The large block at the top of a page: a cover and a title as large as fits, in the tint of the cover.
 * For featured releases, albums, artists and shows. Text and buttons are supplied by the page. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from './cover.tsx'
import { GreatMark } from '#web/ui/mark.tsx'
import { tintStyle, type TintColours } from '#web/ui/tint.ts'

type FeatureProps = {
  title: string
  /** Where the title links to, on pages other than its own. */
  titleHref?: string
  /** False when the page has another heading above it. */
  isPageTitle?: boolean
  /** Above the title: the artist, or the kind of content. */
  kicker?: ReactNode
  /** Below the title, in the text colour of the tint. */
  children?: ReactNode
  actions?: ReactNode
  coverUrl: string | null
  /** Replaces the cover, at the same size. */
  picture?: ReactNode
  seed: string
  /** For artists: the image is round. */
  isRound?: boolean
  colours: TintColours | null
  /** The large logo in the background, for featured content only. */
  hasMark?: boolean
  /** On phones the cover is small and the buttons are right below the title, visible without scrolling. */
  isCompact?: boolean
  transitionName?: string
  className?: string
}

export function Feature({
  title,
  titleHref,
  isPageTitle = true,
  kicker,
  children,
  actions,
  coverUrl,
  picture,
  seed,
  isRound = false,
  colours,
  hasMark = false,
  isCompact = false,
  transitionName,
  className,
}: FeatureProps) {
  const Title = isPageTitle ? 'h1' : 'h2'
  return (
    <section
      style={tintStyle(colours)}
      className={classNames(
        'tinted @container relative overflow-hidden rounded-bar p-4.5 md:rounded-header md:p-7',
        className,
      )}
    >
      {hasMark && <GreatMark className="absolute top-2 -right-9 hidden h-[calc(100%-16px)] opacity-13 @3xl:block" />}
      {/* Side by side when the container has room for both, whatever the window's width. */}
      <div
        className={classNames(
          'relative grid items-center gap-5 @min-[540px]:grid-cols-[180px_minmax(0,1fr)] @min-[540px]:gap-7',
          '@min-[720px]:grid-cols-[240px_minmax(0,1fr)] @min-[720px]:gap-9 @min-[1000px]:grid-cols-[300px_minmax(0,1fr)]',
        )}
      >
        {picture ?? (
          <Cover
            src={coverUrl}
            alt=""
            seed={seed}
            isEager
            shape={isRound ? 'round' : 'cover'}
            sizes="(min-width: 1280px) 300px, (min-width: 1024px) 240px, 320px"
            className={classNames(
              'w-full max-w-80 shadow-float',
              isRound && '@max-[540px]:w-2/3',
              isCompact && '@max-[540px]:max-w-36',
            )}
            {...(transitionName === undefined ? {} : { transitionName })}
          />
        )}
        {/* Its own container, so that the title is sized by the space beside the cover. */}
        <div className={classNames('@container min-w-0', isCompact && '@max-[540px]:flex @max-[540px]:flex-col')}>
          {kicker !== undefined && <div className="mb-2.5 font-semi">{kicker}</div>}
          <Title style={titleStyle(title)} className="title-fitted">
            {titleHref === undefined ? title : <Link to={titleHref}>{title}</Link>}
          </Title>
          {children !== undefined && (
            <div className={classNames('mt-3.5 max-w-[52ch]', isCompact && 'order-1')}>{children}</div>
          )}
          {actions !== undefined && <div className="action-row mt-5.5">{actions}</div>}
        </div>
      </div>
    </section>
  )
}

/** For titles up to this many characters: the largest font size,
 * and the share of the container's width in narrower ones. */
const STEPS = [
  { letters: 22, most: 'var(--text-4xl)', share: '13cqi' },
  { letters: 48, most: 'var(--text-3xl)', share: '9.5cqi' },
  { letters: Infinity, most: 'var(--text-2xl)', share: '8cqi' },
]
/** Where a line may break: at spaces, hyphens and dashes, and between any two characters of scripts without spaces. */
const BREAKS = /[\s\u2010-\u2015/-]+|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])/u

/** As large as fits: longer titles use smaller steps of the type scale, and the longest word fits on one line. */
function titleStyle(title: string): CSSProperties {
  const step = STEPS.find(({ letters }) => title.length <= letters)
  const longest = Math.max(1, ...title.split(BREAKS).map((label) => [...label].length))
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--title-most': step?.most ?? 'var(--text-2xl)',
    '--title-share': step?.share ?? '8cqi',
    '--longest-word': longest,
  }
  return style
}
