/** Edits a release: details, credits, splits; and deletes it. */
import { deleteAlbum, getAlbum, listArtistAlbums, listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { albumFields, newFeedFold } from './content/content-fields.tsx'
import type { OwnAlbum } from './content/own.ts'
import { ContentEditor } from './frame/content-editor.tsx'
import { useParam } from './frame/content-frame.tsx'
import { creditsPart, downloadsPart, performersPart, previewsPart, splitPart } from './frame/edit-parts.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { NotesEditor } from './imagery/notes-editor.tsx'
import { useAudioItems } from './uploads/audio-items.ts'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  return (
    <OwnContent query={callQuery(call, getAlbum, { params: { albumId } })} makerOf={(album) => album.artistId}>
      {(album, { albums }) => <EditAlbum album={album} listed={albums.find(({ id }) => id === albumId)} />}
    </OwnContent>
  )
}

function EditAlbum({ album, listed }: { album: Wire<typeof getAlbum>; listed: OwnAlbum | undefined }) {
  const { call } = useSite()
  const { id, title, artist } = album
  const of = { contentId: id, contentType: 'album' } as const
  const contentOf = (one: typeof album) => ({ ...listed, ...one, discTitles: one.discTitles.join('\n') })
  const { data: tracks = [], refetch } = useAudioItems({ kind: 'album', id, artistName: artist.name })
  return (
    <ContentEditor
      kind={t('studio.release')}
      title={title}
      back={{ href: `/studio/albums/${id}`, name: title }}
      cover={{ url: album.artworkUrl, seed: id }}
      actions={
        <ButtonLink to={`/studio/albums/${id}/preview`} kind="quiet">
          {t('studio.preview')}
        </ButtonLink>
      }
      content={contentOf(album)}
      read={async () => contentOf(await call(getAlbum, { params: { albumId: id } }))}
      fields={[...albumFields(), ...(listed ? [newFeedFold()] : [])]}
      update={{ endpoint: updateAlbum, id: { albumId: id }, lists: [getAlbum, listOwnAlbums, listArtistAlbums] }}
      deletion={{
        button: t('studio.deleteRelease'),
        holds: {
          titles: tracks.map((track) => track.title),
          words: t('studio.holdsTracks', { name: title }),
          button: t('studio.deleteWithTracks', { count: tracks.length }),
        },
        remove: () => {
          // Only deletes tracks that the dialog has listed. An import may have brought more.
          const query = tracks.length > 0 ? { withChildren: 'true' as const } : {}
          return call(deleteAlbum, { params: { albumId: id }, query })
        },
        onRefused: refetch,
        lists: [listOwnAlbums],
        next: '/studio/albums',
      }}
      parts={[
        performersPart(of, artist.name, album.performers),
        creditsPart(of),
        splitPart(of, artist.name),
        downloadsPart(id),
        previewsPart(id),
        { key: 'notes', name: t('imagery.partNotes'), panel: <NotesEditor album={album} /> },
      ]}
    />
  )
}
