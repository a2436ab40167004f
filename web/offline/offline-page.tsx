/** Shown instead of a page while the server is unreachable: the reason, a retry button, and saved items that still
 * play. The worker caches it with the app; when online, it lists what is saved. */
import { useEffect, useState } from 'react'
import { Head } from '#web/frame/head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { DrawnArcs } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { SavedList } from './saved-list.tsx'

export function Page() {
  const from = useAskedPage()
  const isAway = from !== null
  return (
    <>
      <Head title={isAway ? t('offline.title') : t('offline.savedTitle')} isHidden />
      <header className="flex flex-col items-start gap-3 pt-4 pb-8 md:flex-row md:items-center md:gap-8">
        {isAway && <DrawnArcs className="w-[150px] shrink-0 text-ink-3" />}
        <div>
          <h1 className="title-great">{isAway ? t('offline.title') : t('offline.savedTitle')}</h1>
          <p className="mt-2 max-w-[48ch] text-ink-2">{isAway ? t('offline.lead') : t('offline.leadOnline')}</p>
          {isAway && (
            // Reloads the whole document, so that the worker tries the network.
            <Button className="mt-4" onClick={() => location.replace(from)}>
              {t('offline.tryAgain')}
            </Button>
          )}
        </div>
      </header>
      {isAway && <h2 className="mb-3 text-xl">{t('offline.savedTitle')}</h2>}
      <SavedList />
    </>
  )
}

/** The page that was requested while the server was unreachable; null when the user opened this page directly. */
function useAskedPage(): string | null {
  const [from, setFrom] = useState<string | null>(null)
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('from')
    // Accepts paths of this site only.
    setFrom(asked !== null && /^\/(?![/\\])/.test(asked) ? asked : null)
  }, [])
  return from
}
