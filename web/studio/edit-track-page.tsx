/** Edits a track: details and audio, lyrics, timed artwork, credits, splits; and deletes it. */
import { getAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { deleteTrack, getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { ArtworkSegmentsEditor } from './artwork/segments-editor.tsx'
import { trackFields } from './content/content-fields.tsx'
import { ContentEditor } from './frame/content-editor.tsx'
import { useParam } from './frame/content-frame.tsx'
import { audioParts, downloadsPart, performersPart, previewsPart, watched } from './frame/edit-parts.tsx'
import { dropAudioFromCache } from './audio/drop-audio.ts'
import { LyricsEditor } from './lyrics/editor.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { AudioFilePart } from './audio/file-part.tsx'

type Track = Wire<typeof getTrack>

export function Page() {
  const { call } = useSite()
  const trackId = useParam('trackId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getTrack, { params: { trackId } }), ...watched }}
      makerOf={(track) => track.artistId}
    >
      {(track) => <EditTrack track={track} />}
    </OwnContent>
  )
}

function EditTrack({ track }: { track: Track }) {
  const { call, queries } = useSite()
  const { id, title, albumId } = track
  const albumPath = `/studio/albums/${albumId}`
  return (
    <ContentEditor
      kind={t('analytics.kindTrack')}
      title={title}
      back={{ href: albumPath, name: track.albumTitle }}
      cover={{ url: track.artworkUrl, seed: albumId }}
      content={track}
      read={() => call(getTrack, { params: { trackId: id } })}
      fields={trackFields()}
      hasArtwork={false}
      update={{ endpoint: updateTrack, id: { trackId: id }, lists: [getTrack, listAlbumTracks, getAlbum] }}
      belowForm={<AudioFilePart audioItem={track} parent={{ kind: 'album', id: albumId, artistName: track.artist }} />}
      deletion={{
        button: t('studio.deleteTrack'),
        remove: async () => {
          await call(deleteTrack, { params: { trackId: id } })
          dropAudioFromCache(queries, track)
        },
        lists: [listAlbumTracks, listOwnAlbums, getAlbum],
        next: albumPath,
      }}
      parts={[
        performersPart({ contentId: id, contentType: 'track' }, track.artist, track.performers),
        { key: 'lyrics', name: t('studio.partLyrics'), panel: <LyricsEditor trackId={id} audioItem={track} /> },
        {
          key: 'artwork',
          name: t('studio.partArtwork'),
          panel: <ArtworkSegmentsEditor trackId={id} audioItem={track} />,
        },
        ...audioParts({ contentId: id, contentType: 'track' }, { contentId: albumId, contentType: 'album' }, track),
        downloadsPart(id),
        previewsPart(id),
      ]}
    />
  )
}
