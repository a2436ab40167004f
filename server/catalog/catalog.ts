/** The dependencies of all behaviours in this module, and its common errors. Contains no behaviour. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOwner } from '#server/platform/http/authorization.ts'
import type { FeedHome } from './feed-guids.ts'

export type Catalog = { database: Database; clock: Clock; files: Files; feedHome: FeedHome }

/** Builds the public URLs of stored images and audio; all that is needed to map a row to a response. */
export type Addresses = Pick<Files, 'publicUrl'>

/** The row, if it exists and belongs to the caller. */
export function requireOwn<Row extends { user_id: string }>(caller: Caller, row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  requireOwner(caller, row.user_id)
  return row
}

export const hasChildren = (message: string) => new AppError(409, 'has-children', message)
export const ruleBroken = (message: string) => new AppError(422, 'rule-broken', message)
