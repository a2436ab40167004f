/** The dependencies of the playlists module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'

export type PlaylistDeps = { database: Database; clock: Clock; files: Pick<Files, 'publicUrl'> }
