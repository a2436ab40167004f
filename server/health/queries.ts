/** SQL of the figures about pending work, and about the database itself. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type WaitingTopic = { topic: string; waiting: number; retried: number; oldestSeconds: number }

/** Events that are due, by topic. The age of one that has failed counts from its creation, even if it was delayed. */
export async function listWaitingTopics(tx: Tx): Promise<WaitingTopic[]> {
  const { rows } = await sql<WaitingTopic>`
    SELECT topic, count(*)::int AS waiting, (count(*) FILTER (WHERE last_error IS NOT NULL))::int AS retried,
      extract(epoch FROM now() - min(CASE WHEN last_error IS NULL THEN run_at ELSE created_at END))::float
        AS "oldestSeconds"
    FROM outbox WHERE done_at IS NULL AND (run_at <= now() OR last_error IS NOT NULL)
    GROUP BY topic ORDER BY topic`.execute(tx)
  return rows
}

export type Waiting = {
  /** The time of the database, in seconds since 1970. */
  databaseClock: number
  uploadsQueued: number
  uploadsRunning: number
  uploadOldestSeconds: number
  journalWaiting: number
  standbys: number
  /** Null without standbys, and for a role that may not see it (pg_monitor). */
  replicationLagSeconds: number | null
}

export async function readWaiting(tx: Tx, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT extract(epoch FROM clock_timestamp())::float AS "databaseClock",
      uploads.queued AS "uploadsQueued", uploads.running AS "uploadsRunning", uploads.oldest AS "uploadOldestSeconds",
      (SELECT count(*)::int FROM (SELECT FROM journal_line LIMIT 100000) line) AS "journalWaiting",
      standby.count AS standbys, standby.lag AS "replicationLagSeconds"
    FROM
      (SELECT (count(*) FILTER (WHERE state = 'uploaded'))::int AS queued,
        (count(*) FILTER (WHERE state = 'processing'))::int AS running,
        coalesce(extract(epoch FROM ${now}::timestamptz - min(created_at)), 0)::float AS oldest
        FROM asset WHERE kind = 'audio' AND state IN ('uploaded', 'processing')) uploads,
      (SELECT count(*)::int AS count, extract(epoch FROM max(replay_lag))::float AS lag
        FROM pg_stat_replication) standby`.execute(tx)
  return rows[0]!
}
