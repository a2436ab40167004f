/** The whole demo catalogue in one place: releases and shows. Every name is invented. The audio is in music/, the
 * photographs are in photographs/. */
import type { DemoAlbum } from './album.ts'
import { firstAlbums } from './albums-first.ts'
import { laterAlbums } from './albums-later.ts'

export const demoAlbums: DemoAlbum[] = [...firstAlbums, ...laterAlbums]
