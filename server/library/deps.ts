/** What the library works with. */
import type { PlaylistDeps } from '#server/playlists/deps.ts'

export type LibraryDeps = PlaylistDeps
