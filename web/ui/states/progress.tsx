/** A progress bar with text. It pulses when the progress is indeterminate. */
import { classNames } from '#web/ui/class-names.ts'

export function Progress({
  label,
  part,
  note,
  isHidden = false,
}: {
  label: string
  /** 0..1, or null when indeterminate. */
  part: number | null
  note?: string
  /** The label is for screen readers only. */
  isHidden?: boolean
}) {
  const percent = part === null ? undefined : Math.round(part * 100)
  return (
    <div>
      {!isHidden && (
        <div className="mb-1.5 flex justify-between gap-4 text-sm">
          <span className="min-w-0 truncate font-medium">{label}</span>
          <span className="text-ink-2">{note ?? (percent === undefined ? '' : `${percent} %`)}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-pill bg-line-2"
      >
        <div
          className={classNames(
            'h-full origin-left rounded-pill bg-purple transition-transform duration-200',
            part === null && 'animate-breathe',
          )}
          style={{ transform: `scaleX(${part ?? 1})` }}
        />
      </div>
    </div>
  )
}
