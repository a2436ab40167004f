/** The frame of every studio page: its title and, for users who own something, the tabs.
 * Until the user's content has loaded, only a placeholder is shown. */
import type { ReactNode } from 'react'
import { type Action, may } from '#contract/team-roles.ts'
import { useLocation, useParams } from '#web/navigation/navigation.tsx'
import { StudioTitle } from '#web/frame/own-titles.tsx'
import { hasPage } from '#web/routes.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t } from '#web/words/words.ts'
import { SelectedInView } from './selected-in-view.tsx'
import { ownWith, useOwn, type Own, type OwnArtist } from '#web/studio/content/own.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { MakerSwitcher } from './maker-switcher.tsx'
import { studioTabs } from './studio-tabs.ts'
import { TakenDown } from './taken-down.tsx'

export function StudioFrame({ children }: { children: (own: Own) => ReactNode }) {
  const { own, failure, retry } = useOwn()
  return (
    <>
      <StudioTitle />
      <meta name="robots" content="noindex" />
      {own ? (
        <>
          <StudioTabs own={own} />
          <TakenDown />
          {children(own)}
        </>
      ) : failure ? (
        <LoadFailure title={t('studio.failed')} retryLabel={t('studio.retry')} error={failure} retry={retry} />
      ) : (
        <PageSkeleton label={t('common.loading')} />
      )}
    </>
  )
}

/** The same for a page of the artist in the URL, who must be one of the user's. `needs`: what the user must be allowed to do. */
export function OwnArtistFrame({
  needs,
  children,
}: {
  needs?: Action
  children: (artist: OwnArtist, own: Own) => ReactNode
}) {
  const { artistId } = useParams()
  return (
    <StudioFrame>
      {(own) => {
        const artist = own.artists.find(({ id }) => id === artistId)
        const isAllowed = artist && (needs === undefined || may(artist.role, needs))
        return isAllowed === true ? children(artist, own) : <ErrorState title={t('failure.notFoundTitle')} />
      }}
    </StudioFrame>
  )
}

function StudioTabs({ own }: { own: Own }) {
  const { pathname } = useLocation()
  const owned = {
    albums: own.albums.length,
    artists: own.artists.length,
    podcasts: own.podcasts.length,
    promotable: ownWith(own, 'money').albums.length,
  }
  const tabs = studioTabs(pathname, owned).filter(({ href }) => hasPage(href))
  if (tabs.length === 0) return null
  const links = tabs.map(({ href, label, isSelected }) => ({ href, name: t(label), isSelected }))
  return (
    <>
      <MakerSwitcher own={own} />
      <SelectedInView selected={pathname} className="mb-7">
        <TabLinks label={t('studio.tabs')} links={links} isWrapped />
      </SelectedInView>
    </>
  )
}

/** The heading of a page, its introduction, and its actions. */
export function StudioHeading({ title, lead, actions }: { title: string; lead?: string; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="title-great">{title}</h1>
        {lead !== undefined && <p className="mt-2 max-w-[60ch] text-ink-2">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:flex-auto">{actions}</div>}
    </header>
  )
}
