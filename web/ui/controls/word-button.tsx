/** A secondary action as an underlined word. Its label names the content too and begins with the visible word, for
 * screen readers and voice control. */
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export function WordButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'aria-label'> & { label: string; className?: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={classNames(
        'relative min-h-11 font-strong underline decoration-2 underline-offset-[5px] hover:no-underline aria-pressed:no-underline',
        // In the gap after the word, so that the next word stays where it is.
        'aria-pressed:after:absolute aria-pressed:after:start-full aria-pressed:after:text-xs aria-pressed:after:content-["✓"]',
        className,
      )}
    >
      {children}
    </button>
  )
}
