/** The top of a page about one thing: its title across the window, its cover at the left edge, and beside the cover who
 * made it, the play disc, and what the page says first. Drawn in the colours of the page or band around it. */
import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { TitleFit } from '#web/ui/fit-text.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { Cover } from './cover.tsx'

type PosterProps = {
  title: string
  fit: TitleFit | null
  /** Where the title leads, on pages other than its own. */
  titleHref?: string
  /** False when the page has another heading above it. */
  isPageTitle?: boolean
  /** Who made it, or the kind of content. */
  byline?: ReactNode
  /** The play disc, the zap button, then text. */
  actions?: ReactNode
  coverUrl: string | null
  /** Replaces the cover, at the same size. */
  picture?: ReactNode
  seed: string
  transitionName?: string
  /** Beside the cover, below the names. */
  children?: ReactNode
}

export function Poster({
  title,
  fit,
  titleHref,
  isPageTitle = true,
  byline,
  actions,
  coverUrl,
  picture,
  seed,
  transitionName,
  children,
}: PosterProps) {
  return (
    <section>
      <FittedTitle title={title} fit={fit} level={isPageTitle ? 'h1' : 'h2'}>
        {(shown) => (titleHref === undefined ? shown : <Link to={titleHref}>{shown}</Link>)}
      </FittedTitle>
      <div className="grid items-start gap-x-[clamp(1.5rem,6vw,7rem)] gap-y-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="-ml-(--gut) max-md:mr-[12vw] md:sticky md:top-6 md:[max-width:calc(78svh+var(--gut))]">
          {picture ?? (
            <Cover
              src={coverUrl}
              alt=""
              seed={seed}
              isEager
              sizes="(min-width: 761px) 42vw, 88vw"
              {...(transitionName === undefined ? {} : { transitionName })}
            />
          )}
        </div>
        <div className="@container min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
            {byline !== undefined && <div className="title-2 min-w-0">{byline}</div>}
            {actions !== undefined && <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{actions}</div>}
          </div>
          {children}
        </div>
      </div>
    </section>
  )
}
