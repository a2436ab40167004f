/** Cursors of lists ordered by a number and an id: `1700000000000_01890000-…`. The number is a time in ms or an
 * amount. */
import { AppError } from '#server/platform/errors.ts'

export type CursorPosition = { value: number; id: string }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** The latest time that a Date can hold, in ms; no amount is larger. */
const VALUE_MAX = 8_640_000_000_000_000

/** The contract has checked the shape (`Cursor` in contract/fields.ts); an invalid time or id is refused here. */
export function parseCursor(cursor: string | undefined): CursorPosition | null {
  if (cursor === undefined) return null
  const [number = '', id = ''] = cursor.split('_')
  const value = Number.parseInt(number, 10)
  if (!UUID.test(id) || value > VALUE_MAX) throw new AppError(400, 'bad-request')
  return { value, id }
}

export type TimeCursor = { at: Date; id: string }

/** The same for lists ordered by time. */
export function parseTimeCursor(cursor: string | undefined): TimeCursor | null {
  const place = parseCursor(cursor)
  return place === null ? null : { at: new Date(place.value), id: place.id }
}

export const formatTimeCursor = ({ at, id }: TimeCursor): string => formatCursor({ value: at.getTime(), id })

export const formatCursor = ({ value, id }: { value: number | bigint; id: string }): string => `${value}_${id}`

/** The page size that was requested, `usual` if none was, and at most `max`. */
export const perPageOf = (limit: number | undefined, usual: number, max: number): number =>
  Math.min(Math.max(limit ?? usual, 1), max)

/** The rows of a page, of which one more was read, and the cursor of the next page; null on the last one. */
export function cutPage<Row>(rows: readonly Row[], perPage: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, perPage)
  const last = rows.length > perPage ? shown.at(-1) : undefined
  return { shown, nextBefore: last === undefined ? null : cursorOf(last) }
}
