/** Background jobs of this module: sends digests that are due, and deletes old data. */
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { NotificationDeps } from './deps.ts'
import { sendDigests } from './digest.ts'
import { dueDigests } from './digest-queries.ts'
import { deleteOld } from './record-queries.ts'
import { readPushKey } from './push-key.ts'

const ROUND_MS = 1_000
const DELETE_MS = 60_000
const DELETE_BATCH = 1_000
const DAY_MS = 86_400_000
const KEEP_NOTES_DAYS = 365
/** Events are redelivered for a few days at most. */
const KEEP_MARKS_DAYS = 60

export async function startNotificationJobs(deps: NotificationDeps): Promise<RunningJobs> {
  await readPushKey(deps)
  return startJobs(deps, [
    {
      name: 'digests',
      pauseMs: ROUND_MS,
      due: [dueDigests],
      work: () => sendDigests(deps),
    },
    { name: 'notifications-forgetting', pauseMs: DELETE_MS, work: () => deleteExpired(deps) },
  ])
}

async function deleteExpired({ database, clock }: NotificationDeps): Promise<void> {
  const now = clock.now().getTime()
  const before = {
    notes: new Date(now - KEEP_NOTES_DAYS * DAY_MS),
    marks: new Date(now - KEEP_MARKS_DAYS * DAY_MS),
  }
  while (await deleteOld(database.read, before, DELETE_BATCH));
}
