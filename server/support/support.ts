/** Who supported content, what the caller sent, and an artist's year: composed of catalog, comments and payments.
 * Reveals no name that is not public with a message. */
import type { Data, Input } from '#contract/endpoint.ts'
import {
  type getArtistYear,
  type getOwnSupport,
  type listContentSupporters,
  SUPPORTERS_PER_PAGE,
  SUPPORTERS_PER_PAGE_MAX,
  YEAR_FACES,
  YEAR_WEEKS,
} from '#contract/listening/support.ts'
import { selectWeeks } from '#server/catalog/audio/total-queries.ts'
import { type ContentRow, findContent } from '#server/catalog/content/queries.ts'
import { selectLargestByWeek, selectSupporterPage } from '#server/comments/supporter-queries.ts'
import { countZaps, sumZapsOf } from '#server/payments/zaps/support-queries.ts'
import { type Clock, dayOf } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { formatCursor, parseCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'

export type SupportDeps = { database: Database; clock: Clock; files: Pick<Files, 'publicUrl'> }

const DAY_MS = 86_400_000
const DAYS_PER_WEEK = 7

/** Anybody, if the artist is public. */
export async function readArtistYear(deps: SupportDeps, artistId: string): Promise<Data<typeof getArtistYear>> {
  const { database, clock, files } = deps
  const { id, type } = await requirePublic(deps, artistId, 'artist')
  const now = clock.now()
  const first = new Date(mondayOf(now).getTime() - (YEAR_WEEKS - 1) * DAYS_PER_WEEK * DAY_MS)
  const firstDay = dayOf(first)
  const [sums, faces] = await Promise.all([
    selectWeeks(database.read, id, { firstDay, lastDay: dayOf(now) }),
    selectLargestByWeek(database.read, { contentId: id, type, now }, { firstDay, limit: YEAR_FACES }),
  ])
  const amounts = new Map(sums.map(({ week, msat }) => [week, msat]))
  return {
    weeks: Array.from({ length: YEAR_WEEKS }, (_, week) => ({
      startsOn: dayOf(new Date(first.getTime() + week * DAYS_PER_WEEK * DAY_MS)),
      msatAmount: amounts.get(week) ?? 0n,
    })),
    faces: faces
      .filter(({ week }) => week < YEAR_WEEKS)
      .map((row) => ({
        id: row.payment_id,
        week: row.week,
        msatAmount: row.amount_msat,
        name: row.username,
        displayName: row.display_name,
        artworkUrl: row.artwork_key === null ? null : files.publicUrl(row.artwork_key),
        message: row.body,
      })),
  }
}

/** The beginning of the week, in UTC. */
function mondayOf(now: Date): Date {
  const days = Math.floor(now.getTime() / DAY_MS)
  // 1 January 1970 was a Thursday.
  return new Date((days - ((days + 3) % DAYS_PER_WEEK)) * DAY_MS)
}

/** Anybody, if the content is public. Signed-in users do not see those they have muted. */
export async function listSupportersOf(
  deps: SupportDeps,
  caller: Caller,
  contentId: string,
  { sort = 'top', before, limit }: Input<typeof listContentSupporters>['query'],
): Promise<Data<typeof listContentSupporters>> {
  const { database, clock, files } = deps
  const tx = database.read
  const content = await requirePublic(deps, contentId)
  const of = { contentId: content.id, type: content.type, now: clock.now() }
  const perPage = perPageOf(limit, SUPPORTERS_PER_PAGE, SUPPORTERS_PER_PAGE_MAX)
  const userId = caller.kind === 'user' ? caller.userId : null
  const [{ rows, named }, zapCount] = await Promise.all([
    selectSupporterPage(tx, of, { userId, sort, place: parseCursor(before), limit: perPage + 1 }),
    countZaps(tx, content.id),
  ])
  const { shown, nextBefore } = cutPage(rows, perPage, (last) =>
    formatCursor({ value: sort === 'top' ? last.msat : last.last_at.getTime(), id: last.author_id }),
  )
  return {
    supporters: shown.map((row) => ({
      userId: row.author_id,
      name: row.username,
      displayName: row.display_name,
      artworkUrl: row.artwork_key === null ? null : files.publicUrl(row.artwork_key),
      msatTotal: row.msat,
      lastAt: row.last_at,
    })),
    nextBefore,
    // A part of a named zap may have been sent to other content; then the named sum exceeds what was received here.
    unnamed: {
      zapCount: Math.max(0, zapCount - named.count),
      msatTotal: content.msat_total > named.msat ? content.msat_total - named.msat : 0n,
    },
  }
}

/** The signed-in user, about themselves. */
export async function readOwnSupport(
  deps: SupportDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof getOwnSupport>> {
  requireUser(caller)
  const { id } = await requirePublic(deps, contentId)
  const tx = deps.database.read
  const { msat, count, since } = await sumZapsOf(tx, caller.userId, id)
  return { msatTotal: msat, zapCount: count, since }
}

async function requirePublic(
  { database, clock }: SupportDeps,
  contentId: string,
  type?: ContentRow['type'],
): Promise<ContentRow> {
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined || !content.is_public || (type !== undefined && content.type !== type)) throw notFound()
  return content
}
