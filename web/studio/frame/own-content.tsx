/** A studio page about one content: loads it, and shows it to its owner and to those who edit it.
 * Other members of the team see what their role allows. What is shown is the page's. */
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { may } from '#contract/team-roles.ts'
import { ApiError } from '#web/data/api.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import type { Own, OwnArtist, OwnPodcast } from '#web/studio/content/own.ts'
import { RoleNote } from '#web/studio/content/role-note.tsx'
import { RoleContext } from '#web/studio/content/role.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { StudioFrame } from './studio-frame.tsx'

export function OwnContent<Content>({
  query,
  makerOf,
  podcastId,
  children,
}: {
  query: UseQueryOptions<Content>
  /** Its artist or podcast. */
  makerOf: (content: Content) => string
  /** If the page is about a podcast. */
  podcastId?: string
  children: (content: Content, own: Own) => ReactNode
}) {
  const { data: content, error, refetch } = useQuery(query)
  return (
    <StudioFrame>
      {(own) => {
        // Members who do not edit cannot load drafts, but know their podcast.
        const makerId = content === undefined ? podcastId : makerOf(content)
        const maker = [...own.artists, ...own.podcasts].find(({ id }) => id === makerId)
        if (maker !== undefined && !may(maker.role, 'edit')) return <Member maker={maker} />
        return content !== undefined && maker !== undefined ? (
          <RoleContext value={maker.role}>{children(content, own)}</RoleContext>
        ) : (
          <Missing error={error} isForeign={content !== undefined} onRetry={() => void refetch()} />
        )
      }}
    </StudioFrame>
  )
}

function Member({ maker }: { maker: OwnArtist | OwnPodcast }) {
  const filter = 'artistUrl' in maker ? 'artist' : 'release'
  return (
    <>
      <h1 className="title-great mb-6 line-clamp-3">{maker.name}</h1>
      <RoleNote role={maker.role} analyticsHref={`/studio/analytics?${filter}=${maker.id}`} />
    </>
  )
}

/** While the content loads, when it cannot be loaded, or when it belongs to somebody else. */
function Missing({ error, isForeign, onRetry }: { error: unknown; isForeign: boolean; onRetry: () => void }) {
  if (isForeign) return <ErrorState title={t('studio.notYours')} />
  if (!error) return <PageSkeleton label={t('common.loading')} />
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return isGone ? (
    <ErrorState title={t('failure.notFoundTitle')} />
  ) : (
    <LoadFailure title={t('studio.failed')} retryLabel={t('studio.retry')} error={error} retry={onRetry} />
  )
}
