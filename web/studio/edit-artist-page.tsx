/** Edits an artist page, and deletes it. */
import { deleteArtist, getArtist, getArtistByUrl, listOwnArtists, updateArtist } from '#contract/catalog/artists.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ArtistForm } from './content/artist-form.tsx'
import { useParam } from './frame/content-frame.tsx'
import { useSend } from './content/form.tsx'
import { DeletePart } from './forms/delete-dialog.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import type { Own, OwnArtist } from './content/own.ts'
import { StudioFrame } from './frame/studio-frame.tsx'

export function Page() {
  const artistId = useParam('artistId')
  return (
    <StudioFrame>
      {(own) => {
        const artist = own.artists.find(({ id }) => id === artistId)
        return artist ? <EditArtist artist={artist} own={own} /> : <ErrorState title={t('failure.notFoundTitle')} />
      }}
    </StudioFrame>
  )
}

function EditArtist({ artist, own }: { artist: OwnArtist; own: Own }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const update = useSend(updateArtist, [listOwnArtists, getArtist, getArtistByUrl])
  const { id, name } = artist
  const remove = async () => {
    await call(deleteArtist, { params: { artistId: id } })
    await queries.invalidateQueries({ queryKey: queryKeyOf(listOwnArtists) })
  }
  const titles = own.albums.filter(({ artistId }) => artistId === id).map(({ title }) => title)
  const details = (
    <>
      <ArtistForm
        key={artist.updatedAt}
        artist={artist}
        send={(filled) => update({ artistId: id, ...filled })}
        onDone={() => sayDone(t('studio.saved'))}
        button={t('studio.save')}
      />
      <DeletePart
        button={t('studio.deleteArtist')}
        thing={{
          title: name,
          holds: { titles, href: `/studio/artists/${id}`, words: t('studio.holdsReleases', { name }) },
          remove,
          onGone: () => void navigate('/studio/artists', { replace: true }),
        }}
      />
    </>
  )
  return (
    <EditFrame
      kind={t('studio.artist')}
      title={t('studio.editTitle', { title: name })}
      back={{ href: `/studio/artists/${id}`, name }}
      cover={{ url: artist.artworkUrl, seed: id, isRound: true }}
      parts={[{ key: 'details', name: t('studio.partDetails'), panel: details }]}
    />
  )
}
