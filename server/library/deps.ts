/** The dependencies of the library module. */
import type { PlaylistDeps } from '#server/playlists/deps.ts'

export type LibraryDeps = PlaylistDeps
