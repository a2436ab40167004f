/** One podcast in the studio: its episodes, its splits, publishing. */
import { getPodcast } from '#contract/catalog/podcasts.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { NewFeedNote } from './content/new-feed.tsx'
import { ContentFrame, useParam } from './frame/content-frame.tsx'
import { OwnContent } from './frame/own-content.tsx'

export function Page() {
  const { call } = useSite()
  const podcastId = useParam('podcastId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getPodcast, { params: { podcastId } }), staleTime: 0 }}
      makerOf={(podcast) => podcast.id}
      podcastId={podcastId}
    >
      {(podcast, own) => (
        <>
          <NewFeedNote kind="podcast" of={own.podcasts.find(({ id }) => id === podcast.id)} />
          <ContentFrame
            nostr={{ kind: 'podcast', podcast }}
            content={{
              parent: { kind: 'podcast', id: podcast.id, artistName: podcast.name },
              title: podcast.name,
              isDraft: podcast.isDraft,
              createdAt: podcast.createdAt,
              publishedAt: podcast.publishedAt,
              path: `/podcast/${encodeURIComponent(podcast.podcastUrl)}`,
              previewPath: `/studio/podcasts/${encodeURIComponent(podcast.podcastUrl)}/preview`,
              artworkUrl: podcast.artworkUrl,
              byline: t('studio.podcast'),
              description: podcast.description,
            }}
          />
        </>
      )}
    </OwnContent>
  )
}
