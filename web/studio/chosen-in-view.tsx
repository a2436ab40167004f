/** A row of links of which the chosen one is always in sight: on a phone the row is wider than the screen. */
import { useEffect, useRef, type ReactNode } from 'react'

export function ChosenInView({
  chosen,
  className,
  children,
}: {
  /** Changes with what is chosen. */
  chosen: string
  className?: string
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [chosen])
  return (
    <div ref={row} className={className}>
      {children}
    </div>
  )
}
