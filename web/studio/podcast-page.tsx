/** One podcast in the studio: its episodes, its split, publishing. */
import { useQuery } from '@tanstack/react-query'
import { getPodcast } from '#contract/podcasts.ts'
import { callQuery } from '../queries.ts'
import { useAccount } from '../session/account.ts'
import { useSite } from '../site.ts'
import { t } from '../words/words.ts'
import { ContentFrame, ContentMissing, useParam } from './content-frame.tsx'
import { StudioFrame } from './studio-frame.tsx'

export function Page() {
  const { call } = useSite()
  const podcastId = useParam('podcastId')
  const { data: account } = useAccount()
  const {
    data: podcast,
    error,
    refetch,
  } = useQuery({
    ...callQuery(call, getPodcast, { params: { podcastId } }),
    staleTime: 0,
  })
  const isMine = podcast !== undefined && account !== undefined && podcast.userId === account.id
  return (
    <StudioFrame title={podcast?.name}>
      {() =>
        podcast && isMine ? (
          <ContentFrame
            content={{
              parent: { kind: 'podcast', id: podcast.id, artistName: podcast.name },
              title: podcast.name,
              isDraft: podcast.isDraft,
              publishedAt: podcast.publishedAt,
              path: `/podcast/${encodeURIComponent(podcast.podcastUrl)}`,
              artworkUrl: podcast.artworkUrl,
              byline: t('studio.podcast'),
              description: podcast.description,
            }}
          />
        ) : (
          <ContentMissing error={error} isForeign={Boolean(podcast && account)} onRetry={() => void refetch()} />
        )
      }
    </StudioFrame>
  )
}
