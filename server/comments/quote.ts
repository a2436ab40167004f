/** The message that is shown across a page: the one with the largest zap to a track in the last seven days. */
import { sql } from 'kysely'
import { type getQuote, QUOTE_MAX, QUOTE_MIN } from '#contract/listening/quote.ts'
import type { Data } from '#contract/endpoint.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import { selectTracks, toTrackInfo } from '#server/catalog/music/track-info.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type { CommentDeps } from './deps.ts'
import { isVisibleComment } from './list-queries.ts'

const DAYS_MS = 7 * 86_400_000
/** More than one, because the track of the first may no longer be public. */
const CANDIDATES = 20
const CACHE_MS = 30_000

type Quote = Data<typeof getQuote>
type ReadQuote = (caller: Caller, artistId: string | undefined) => Promise<Quote>

/** Anybody. The one of all artists is cached for half a minute. */
export function createQuotes(deps: CommentDeps): ReadQuote {
  let kept: { quote: Promise<Quote>; untilMs: number } | null = null
  return (_caller, artistId) => {
    if (artistId !== undefined) return findQuote(deps, artistId)
    const nowMs = deps.clock.now().getTime()
    if (kept !== null && nowMs < kept.untilMs) return kept.quote
    const quote = findQuote(deps, null)
    kept = { quote, untilMs: nowMs + CACHE_MS }
    quote.catch(() => {
      kept = null
    })
    return quote
  }
}

async function findQuote({ database, clock, files }: CommentDeps, artistId: string | null): Promise<Quote> {
  const now = clock.now()
  const rows = await selectCandidates(database.read, artistId, now)
  const ids = [...new Set(rows.map(({ content_id }) => content_id))]
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`
  const tracks = await selectTracks(database.read, { now, where, orderBy: sql`t.id`, limit: CANDIDATES })
  for (const row of rows) {
    const track = tracks.find(({ id }) => id === row.content_id)
    if (track === undefined) continue
    const quote = {
      commentId: row.id,
      message: row.body,
      messageFit: await fitTitle(row.body, QUOTE_MAX),
      name: row.username,
      displayName: row.display_name,
      commenterArtworkUrl: row.artwork_key === null ? null : files.publicUrl(row.artwork_key),
      msatAmount: row.amount_msat,
      contentTime: row.content_time_seconds,
      createdAt: row.created_at,
      track: toTrackInfo(files, track),
    }
    return { quote }
  }
  return { quote: null }
}

type CandidateRow = {
  id: string
  content_id: string
  body: string
  amount_msat: bigint
  content_time_seconds: number | null
  created_at: Date
  username: string | null
  display_name: string | null
  artwork_key: string | null
}

/** Visible to everybody, not by the owner of the music, the largest zap first. */
async function selectCandidates(tx: Tx, artistId: string | null, now: Date): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT cm.id, cm.content_id, cm.body, coalesce(cm.amount_msat, 0) AS amount_msat, cm.content_time_seconds,
      cm.created_at, a.username, a.display_name, a.artwork_key
    FROM comment cm LEFT JOIN person a ON a.id = cm.author_id
    WHERE cm.parent_id IS NULL AND cm.deleted_at IS NULL AND cm.created_at > ${new Date(now.getTime() - DAYS_MS)}
      AND cm.album_id IS NOT NULL AND cm.album_id <> cm.content_id
      AND char_length(cm.body) BETWEEN ${QUOTE_MIN} AND ${QUOTE_MAX} AND position(E'\\n' IN cm.body) = 0
      AND cm.owner_id IS DISTINCT FROM cm.author_id AND cm.owner_id IS DISTINCT FROM cm.nameless_author_id
      AND ${isVisibleComment('cm', null)}
      ${artistId === null ? sql`` : sql`AND cm.maker_id = ${artistId}`}
    ORDER BY cm.amount_msat DESC NULLS LAST, cm.id LIMIT ${CANDIDATES}`.execute(tx)
  return rows
}
