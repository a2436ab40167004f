/** The newest zaps as everybody may see them: only those to public content, and each message only where it is shown. */
import type { Data } from '#contract/endpoint.ts'
import { LATEST_ZAPS, type listLatestZaps } from '#contract/listening/zap-news.ts'
import { selectCards } from '#server/catalog/content/card-queries.ts'
import { selectShownMessages } from '#server/comments/message-queries.ts'
import { type NewsRow, selectNewestZaps, selectNewestZapsTo } from '#server/payments/zaps/news-queries.ts'
import type { HorizonDeps } from './horizon.ts'

export type ZapNews = Data<typeof listLatestZaps>[number]

/** Zaps to content that is no longer public are skipped, up to this many rows. */
const CONSIDERED = 4 * LATEST_ZAPS
const BEGINNING = new Date(0)

/** Anybody. With a content, the zaps to it and to what it contains. */
export async function readLatest(deps: HorizonDeps, contentId: string | undefined): Promise<ZapNews[]> {
  const tx = deps.database.read
  const rows =
    contentId === undefined
      ? await selectNewestZaps(tx, BEGINNING, CONSIDERED)
      : await selectNewestZapsTo(tx, contentId, CONSIDERED)
  return (await describeNews(deps, rows)).slice(0, LATEST_ZAPS)
}

/** In the same order. */
export async function describeNews(
  { database, clock, files }: HorizonDeps,
  rows: readonly NewsRow[],
): Promise<ZapNews[]> {
  if (rows.length === 0) return []
  const [cards, messages] = await Promise.all([
    selectCards(database.read, [...new Set(rows.map(({ content_id }) => content_id))], clock.now()),
    selectShownMessages(
      database.read,
      rows.map(({ id }) => id),
    ),
  ])
  const cardOf = new Map(cards.map((card) => [card.id, card]))
  const messageOf = new Map(messages.map((message) => [message.payment_id, message]))
  const urlOf = (key: string | null | undefined) => (key ? files.publicUrl(key) : null)
  return rows.flatMap((row) => {
    const card = cardOf.get(row.content_id)
    if (card === undefined) return []
    const message = messageOf.get(row.id)
    return {
      id: row.id,
      contentId: card.id,
      contentType: card.type,
      title: card.title,
      artist: card.artist_name,
      artworkUrl: urlOf(card.artwork_key),
      artistId: card.artist_id,
      parentId: card.parent_id,
      atSeconds: row.at_seconds,
      msatAmount: row.amount_msat,
      settledAt: row.settled_at,
      name: message?.username ?? null,
      displayName: message?.display_name ?? null,
      avatarUrl: urlOf(message?.artwork_key),
      message: message?.body ?? null,
    }
  })
}
