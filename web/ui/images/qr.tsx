/** A QR code that copies its text when tapped.
 * Always dark on light, because many wallets cannot read inverted codes. */
import { useMemo } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { useCopy, type CopyLabels } from '#web/ui/controls/copy.tsx'
import { drawQr, type QrLevel } from './draw-qr.ts'
import { CheckIcon, CopyIcon } from '#web/ui/icon.tsx'

export function Qr({
  text,
  copyText = text,
  label,
  labels,
  level = 'M',
  className,
}: {
  text: string
  /** The text to copy, when it differs from the code's content. */
  copyText?: string
  /** What the code contains, for screen readers. */
  label: string
  labels: CopyLabels
  level?: QrLevel
  className?: string
}) {
  const { copied, copy } = useCopy(copyText)
  return (
    <button
      type="button"
      onClick={copy}
      className={classNames('group flex w-full max-w-[280px] flex-col items-center gap-2.5', className)}
    >
      <span className="block w-full rounded-cover bg-[#fffdf8] p-4 shadow-float transition-transform group-active:scale-[0.99]">
        <QrImage text={text} level={level} label={label} />
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

type QrImageProps = { text: string; level?: QrLevel; label: string; ink?: string }

/** The code alone. It needs a light background around it. */
export function QrImage({ text, level = 'M', label, ink = '#1b1524' }: QrImageProps) {
  const { path, size } = useMemo(() => drawQr(text, level), [text, level])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="block w-full"
    >
      <path d={path} fill={ink} />
    </svg>
  )
}
