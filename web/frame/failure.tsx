/** The error screen of pages: not found, or a problem with a retry button. Header and player stay visible around it, and
 * so do the colours of a page that could not be rendered. */
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { Head } from './head.tsx'
import { useRevalidate, useRouteError } from '#web/navigation/navigation.tsx'
import { PageRefusal } from '#web/navigation/router.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

/** `shelf`: suggestions of other content, shown if the page does not exist. */
export function FailurePage({ shelf }: { shelf: ReactNode }) {
  const error = useRouteError()
  const revalidate = useRevalidate()
  const refusal = error instanceof PageRefusal ? error : null
  const status = refusal?.status ?? 500
  useRequestAsUser(status, () => void revalidate())
  if (status === 404 || status === 410) {
    return (
      <Failed
        title={t(status === 410 ? 'failure.goneTitle' : 'failure.notFoundTitle')}
        detail={(status === 410 && refusal?.reason) || t('failure.notFound')}
        action={
          <ButtonLink to="/search" size="large">
            {t('failure.search')}
          </ButtonLink>
        }
        shelf={shelf}
      />
    )
  }
  // Fetching again does not fix a rendering error, so the whole document is reloaded.
  const retry = refusal ? () => void revalidate() : () => location.reload()
  const action = (
    <Button size="large" onClick={retry}>
      {t('failure.retry')}
    </Button>
  )
  // Loading a page pays nothing and changes nothing.
  const detail = status === 503 ? t('failure.offline') : t('failure.unchanged')
  return <Failed title={t('failure.title')} detail={detail} action={action} />
}

type FailedProps = { title: string; detail: string; action: ReactNode; shelf?: ReactNode }

/** In the colours of the page: the title over the whole width, what happened, and one button. */
function Failed({ title, detail, action, shelf }: FailedProps) {
  return (
    <>
      <div role="alert" style={TITLE_SIZE} className="pt-4">
        <Head title={title} isHidden />
        <h1 className="title-1">{title}</h1>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
          <p className="max-w-[46ch] text-lg md:text-xl">{detail}</p>
          {action}
        </div>
      </div>
      {shelf}
    </>
  )
}

/** The title is not fitted to the width by measuring it, because every page would have to load that code. */
const TITLE_SIZE = { '--title-1': 'clamp(3.5rem, 14vw, min(17rem, 40svh))' } as CSSProperties

/** Pages already requested again, by path and token. At module level, because each failed attempt mounts a new screen. */
const requested = new Set<string>()

/** The server renders for visitors, who cannot see drafts or content that was taken down. Once the session is known,
 * the page is requested again as the signed-in user. */
function useRequestAsUser(status: number, request: () => void): void {
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    const name = `${location.pathname} ${token}`
    if (![404, 410].includes(status) || token === undefined || requested.has(name)) return
    requested.add(name)
    request()
  })
}
