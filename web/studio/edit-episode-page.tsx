/** Edits an episode: details and audio, chapters, transcript, credits, splits; and deletes it. */
import type { Wire } from '#contract/endpoint.ts'
import { deleteEpisode, getEpisode, listPodcastEpisodes, updateEpisode } from '#contract/catalog/episodes.ts'
import { getPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { ChaptersEditor } from './chapters/editor.tsx'
import { EpisodeArtwork } from './content/episode-artwork.tsx'
import { episodeFields } from './content/content-fields.tsx'
import { ContentEditor } from './frame/content-editor.tsx'
import { useParam } from './frame/content-frame.tsx'
import { audioParts, previewsPart, watched } from './frame/edit-parts.tsx'
import { dropAudioFromCache } from './audio/drop-audio.ts'
import { TranscriptEditor } from './lyrics/transcript.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { AudioFilePart } from './audio/file-part.tsx'

type Episode = Wire<typeof getEpisode>

export function Page() {
  const { call } = useSite()
  const episodeId = useParam('episodeId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getEpisode, { params: { episodeId } }), ...watched }}
      makerOf={(episode) => episode.podcastId}
    >
      {(episode) => <EditEpisode episode={episode} />}
    </OwnContent>
  )
}

function EditEpisode({ episode }: { episode: Episode }) {
  const { call, queries } = useSite()
  const { id, title, podcastId, podcast } = episode
  const podcastPath = `/studio/podcasts/${podcastId}`
  return (
    <ContentEditor
      kind={t('search.episode')}
      title={title}
      back={{ href: podcastPath, name: podcast }}
      cover={{ url: episode.artworkUrl, seed: podcastId }}
      content={episode}
      read={() => call(getEpisode, { params: { episodeId: id } })}
      fields={episodeFields()}
      hasArtwork={false}
      update={{ endpoint: updateEpisode, id: { episodeId: id }, lists: [getEpisode, listPodcastEpisodes, getPodcast] }}
      belowForm={
        <>
          <EpisodeArtwork episode={episode} />
          <AudioFilePart audioItem={episode} parent={{ kind: 'podcast', id: podcastId, artistName: podcast }} />
        </>
      }
      deletion={{
        button: t('studio.deleteEpisode'),
        remove: async () => {
          await call(deleteEpisode, { params: { episodeId: id } })
          dropAudioFromCache(queries, episode)
        },
        lists: [listPodcastEpisodes, listOwnPodcasts, getPodcast],
        next: podcastPath,
      }}
      parts={[
        {
          key: 'chapters',
          name: t('studio.partChapters'),
          panel: <ChaptersEditor episodeId={id} audioItem={episode} />,
        },
        { key: 'transcript', name: t('episode.transcript'), panel: <TranscriptEditor episode={episode} /> },
        ...audioParts(
          { contentId: id, contentType: 'episode' },
          { contentId: podcastId, contentType: 'podcast' },
          { ...episode, artist: podcast },
        ),
        previewsPart(id),
      ]}
    />
  )
}
