/** The block a page is remembered by: a cover and a title as large as fits, on the tint of the cover.
 * Featured releases, albums, artists, shows. Its words and buttons are the page's. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Cover } from './cover.tsx'
import { GreatMark } from './mark.tsx'
import { tintStyle, type TintColours } from './tint.ts'

export function Feature({
  title,
  titleHref,
  isPageTitle = true,
  kicker,
  children,
  actions,
  coverUrl,
  seed,
  isRound = false,
  colours,
  hasMark = false,
  transitionName,
  className,
}: {
  title: string
  /** Where the title leads, on pages that are not its own. */
  titleHref?: string
  /** False where the page has another heading above it. */
  isPageTitle?: boolean
  /** Above the title: whose it is, or what. */
  kicker?: ReactNode
  /** Below the title, in the ink of the tint. */
  children?: ReactNode
  actions?: ReactNode
  coverUrl: string | null
  seed: string
  /** For people: their picture is round. */
  isRound?: boolean
  colours: TintColours | null
  /** The mark, very large behind it: only for what is featured. */
  hasMark?: boolean
  transitionName?: string
  className?: string
}) {
  const Title = isPageTitle ? 'h1' : 'h2'
  return (
    <section
      style={tintStyle(colours)}
      className={classNames(
        'tinted relative grid items-end gap-5 overflow-hidden rounded-bar p-4.5',
        'md:grid-cols-[minmax(0,260px)_minmax(0,1fr)] md:gap-9 md:rounded-header md:p-7 xl:grid-cols-[300px_minmax(0,1fr)]',
        className,
      )}
    >
      {hasMark && <GreatMark className="absolute top-2 -right-9 hidden h-[calc(100%-16px)] opacity-13 lg:block" />}
      <Cover
        src={coverUrl}
        alt=""
        seed={seed}
        isEager
        shape={isRound ? 'round' : 'cover'}
        sizes="(min-width: 1280px) 300px, (min-width: 761px) 260px, 90vw"
        className={classNames('relative shadow-float', isRound && 'max-md:w-2/3')}
        {...(transitionName === undefined ? {} : { transitionName })}
      />
      <div className="relative min-w-0">
        {kicker !== undefined && <div className="mb-2.5 font-semi">{kicker}</div>}
        <Title className={classNames('max-w-[16ch] text-balance', titleSize(title))}>
          {titleHref === undefined ? title : <Link to={titleHref}>{title}</Link>}
        </Title>
        {children !== undefined && <div className="mt-3.5 max-w-[52ch]">{children}</div>}
        {actions !== undefined && <div className="mt-5.5 flex flex-wrap gap-2.5">{actions}</div>}
      </div>
    </section>
  )
}

const HUGE_LETTERS = 22
const GREAT_LETTERS = 48

/** As large as fits: the longer the title, the smaller, by steps of the one scale. */
function titleSize(title: string): string {
  if (title.length <= HUGE_LETTERS) return 'title-huge'
  return title.length <= GREAT_LETTERS ? 'title-great max-w-[24ch]' : 'text-2xl max-w-[40ch]'
}
