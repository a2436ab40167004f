/** Buttons, and links that look like buttons. At most one zap button per view, because orange means money.
 * Buttons with an icon only are in icon-button.tsx. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { WaitIcon } from '#web/ui/icon.tsx'

export type ButtonKind = 'solid' | 'zap' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'regular' | 'large'

const KINDS: Record<ButtonKind, string> = {
  solid: 'bg-ink text-beige hover:bg-ink-hover',
  zap: 'bg-orange text-on-orange hover:brightness-106',
  outline: 'border-[1.5px] border-current hover:bg-sunken',
  quiet: 'border border-line bg-highlight hover:border-line-2',
  danger: 'border-[1.5px] border-current text-pink hover:bg-pink-soft',
}
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-9 gap-1.5 px-3.5 text-sm',
  regular: 'min-h-11 gap-2 px-5',
  large: 'min-h-12 gap-2.5 px-6',
}

function looks(kind: ButtonKind, size: ButtonSize, className: string | undefined) {
  return classNames(
    'relative inline-flex max-w-full shrink-0 items-center justify-center rounded-pill font-strong select-none',
    'transition-[opacity,filter,border-color,background-color,transform] active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-45',
    KINDS[kind],
    SIZES[size],
    className,
  )
}

type Looks = { kind?: ButtonKind; size?: ButtonSize; icon?: ReactNode }

export function Button({
  kind = 'solid',
  size = 'regular',
  icon,
  isWaiting = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & Looks & { isWaiting?: boolean; className?: string }) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      disabled={disabled === true || isWaiting}
      aria-busy={isWaiting || undefined}
      className={looks(kind, size, className)}
    >
      {isWaiting ? <WaitIcon size={17} className="animate-turn" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

export function ButtonLink({
  kind = 'solid',
  size = 'regular',
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Looks) {
  return (
    <Link {...rest} className={looks(kind, size, className)}>
      {icon}
      {children}
    </Link>
  )
}
