/** What every behaviour of this room works with. Not a place for behaviour. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files.ts'
import type { FeedHome } from './feed-guids.ts'

export type Catalog = { database: Database; clock: Clock; files: Files; feedHome: FeedHome }

/** Where stored pictures and sound are found; all that mapping a row to an answer needs. */
export type Addresses = Pick<Files, 'publicUrl'>

export const nothingHere = () => new AppError(404, 'not-found', 'There is nothing here.')
export const hasChildren = (message: string) => new AppError(409, 'has-children', message)
export const ruleBroken = (message: string) => new AppError(422, 'rule-broken', message)
