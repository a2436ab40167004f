/** Shown instead of a page while the server is unreachable: the reason, a retry button, and saved items that still
 * play. The worker caches it with the app; when online, it lists what is saved. */
import { useEffect, useState, type CSSProperties } from 'react'
import { Head } from '#web/frame/head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { fitText } from '#web/ui/fit-text.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { t } from '#web/words/words.ts'
import { SavedList } from './saved-list.tsx'

const TITLE_MOST = { '--title-most': 'min(25rem, 31svh)' } as CSSProperties

export function Page() {
  const from = useRequestedPage()
  const isOffline = from !== null
  const title = t(isOffline ? 'offline.title' : 'offline.savedTitle')
  return (
    <div style={TITLE_MOST} className="pt-5">
      <Head title={title} isHidden />
      {isOffline ? <FittedTitle title={title} fit={fitText(title)} /> : <h1 className="mb-4 title-1">{title}</h1>}
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 md:mb-12">
        <p className="max-w-[46ch] text-lg md:text-xl">{isOffline ? t('offline.lead') : t('offline.leadOnline')}</p>
        {isOffline && (
          // Reloads the whole document, so that the worker tries the network.
          <Button size="large" onClick={() => location.replace(from)}>
            {t('offline.tryAgain')}
          </Button>
        )}
      </div>
      {isOffline && <h2 className="title-2 mb-4">{t('offline.savedTitle')}</h2>}
      <SavedList hasTitle={isOffline} />
    </div>
  )
}

/** The page that was requested while the server was unreachable; null when the user opened this page directly. */
function useRequestedPage(): string | null {
  const [from, setFrom] = useState<string | null>(null)
  useEffect(() => {
    const requested = new URLSearchParams(location.search).get('from')
    // Accepts paths of this site only.
    setFrom(requested !== null && /^\/(?![/\\])/.test(requested) ? requested : null)
  }, [])
  return from
}
