/** A round button with an icon only. Its label is required, because screen readers have nothing else. */
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const KINDS = {
  plain: 'text-ink-2 hover:text-ink hover:bg-[color-mix(in_srgb,currentColor_9%,transparent)]',
  strong: 'text-ink hover:bg-[color-mix(in_srgb,currentColor_9%,transparent)]',
  raised: 'border border-line bg-highlight text-ink hover:border-line-2',
  solid: 'bg-ink text-beige hover:bg-ink-hover',
} as const
const SIZES = { small: 'size-9', regular: 'size-11' } as const

export function IconButton({
  label,
  kind = 'plain',
  size = 'regular',
  isOn,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'aria-pressed'> & {
  label: string
  kind?: keyof typeof KINDS
  size?: keyof typeof SIZES
  /** For a toggle: sets aria-pressed and shows a dot below the icon. */
  isOn?: boolean
  className?: string
}) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      className={classNames(
        'relative grid shrink-0 place-items-center rounded-pill transition-[color,background-color,border-color,opacity,transform] active:scale-[0.96]',
        'disabled:pointer-events-none disabled:opacity-40',
        KINDS[kind],
        SIZES[size],
        isOn &&
          'text-purple hover:text-purple after:absolute after:bottom-1 after:size-1 after:rounded-pill after:bg-current',
        className,
      )}
    >
      {children}
    </button>
  )
}
