/** A short word on a tinted background: a state, a kind, PREVIEW. The text carries the meaning, never colour alone. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const TONES = {
  plain: 'bg-sunken text-ink-2',
  purple: 'bg-purple-soft text-purple',
  pink: 'bg-pink-soft text-pink',
  mint: 'bg-mint-soft text-mint',
  money: 'bg-orange-soft text-orange-text',
} as const

export type BadgeTone = keyof typeof TONES

export function Badge({ tone = 'plain', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full shrink-0 items-center gap-1 rounded-pill px-2.5 py-0.5 text-xs font-strong',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
