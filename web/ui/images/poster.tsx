/** The top of a page about one thing: its title across the window, its cover at the left edge, and beside the cover who
 * made it, the play disc, and what the page says first. On phones the disc stands above the cover, inside the first
 * screen. Drawn in the colours of the page or band around it. */
import type { ReactNode } from 'react'
import type { TitleFit } from '#web/ui/fit-text.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { Cover } from './cover.tsx'

type PosterProps = {
  title: string
  fit: TitleFit | null
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
  /** On phones, the cover comes after the words. */
  isCoverLast?: boolean
  /** Beside the cover, below the names. */
  children?: ReactNode
}

export function Poster({
  title,
  fit,
  isPageTitle = true,
  byline,
  actions,
  coverUrl,
  picture,
  seed,
  transitionName,
  isCoverLast = false,
  children,
}: PosterProps) {
  return (
    <section>
      <FittedTitle title={title} fit={fit} level={isPageTitle ? 'h1' : 'h2'} />
      <div className="poster-grid">
        <div className={`poster-cover ${isCoverLast ? 'max-md:order-4' : 'max-md:order-2'}`}>
          {picture ?? (
            <Cover
              src={coverUrl}
              alt=""
              seed={seed}
              isEager
              sizes="(min-width: 761px) 36vh, 88vw"
              transitionName={transitionName}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-8 gap-y-4 max-md:order-1">
          {byline !== undefined && <div className="min-w-0 title-2">{byline}</div>}
          {actions !== undefined && <div className="poster-actions">{actions}</div>}
        </div>
        <div className="@container min-w-0 max-md:order-3 md:col-start-2">{children}</div>
      </div>
    </section>
  )
}
