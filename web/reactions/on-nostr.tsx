/** Comments and reactions on nostr, at the bottom of a track or episode page. Relays are run by third parties and see
 * who connects, so they are contacted only on a press or, for users with a nostr key, when the section scrolls into
 * view. The content is work-reactions.tsx, which is loaded then. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hasExtension } from '#web/nostr/page-extension.ts'
import { hasStoredKey } from '#web/nostr/stored-secrets.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import type { WorkOfPage } from './work-reactions.tsx'

const Reactions = lazy(async () => ({ default: (await import('./work-reactions.tsx')).Reactions }))

export function OnNostr(work: WorkOfPage) {
  const [isWanted, setIsWanted] = useState(false)
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!navigator.onLine || (!hasStoredKey() && !hasExtension())) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting)) setIsWanted(true)
    })
    observer.observe(section.current!)
    return () => observer.disconnect()
  }, [])
  const show = () => {
    setIsWanted(true)
    // The pressed button disappears.
    title.current?.focus()
  }
  return (
    <section ref={section} className="mt-(--band)" aria-labelledby="on-nostr">
      <h2 ref={title} id="on-nostr" tabIndex={-1} data-quiet-focus className="mb-3 title-2">
        {t('nostr.workTitle')}
      </h2>
      {isWanted ? (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <Reactions {...work} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <p className="text-ink-2">{t('reactions.lead')}</p>
          <Button kind="quiet" onClick={show}>
            {t('reactions.show')}
          </Button>
        </div>
      )}
    </section>
  )
}
