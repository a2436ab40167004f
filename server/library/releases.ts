/** Notifies followers of releases, and those who asked to be reminded. Found by polling, so that it does not matter whether a
 * release was published just now, scheduled long ago, or published when its audio was ready. Each release is notified once. */
import { topics, type Notice } from '#server/events.ts'
import { notifyNamed } from '#server/catalog/music/appearance-notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { notifyOfGenres } from './genre-news.ts'
import { selectFollowers } from './item-queries.ts'
import { claimReleases, type Release, selectUnannounced } from './release-queries.ts'

export type ReleaseDeps = { database: Database; clock: Clock; log: Log }

const ROUND_MS = 3_000
const NAMED_ROUND_MS = 10_000
const GENRE_ROUND_MS = 60_000
const DAY_MS = 86_400_000
/** As long as a server may have been down. */
const NEWS_DAYS = 7
const BATCH = 200
/** Per artist or podcast and round: uploading a whole catalogue must not flood the followers. Reminders are not limited. */
const TOLD_AT_ONCE = 3
/** Maximum number of users in a notice. */
const PEOPLE_A_NOTICE = 500

/** Returns how many releases were notified. */
export async function notifyOfReleases({ database, clock }: Pick<ReleaseDeps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  const unsent = await selectUnannounced(database.read, since, now, BATCH)
  if (unsent.length === 0) return 0
  return database.transaction(async (tx) => {
    const ids = unsent.map(({ id }) => id)
    const claimed = await claimReleases(tx, ids, now)
    const fresh = unsent.filter(({ id }) => claimed.has(id))
    const news = Map.groupBy(
      fresh.filter(({ isNews }) => isNews),
      ({ parentId }) => parentId,
    )
    const telling = [...news.values()].flatMap((releases) => releases.slice(0, TOLD_AT_ONCE))
    for (const release of telling) await notify(tx, release, [release.parentId, release.id])
    const awaited = fresh.filter((release) => release.isAwaited && !telling.includes(release))
    for (const release of awaited) await notify(tx, release, [release.id])
    return telling.length + awaited.length
  })
}

/** Those who follow or saved one of these contents. */
async function notify(tx: Tx, release: Release, contentIds: readonly string[]): Promise<void> {
  let after: string | null = null
  do {
    const userIds: string[] = await selectFollowers(tx, contentIds, after, PEOPLE_A_NOTICE)
    if (userIds.length === 0) return
    const notice: Notice = {
      noticeId: `${release.id}:${after ?? ''}`,
      kind: 'release',
      userIds,
      actorId: release.ownerId,
      actorName: release.parentName,
      content: { contentId: release.id, contentType: release.type, title: release.title },
      comment: null,
    }
    await publishAll(tx, topics.notice, [{ key: `release:${notice.noticeId}`, payload: notice }])
    after = userIds.length === PEOPLE_A_NOTICE ? userIds.at(-1)! : null
  } while (after !== null)
}

export function startReleaseJobs(deps: ReleaseDeps): RunningJobs {
  return startJobs(deps, [
    { name: 'releases', pauseMs: ROUND_MS, work: () => notifyOfReleases(deps) },
    { name: 'appearances', pauseMs: NAMED_ROUND_MS, work: () => notifyNamed(deps) },
    { name: 'genre-news', pauseMs: GENRE_ROUND_MS, work: () => notifyOfGenres(deps) },
  ])
}
