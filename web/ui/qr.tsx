/** A QR code that copies its text when tapped. Versions 1 to 40; error correction L, M, Q or H.
 * Always dark on light: many wallets cannot read the other way round. */
import encodeQR from 'qr'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import { useCopy, type CopyLabels } from './copy.tsx'
import { CheckIcon, CopyIcon } from './icon.tsx'

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const

export function Qr({
  text,
  copyText = text,
  label,
  labels,
  level = 'M',
  className,
}: {
  text: string
  /** What is copied, where it is not the same as the code. */
  copyText?: string
  /** What the code holds, for readers. */
  label: string
  labels: CopyLabels
  level?: keyof typeof LEVELS
  className?: string
}) {
  const { copied, copy } = useCopy(copyText)
  const { path, size } = useMemo(() => drawQr(text, level), [text, level])
  return (
    <button
      type="button"
      onClick={copy}
      className={classNames('group flex w-full max-w-[280px] flex-col items-center gap-2.5', className)}
    >
      <span className="block w-full rounded-cover bg-[#fffdf8] p-4 shadow-float transition-transform group-active:scale-[0.99]">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          className="block w-full"
        >
          <path d={path} fill="#1b1524" />
        </svg>
      </span>
      <span className="flex items-center gap-1.5 text-sm font-semi text-ink-2" aria-live="polite">
        {copied ? (
          <CheckIcon size={16} className="text-mint" aria-hidden="true" />
        ) : (
          <CopyIcon size={16} aria-hidden="true" />
        )}
        {copied ? labels.copied : labels.idle}
      </span>
    </button>
  )
}

/** One path for all dark modules, row by row; the rest of the quiet zone is the padding around it. */
export function drawQr(text: string, level: keyof typeof LEVELS): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: LEVELS[level], border: 1 })
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end + 1]) end++
      path += `M${x} ${y}h${end - x + 1}v1h-${end - x + 1}z`
      x = end
    }
  })
  return { path, size: rows.length }
}
