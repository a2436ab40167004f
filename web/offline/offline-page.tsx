/** What is shown in place of a page while there is no server: why, another try, and what plays all the same. The worker
 * keeps it with the app; whoever comes here with a network finds what they saved. */
import { useEffect, useState } from 'react'
import { Head } from '../head.tsx'
import { Button } from '../ui/button.tsx'
import { DrawnArcs } from '../ui/mark.tsx'
import { t } from '../words/words.ts'
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
            // The whole page is asked for anew, so that the worker tries the network.
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

/** Where somebody wanted to go when there was no server; null when they came here by themselves. */
function useAskedPage(): string | null {
  const [from, setFrom] = useState<string | null>(null)
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('from')
    // A path of this site and nothing else.
    setFrom(asked !== null && /^\/(?![/\\])/.test(asked) ? asked : null)
  }, [])
  return from
}
