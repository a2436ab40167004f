/** Notifies users once a week of what was published in the genres they follow. A week ends on Monday, in UTC. Releases of
 * artists they follow are not among it: those are notified when they are published (releases.ts). */
import { topics, type Notice } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { claimDueFollows, type GenreNews, selectGenreNews } from './genre-news-queries.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** Users in one transaction. */
const BATCH = 500

/** Returns how many users were notified. Nobody is notified twice in a week, or of a week in which nothing appeared. */
export async function notifyOfGenres({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const until = lastMonday(clock.now())
  const since = new Date(until.getTime() - WEEK_DAYS * DAY_MS)
  let notified = 0
  for (;;) {
    const count = await database.transaction(async (tx) => {
      const userIds = await claimDueFollows(tx, until, BATCH)
      if (userIds.length === 0) return null
      const news = await selectGenreNews(tx, { userIds, since, until, now: clock.now() })
      await publishAll(
        tx,
        topics.notice,
        news.map((one) => ({ key: `genre-news:${noticeIdOf(one, until)}`, payload: noticeOf(one, until) })),
      )
      return news.length
    })
    if (count === null) return notified
    notified += count
  }
}

const noticeIdOf = ({ userId }: GenreNews, until: Date) => `${until.toISOString()}:${userId}`

function noticeOf(news: GenreNews, until: Date): Notice {
  const { userId, count, albumId, title, artistName } = news
  return {
    noticeId: noticeIdOf(news, until),
    kind: 'genre-news',
    userIds: [userId],
    count,
    actorId: null,
    actorName: artistName,
    content: { contentId: albumId, contentType: 'album', title },
    comment: null,
  }
}

function lastMonday(now: Date): Date {
  const daysAfter = (now.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAfter))
}
