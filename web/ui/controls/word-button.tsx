/** A secondary action as an underlined word. Its label names the content too and begins with the visible word, for
 * screen readers and voice control. */
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export function WordButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'aria-label'> & { label: string; className?: string | undefined }) {
  return (
    <button {...rest} type="button" aria-label={label} className={classNames('word-button', className)}>
      {children}
    </button>
  )
}
