/** An amount as large as its container allows: `--em` is its width, and the style sheet divides. */
import type { CSSProperties } from 'react'
import { textWidth } from './fit-text.ts'

/** Hidden from screen readers, which read the amount with its unit beside it. */
export function FittedFigure({ text, most }: { text: string; most: string }) {
  const em = textWidth(text)
  const widths: CSSProperties & Record<`--${string}`, number | string> = {
    '--em': em,
    '--em-narrow': em,
    '--title-most': most,
    '--title-most-narrow': '11.5rem',
    '--title-edge': '-0.004em',
  }
  return (
    <p aria-hidden="true" className="title-fit font-display" style={widths}>
      <span key={text} className="origin-left animate-settle">
        {text}
      </span>
    </p>
  )
}
