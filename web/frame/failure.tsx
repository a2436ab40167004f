/** The error screen of pages: not found, or a problem with a retry button. Header and player stay visible around it. */
import { useEffect } from 'react'
import { Head } from './head.tsx'
import { useRevalidate, useRouteError } from '#web/navigation/navigation.tsx'
import { PageRefusal } from '#web/navigation/router.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'

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
  // Fetching again does not fix a rendering error, so the whole document is reloaded.
  const retry = error instanceof PageRefusal ? () => void revalidate() : () => location.reload()
  return (
    <>
      <Head title={t('failure.title')} isHidden />
      <ErrorState title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={retry} action={home} />
    </>
  )
}

/** Pages already requested again, by path and token. Kept at
 * module level because each failed try mounts a new screen. */
const asked = new Set<string>()

/** The server renders for visitors, who cannot see drafts or content that was taken down. Once the session is known,
 * the page is requested again as the signed-in user. */
function useAskAsOwner(status: number, ask: () => void): void {
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    const name = `${location.pathname} ${token}`
    if (![404, 410].includes(status) || token === undefined || asked.has(name)) return
    asked.add(name)
    ask()
  })
}
