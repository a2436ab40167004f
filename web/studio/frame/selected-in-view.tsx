/** A row of links that keeps the active one in view, because on a phone the row is wider than the screen. */
import { useEffect, useRef, type ReactNode } from 'react'

export function SelectedInView({
  selected,
  className,
  children,
}: {
  /** Changes when another link becomes active. */
  selected: string
  className?: string
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [selected])
  return (
    <div ref={row} className={className}>
      {children}
    </div>
  )
}
