/** An amount as large as its container allows: `--em` is its width, and the style sheet divides. */
import type { CSSProperties } from 'react'
import { figureWidth } from './figure-width.ts'

/** Hidden from screen readers, which are told the amount with its unit beside it. */
export function FittedFigure({ text, most }: { text: string; most: string }) {
  const em = figureWidth(text)
  const widths: CSSProperties & Record<`--${string}`, number | string> = {
    '--em': em,
    '--em-narrow': em,
    '--title-most': most,
    '--title-most-narrow': '11.5rem',
  }
  return (
    <p aria-hidden="true" className="title-fit font-display" style={widths}>
      <span key={text} className="origin-left animate-settle">
        {text}
      </span>
    </p>
  )
}
