/** Creates a release from a draft: first its artist if needed, then the album, then the uploads. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { createAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { useSite } from '#web/data/site.ts'
import { useSend } from '#web/studio/content/form.tsx'
import { NEW_RELEASE, type ReleaseFields } from './draft.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'

const TEXTS = [
  'description',
  'genreId',
  'subgenreId',
  'originalDate',
  'label',
  'phonogramLine',
  'copyrightLine',
  'licence',
  'language',
  'discTitles',
] as const

/** Optional fields that are not empty. */
export const filledOf = (fields: ReleaseFields) =>
  Object.fromEntries(
    TEXTS.map((name) => [name, name === 'discTitles' ? fields[name].trimEnd() : fields[name].trim()] as const).filter(
      ([, value]) => value !== '',
    ),
  )

type Making = { fields: ReleaseFields; artwork: File | null }

/** `onArtist`: with the name of a new artist. */
export function useMakeRelease(onArtist: (name: string) => Promise<void>, onMade: (albumId: string) => void) {
  const site = useSite()
  const makeArtist = useSend(createArtist, [listOwnArtists])
  const makeAlbum = useSend(createAlbum, [listOwnAlbums])
  // Created by an earlier attempt that failed later.
  const made = useRef<{ name: string; id: string } | null>(null)
  return useMutation({
    mutationFn: async ({ fields, artwork }: Making) => {
      const name = fields.artistName.trim()
      if (fields.artistId === '' && made.current?.name !== name) {
        made.current = { name, id: (await makeArtist({ name })).id }
        await onArtist(name)
      }
      const { id, artist } = await makeAlbum({
        artistId: fields.artistId || made.current?.id,
        title: fields.title.trim(),
        kind: fields.kind,
        ...filledOf(fields),
        ...(fields.date !== '' && { publishedAt: new Date(fields.date).toISOString() }),
        ...(artwork && { artwork }),
      })
      uploadActions.adopt(NEW_RELEASE.id, { kind: 'album', id, artistName: artist.name })
      uploadActions.send(site, id, 1)
      return id
    },
    onSuccess: onMade,
  })
}
