/** Edits an artist page, and deletes it. */
import { deleteArtist, getArtist, getArtistByUrl, listOwnArtists, updateArtist } from '#contract/catalog/artists.ts'
import { writeMembers } from '#contract/catalog/artist-facts.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { artistFields, clipsField, newFeedFold } from './content/content-fields.tsx'
import { RoleContext } from './content/role.ts'
import { ContentEditor } from './frame/content-editor.tsx'
import type { Own, OwnArtist } from './content/own.ts'
import { ArtistImagery } from './imagery/artist-imagery.tsx'
import { OwnArtistFrame } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <OwnArtistFrame needs="edit">
      {(artist, own) => (
        <RoleContext value={artist.role}>
          <EditArtist artist={artist} own={own} />
        </RoleContext>
      )}
    </OwnArtistFrame>
  )
}

const contentOf = (artist: OwnArtist) => ({
  ...artist,
  members: writeMembers(artist.members),
  genreIds: artist.genreIds.length === 0 ? '' : artist.genreIds,
})

function EditArtist({ artist, own }: { artist: OwnArtist; own: Own }) {
  const { call } = useSite()
  const { id, name } = artist
  return (
    <ContentEditor
      kind={t('studio.artist')}
      title={name}
      back={{ href: `/studio/artists/${id}`, name }}
      cover={{ url: artist.artworkUrl, seed: id, isRound: true }}
      content={contentOf(artist)}
      read={async () => contentOf((await call(listOwnArtists, {})).find((one) => one.id === id) ?? artist)}
      fields={[...artistFields(), clipsField(), newFeedFold()]}
      update={{ endpoint: updateArtist, id: { artistId: id }, lists: [listOwnArtists, getArtist, getArtistByUrl] }}
      deletion={{
        needs: 'money',
        button: t('studio.deleteArtist'),
        holds: {
          titles: own.albums.filter(({ artistId }) => artistId === id).map(({ title }) => title),
          href: `/studio/artists/${id}`,
          words: t('studio.holdsReleases', { name }),
        },
        remove: () => call(deleteArtist, { params: { artistId: id } }),
        lists: [listOwnArtists],
        next: '/studio/artists',
      }}
      parts={[{ key: 'imagery', name: t('imagery.part'), panel: <ArtistImagery artistId={id} /> }]}
    />
  )
}
