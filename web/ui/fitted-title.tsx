/** A title across its container, as large as fits. The server knows how wide it is in em (`titleFit` in
 * contract/fields.ts), for wide windows and for phones; the style sheet divides, so nothing moves when scripts arrive. */
import type { CSSProperties, ReactNode } from 'react'
import type { TitleFit } from './fit-text.ts'
import { fitsOneLine } from './title-line.ts'

/** Longer titles would fill a phone's screen. */
const LARGE_MAX = 100

export function FittedTitle({
  title,
  fit,
  level: Title = 'h1',
  isAcross = Title === 'h1',
  children,
}: {
  title: string
  /** Null: too long to be fitted; it wraps. */
  fit: TitleFit | null
  level?: 'h1' | 'h2' | 'h3' | 'p'
  /** Across the window, as titles of pages are. */
  isAcross?: boolean
  /** Wraps what is shown, for example in a link. */
  children?: (shown: ReactNode) => ReactNode
}) {
  const shown = fit === null ? title : withBreaks(title, fit)
  const widths: CSSProperties & Record<`--${string}`, number> = fit
    ? {
        '--em': fit.wide.em,
        '--em-narrow': fit.narrow.em,
        '--em-line': fit.lineEm,
        '--lines': fit.narrow.breaks.length + 1,
      }
    : {}
  return (
    <Title className={fit === null ? wrappedLook(title) : fittedLook(fit, isAcross)} style={widths}>
      <span>{children ? children(shown) : shown}</span>
    </Title>
  )
}

const fittedLook = (fit: TitleFit, isAcross: boolean): string =>
  isAcross && fitsOneLine(fit) ? 'title-fit title-line' : 'title-fit'

const wrappedLook = (title: string): string =>
  title.length > LARGE_MAX ? 'mb-[clamp(1.25rem,2.6vw,3rem)] title-2' : 'title-long'

/** Lines end in different places on wide windows and on phones; the words stay one text. */
function withBreaks(title: string, { wide, narrow }: TitleFit): ReactNode[] {
  const ends = [...new Set([...wide.breaks, ...narrow.breaks])].toSorted((a, b) => a - b)
  return [...ends, title.length].flatMap((end, index) => {
    const start = ends[index - 1] ?? 0
    const line = title.slice(start, end)
    if (end === title.length) return [line]
    const isWide = wide.breaks.includes(end)
    const isNarrow = narrow.breaks.includes(end)
    const where = isWide && isNarrow ? undefined : isWide ? 'max-[560px]:hidden' : 'min-[560px]:hidden'
    return [line, <br key={end} className={where} />]
  })
}
