/** The list of fans, and the same as CSV. */
import { FANS_PER_PAGE, FANS_PER_PAGE_MAX, type listFans } from '#contract/community/fans.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { countFollowers } from '#server/library/item-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { formatTimeCursor, parseTimeCursor, type TimeCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { guardCell, writeCsvRow } from '#server/platform/text/csv.ts'
import type { FanDeps } from './deps.ts'
import * as queries from './fan-queries.ts'
import { type Maker, requireOwnMaker } from './maker.ts'

/** Owner only. */
export async function listFansOf(
  { database, clock, files }: FanDeps,
  caller: Caller,
  makerId: string,
  { before, limit, ...filter }: Input<typeof listFans>['query'],
): Promise<Data<typeof listFans>> {
  const tx = database.read
  const maker = await requireOwnMaker(tx, caller, makerId, clock.now())
  const perPage = perPageOf(limit, FANS_PER_PAGE, FANS_PER_PAGE_MAX)
  const page = { before: parseTimeCursor(before), limit: perPage + 1 }
  const [rows, counts, followerCount] = await Promise.all([
    queries.selectFans(tx, maker, filter, page),
    queries.countFans(tx, maker),
    countFollowers(tx, maker.id),
  ])
  const { shown, nextBefore } = cutPage(rows, perPage, (last) => formatTimeCursor({ at: last.last_at, id: last.id }))
  return {
    fans: shown.map((row) => ({
      userId: row.id,
      name: row.username,
      displayName: row.display_name,
      artworkUrl: row.artwork_key === null ? null : files.publicUrl(row.artwork_key),
      kinds: row.kinds,
      msatTotal: row.msat,
      lastAt: row.last_at,
    })),
    nextBefore,
    counts,
    followerCount,
  }
}

const CHUNK = 500
const HEAD = ['Name', 'Username', 'Supported', 'Bought', 'Tickets', 'Follows', 'Sent (msat)', 'Last']

/** Owner only. */
export async function formatFans(
  { database, clock }: FanDeps,
  caller: Caller,
  makerId: string,
  filter: queries.FanFilter,
): Promise<AsyncGenerator<string>> {
  return writeLines(database.read, await requireOwnMaker(database.read, caller, makerId, clock.now()), filter)
}

async function* writeLines(tx: Tx, maker: Maker, filter: queries.FanFilter): AsyncGenerator<string> {
  yield writeCsvRow(HEAD)
  for (let before: TimeCursor | null = null; ;) {
    const rows: queries.FanRow[] = await queries.selectFans(tx, maker, filter, { before, limit: CHUNK })
    yield rows.map((row) => writeCsvRow(cellsOf(row))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return
    before = { at: last.last_at, id: last.id }
  }
}

function cellsOf({ username, display_name: displayName, kinds, msat, last_at: lastAt }: queries.FanRow): string[] {
  const tick = (kind: queries.Kind) => (kinds.includes(kind) ? 'yes' : '')
  return [
    guardCell(displayName ?? ''),
    username,
    tick('supported'),
    tick('bought'),
    tick('events'),
    tick('follows'),
    String(msat),
    lastAt.toISOString(),
  ]
}
