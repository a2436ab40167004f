/** The dependencies of the comments module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'

export type CommentDeps = { database: Database; clock: Clock; files: Pick<Files, 'publicUrl'> }
