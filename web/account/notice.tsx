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
    <div className="mx-auto flex max-w-[560px] flex-col items-center gap-4 px-2 py-14 text-center md:py-24">
      <DrawnArcs className={TONES[tone]} />
      <h1 className="title-great mt-2 max-w-full break-words">{title}</h1>
      <div className="max-w-[44ch] text-lg text-balance text-ink-2">{children}</div>
      {actions && <div className="mt-3 flex flex-wrap items-center justify-center gap-2.5">{actions}</div>}
    </div>
  )
}
