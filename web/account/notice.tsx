/** A page with a single message: arcs, a title, a sentence, and the next step. */
import type { ReactNode } from 'react'
import { DrawnArcs } from '#web/ui/mark.tsx'

const TONES = { done: 'text-mint', waiting: 'text-ink-3 animate-breathe', wrong: 'rotate-180 text-pink' } as const

export function Notice({
  tone,
  title,
  actions,
  children,
}: {
  tone: keyof typeof TONES
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex max-w-[52rem] flex-col gap-4 py-10 md:py-16">
      <DrawnArcs className={TONES[tone]} />
      <h1 className="mt-2 max-w-full title-1 break-words">{title}</h1>
      <div className="max-w-[48ch] text-lg text-pretty text-ink-2">{children}</div>
      {actions && <div className="mt-3 flex flex-wrap items-center gap-2.5">{actions}</div>}
    </div>
  )
}
