/** The frame of the nostr box on the page of a release, podcast or event. Its content: box.tsx and work.tsx. */
import type { ReactNode } from 'react'
import { t } from '#web/words/words.ts'

export function NostrShell({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="nostr-title" className="rounded-bar border border-line bg-highlight p-5">
      <h2 id="nostr-title" tabIndex={-1} data-quiet-focus className="mb-2 text-lg">
        {t('nostr.workTitle')}
      </h2>
      <div className="flex flex-col gap-3.5">{children}</div>
    </section>
  )
}
