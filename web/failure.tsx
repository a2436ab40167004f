/** The error screen of pages: nothing there, or a problem and another try. Header and player stay around it. */
import { useEffect } from 'react'
import { Head } from './head.tsx'
import { useRevalidate, useRouteError } from './navigation/navigation.tsx'
import { PageRefusal } from './navigation/router.ts'
import { useSession } from './session/session.ts'
import { ButtonLink } from './ui/button.tsx'
import { ErrorState } from './ui/empty.tsx'
import { t } from './words/words.ts'

export function FailurePage() {
  const error = useRouteError()
  const revalidate = useRevalidate()
  const status = error instanceof PageRefusal ? error.status : 500
  useAskAsOwner(status, () => void revalidate())
  const home = (
    <ButtonLink to="/" kind="outline">
      {t('failure.home')}
    </ButtonLink>
  )
  if (status === 404 || status === 410) {
    const title = t(status === 410 ? 'failure.goneTitle' : 'failure.notFoundTitle')
    return (
      <>
        <Head title={title} isHidden />
        <ErrorState
          title={title}
          detail={t(status === 410 ? 'failure.gone' : 'failure.notFound')}
          action={
            <>
              <ButtonLink to="/search">{t('failure.search')}</ButtonLink>
              {home}
            </>
          }
        />
      </>
    )
  }
  // A fault in rendering is not cured by fetching again: then the whole page is asked for anew.
  const retry = error instanceof PageRefusal ? () => void revalidate() : () => location.reload()
  return (
    <>
      <Head title={t('failure.title')} isHidden />
      <ErrorState title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={retry} action={home} />
    </>
  )
}

/** What was asked for already, by address and token: the error screen is made anew by each failed try. */
const asked = new Set<string>()

/** The server renders for visitors, to whom a draft or what was taken down is not there. Its owner, once known, asks again. */
function useAskAsOwner(status: number, ask: () => void): void {
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    const name = `${location.pathname} ${token}`
    if (![404, 410].includes(status) || token === undefined || asked.has(name)) return
    asked.add(name)
    ask()
  })
}
