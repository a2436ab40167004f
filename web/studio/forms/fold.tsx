/** A collapsed part of a form, for fields that most people fill in later or never. */
import type { ReactNode } from 'react'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

/** `isOpen`: at first, because a field has a value. */
export function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen || undefined} className="group rounded-field border border-line px-[min(1rem,4vw)] open:pb-5">
      <summary className="flex min-h-12 list-none items-center gap-2 font-semi [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-90" />
        <span className="min-w-0">
          {title} <span className="text-sm font-medium text-ink-2">{t('studio.optional')}</span>
        </span>
      </summary>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 pt-2">{children}</div>
    </details>
  )
}
