/** The dependencies of all behaviours in this module, and its common errors. Contains no behaviour. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { FeedHome } from './feed-guids.ts'

export type Catalog = { database: Database; clock: Clock; files: Files; feedHome: FeedHome }

/** Builds the public URLs of stored images and audio; all that is needed to map a row to a response. */
export type Addresses = Pick<Files, 'publicUrl'>

export const hasChildren = (message: string) => new AppError(409, 'has-children', message)
/** For rules that only programs break, or that are not translated yet; others are `brokenRule` (platform/error-texts.ts). */
export const ruleBrokenInEnglish = (message: string) => new AppError(422, 'rule-broken', message)
