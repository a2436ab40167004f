/** What stands around every page of the studio: its title and, for those who have something, the tabs.
 * While it is not known what somebody has, there is only the bare shape of a page. */
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSettings } from '../site.ts'
import { ErrorState } from '../ui/empty.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/tabs.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { useOwn, type Own } from './own.ts'

export function StudioFrame({ title, children }: { title?: string | undefined; children: (own: Own) => ReactNode }) {
  const { brandName: brand } = useSettings()
  const { own, failure, retry } = useOwn()
  return (
    <>
      <title>{title ? t('studio.pageTitle', { title, brand }) : t('studio.documentTitle', { brand })}</title>
      <meta name="robots" content="noindex" />
      {own ? (
        <>
          <StudioTabs own={own} />
          {children(own)}
        </>
      ) : failure ? (
        <ErrorState
          title={t('studio.failed')}
          detail={describeFailure(failure)}
          retryLabel={t('studio.retry')}
          onRetry={retry}
        />
      ) : (
        <PageSkeleton label={t('common.loading')} />
      )}
    </>
  )
}

function StudioTabs({ own }: { own: Own }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the row is wider than the screen.
    row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  if (own.artists.length + own.albums.length + own.podcasts.length === 0) return null
  const tabs = [
    { href: '/studio', name: t('studio.title'), isThere: true },
    { href: '/studio/albums', name: t('studio.releases'), isThere: own.albums.length > 0 },
    { href: '/studio/artists', name: t('studio.artists'), isThere: own.artists.length > 0 },
    { href: '/studio/podcasts', name: t('studio.podcasts'), isThere: own.podcasts.length > 0 },
  ]
  const links = tabs
    .filter(({ isThere }) => isThere)
    .map(({ href, name }) => ({
      href,
      name,
      isChosen: pathname === href || (href !== '/studio' && pathname.startsWith(`${href}/`)),
    }))
  return (
    <div ref={row} className="mb-7">
      <TabLinks label={t('studio.tabs')} links={links} />
    </div>
  )
}

/** The heading of a page, what it is about, and what one can begin here. */
export function StudioHeading({ title, lead, actions }: { title: string; lead?: string; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="title-great">{title}</h1>
        {lead !== undefined && <p className="mt-2 max-w-[60ch] text-ink-2">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
    </header>
  )
}
