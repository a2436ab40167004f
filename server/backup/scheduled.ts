/** Backups that the server makes automatically, to the place in BACKUP_TO: when the newest one there is old enough, and before an
 * upgrade of the database. Several servers share the work: the lock of a backup lets one of them make it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { NOT_DUE, type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import { saveChannels } from './channels.ts'
import { type BackupDeps, makeBackup } from './make.ts'
import { listBackups, timeOf } from './manifest.ts'
import { openPlace, type Place, type ReadablePlace } from './place.ts'
import { BackupRunning } from './unusable.ts'

const LOOK_MS = 300_000
const WAIT_MS = 1_000
const HOUR_MS = 3_600_000

type Scheduled = BackupDeps & { log: Log }

let newestAt: Date | null = null
/** When the newest backup was made, as this process saw it at its last look. Null: it has not looked, or there is none. */
export const lastSeenBackup = () => newestAt

/** No jobs without BACKUP_TO. */
export function startBackupJobs(deps: { config: Config; clock: Clock; log: Log; database: Database }): RunningJobs {
  const { config } = deps
  const work = () => backUpWhenDue(deps)
  return startJobs(deps, config.backupTo === '' ? [] : [{ name: 'backup', pauseMs: LOOK_MS, work }])
}

export async function backUpWhenDue(deps: Scheduled): Promise<typeof NOT_DUE | undefined> {
  const { config, clock, log } = deps
  const place = await openPlace(config, clock, config.backupTo)
  const newest = await readNewest(place)
  if (newest !== null && clock.now().getTime() - newest.getTime() < config.backupEveryHours * HOUR_MS) {
    await saveChannels(config, place).catch((error: unknown) => log.warn('channels-not-backed-up', { error }))
    return NOT_DUE
  }
  try {
    await backUp(deps, place)
    return undefined
  } catch (error) {
    if (error instanceof BackupRunning) return NOT_DUE
    throw error
  }
}

/** Before the first migration of a newer version. Fails the start when the backup cannot be made. Of several servers that start
 * together, one makes it and the others wait. */
export async function backUpBeforeUpgrade(deps: Scheduled, lastMigration: string): Promise<void> {
  const { config, clock, log } = deps
  if (config.backupTo === '') return
  log.info('backup-before-upgrade', { lastMigration })
  const startedAt = clock.now()
  const place = await openPlace(config, clock, config.backupTo)
  for (;;) {
    try {
      return await backUp(deps, place)
    } catch (error) {
      if (!(error instanceof BackupRunning)) throw error
    }
    await sleep(WAIT_MS)
    const newest = await readNewest(place)
    if (newest !== null && newest > startedAt) return
  }
}

/** When the newest backup in BACKUP_TO was made; null when there is none. */
export async function readNewest(place: ReadablePlace): Promise<Date | null> {
  const name = (await listBackups(place)).at(-1)
  newestAt = name === undefined ? null : timeOf(name)
  return newestAt
}

async function backUp({ config, clock, log }: Scheduled, place: Place): Promise<void> {
  const startedAt = performance.now()
  const made = await makeBackup({ config, clock }, place)
  const { name, added, vanished, removedBackups } = made
  newestAt = timeOf(name)
  log.info('backup-made', {
    name,
    newParts: added.count,
    newBytes: added.bytes,
    deletedMeanwhile: vanished.length,
    removedBackups,
    durationMs: Math.round(performance.now() - startedAt),
  })
}
