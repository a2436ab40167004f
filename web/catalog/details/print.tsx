/** A photograph printed in two inks, for the light and the dark theme, with its focal point visible. The print of the other theme
 * is not loaded. */
import type { CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Prints = { day: string; night: string }
type Focused = Prints & { focus: { x: number; y: number } }

const BY_THEME = { day: 'dark:hidden', night: 'hidden dark:block' } as const

/** Fills its container. */
export function BannerPrint({ wide, narrow, alt }: { wide: Focused; narrow: Focused; alt: string }) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--wide': positionOf(wide.focus),
    '--narrow': positionOf(narrow.focus),
  }
  return (['day', 'night'] as const).map((theme) => (
    <picture key={theme} className={classNames('absolute inset-0', BY_THEME[theme])}>
      <source media="(width <= 760px)" srcSet={narrow[theme]} />
      <img
        src={wide[theme]}
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
  return (['day', 'night'] as const).map((theme) => (
    <img
      key={theme}
      src={print[theme]}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classNames(className, BY_THEME[theme])}
    />
  ))
}

const positionOf = ({ x, y }: { x: number; y: number }) => `${x * 100}% ${y * 100}%`
