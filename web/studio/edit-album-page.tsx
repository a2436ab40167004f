/** Edits a release: details, credits, splits; and deletes it. */
import { deleteAlbum, getAlbum, listArtistAlbums, listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { AlbumForm } from './content/album-form.tsx'
import { useParam } from './frame/content-frame.tsx'
import { useSend } from './content/form.tsx'
import { CreditsEditor } from './credits/editor.tsx'
import { DeletePart } from './forms/delete-dialog.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import { OwnContent } from './frame/own-content.tsx'
import { useSounds } from './uploads/sounds.ts'
import { SplitBox } from './splits/part.tsx'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  return (
    <OwnContent query={callQuery(call, getAlbum, { params: { albumId } })} ownerOf={(album) => album.artist.userId}>
      {(album) => <EditAlbum album={album} />}
    </OwnContent>
  )
}

function EditAlbum({ album }: { album: Wire<typeof getAlbum> }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const update = useSend(updateAlbum, [getAlbum, listOwnAlbums, listArtistAlbums])
  const { id, title } = album
  const { data: tracks = [] } = useSounds({ kind: 'album', id, artistName: album.artist.name })
  const remove = async () => {
    // Only deletes tracks that the dialog has listed.
    const query = tracks.length > 0 ? { withChildren: 'true' as const } : {}
    await call(deleteAlbum, { params: { albumId: id }, query })
    await queries.invalidateQueries({ queryKey: queryKeyOf(listOwnAlbums) })
  }
  const details = (
    <>
      <AlbumForm
        key={album.updatedAt}
        album={album}
        artists={[album.artist]}
        send={(filled) => update({ albumId: id, ...filled })}
        onDone={() => sayDone(t('studio.saved'))}
        button={t('studio.save')}
      />
      <DeletePart
        button={t('studio.deleteRelease')}
        thing={{
          title,
          holds: {
            titles: tracks.map((track) => track.title),
            words: t('studio.holdsTracks', { name: title }),
            button: t('studio.deleteWithTracks', { count: tracks.length }),
          },
          remove,
          onGone: () => void navigate('/studio/albums', { replace: true }),
        }}
      />
    </>
  )
  return (
    <EditFrame
      kind={t('studio.release')}
      title={t('studio.editTitle', { title })}
      back={{ href: `/studio/albums/${id}`, name: title }}
      cover={{ url: album.artworkUrl, seed: id }}
      actions={
        <ButtonLink to={`/studio/albums/${id}/preview`} kind="quiet">
          {t('studio.preview')}
        </ButtonLink>
      }
      parts={[
        { key: 'details', name: t('studio.partDetails'), panel: details },
        {
          key: 'credits',
          name: t('studio.partCredits'),
          panel: <CreditsEditor of={{ contentId: id, contentType: 'album' }} />,
        },
        {
          key: 'split',
          name: t('studio.partSplit'),
          panel: (
            <div className="max-w-[560px]">
              <SplitBox of={{ contentId: id, contentType: 'album' }} artist={album.artist.name} />
            </div>
          ),
        },
      ]}
    />
  )
}
