/** The error screen of pages: nothing there, or a problem and another try. Header and player stay around it. */
import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { Head } from './head.tsx'
import { useSession } from './session/session.ts'
import { ButtonLink } from './ui/button.tsx'
import { ErrorState } from './ui/empty.tsx'
import { t } from './words/words.ts'

export function FailurePage() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : 500
  useAskAsOwner(status, () => void revalidator.revalidate())
  const home = (
    <ButtonLink to="/" kind="outline">
      {t('failure.home')}
    </ButtonLink>
  )
  if (status === 404 || status === 410) {
    return (
      <>
        <Head title={t('failure.notFoundTitle')} isHidden />
        <ErrorState title={t('failure.notFoundTitle')} detail={t('failure.notFound')} action={home} />
      </>
    )
  }
  // A fault in rendering is not cured by fetching again: then the whole page is asked for anew.
  const retry = isRouteErrorResponse(error) ? () => void revalidator.revalidate() : () => location.reload()
  return (
    <>
      <Head title={t('failure.title')} isHidden />
      <ErrorState title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={retry} action={home} />
    </>
  )
}

/** What was asked for already, by address and token: the error screen is made anew by each failed try. */
const asked = new Set<string>()

/** The server renders for visitors, to whom a draft is not there. Its owner, once known, asks again. */
function useAskAsOwner(status: number, ask: () => void): void {
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    const name = `${location.pathname} ${token}`
    if (status !== 404 || token === undefined || asked.has(name)) return
    asked.add(name)
    ask()
  })
}
