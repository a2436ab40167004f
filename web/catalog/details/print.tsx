/** A photograph printed in two inks, by day and by night, with its focal point in sight. The one for the other time of day is
 * not loaded. */
import type { CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Prints = { day: string; night: string }
type Focused = Prints & { focus: { x: number; y: number } }

const BY_TIME = { day: 'dark:hidden', night: 'hidden dark:block' } as const

/** Fills its container. */
export function BannerPrint({ wide, narrow, alt }: { wide: Focused; narrow: Focused; alt: string }) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--wide': positionOf(wide.focus),
    '--narrow': positionOf(narrow.focus),
  }
  return (['day', 'night'] as const).map((time) => (
    <picture key={time} className={classNames('absolute inset-0', BY_TIME[time])}>
      <source media="(width <= 760px)" srcSet={narrow[time]} />
      <img
        src={wide[time]}
        alt={alt}
        style={style}
        loading="lazy"
        fetchPriority="high"
        decoding="async"
        className="size-full object-cover object-(--wide) max-md:object-(--narrow)"
      />
    </picture>
  ))
}

export function NotesPrint({ print, alt, className }: { print: Prints; alt: string; className: string }) {
  return (['day', 'night'] as const).map((time) => (
    <img
      key={time}
      src={print[time]}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classNames(className, BY_TIME[time])}
    />
  ))
}

const positionOf = ({ x, y }: { x: number; y: number }) => `${x * 100}% ${y * 100}%`
