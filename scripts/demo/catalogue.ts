/** All releases of the demo. Every name is invented. The audio is in music/, the
 * photographs are in photographs/. */
import type { DemoAlbum } from './album.ts'
import { firstAlbums } from './albums-first.ts'
import { laterAlbums } from './albums-later.ts'
import { demoArtists, hasAccounts } from './people.ts'

const artistKeys = new Set(demoArtists.map(({ key }) => key))

export const demoAlbums: DemoAlbum[] = [...firstAlbums, ...laterAlbums].filter(
  ({ artistKey, split }) => artistKeys.has(artistKey) && hasAccounts(Object.keys(split)),
)
