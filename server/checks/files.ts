/** Checks the place of stored files: a file is written, uploaded as artists do, read in part, and deleted again. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { openPlace } from '#server/backup/place.ts'
import { readNewest } from '#server/backup/scheduled.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createDisk, readFree } from '#server/platform/files/disk.ts'
import type { Files } from '#server/platform/files/files.ts'
import { openFilesAt, presentPlace } from '#server/platform/files/open.ts'
import { checked, failed, type Line, ok, warning } from './check.ts'

const GIB = 2 ** 30
const HOUR_MS = 3_600_000

export async function checkFiles(config: Config, secret: string): Promise<Line[]> {
  const isBucket = config.s3Bucket !== ''
  const place = isBucket ? `bucket ${config.s3Bucket} at ${new URL(config.s3Endpoint).host}` : config.dataDir
  const advice = isBucket ? 'Check the settings that begin with S3_' : 'Check DATA_DIR and who may write there'
  const lines = checked('files', advice, async () =>
    writeAndRead(await openFilesAt(presentPlace(config), config, secret, systemClock), place),
  )
  return [...(await lines), ...(await checkOtherPlace(config, secret))]
}

/** While files move. */
async function checkOtherPlace(config: Config, secret: string): Promise<Line[]> {
  const { filesAlso: place } = config
  if (place === '') return []
  const what = place.startsWith('s3://') ? 'the settings that begin with FILES_ALSO_S3_ or S3_' : 'who may write there'
  return checked('files', `Check FILES_ALSO (${place}) and ${what}`, async () =>
    writeAndRead(await openFilesAt(place, config, secret, systemClock), place),
  )
}

/** The place of scheduled backups, and how old the newest one there is. */
export async function checkBackups(config: Config): Promise<Line[]> {
  const { backupTo, backupEveryHours } = config
  if (backupTo === '') {
    if (config.lightning === 'sandbox') return []
    return [warning('backups', 'The server makes none automatically. Set BACKUP_TO and PASSPHRASE_FILE, or use cron')]
  }
  return checked('backups', 'Check BACKUP_TO and the settings that begin with BACKUP_S3_', async () => {
    const newest = await readNewest(await openPlace(config, systemClock, backupTo))
    if (newest === null) return [ok('backups', `${backupTo} has none yet`)]
    const ageHours = (Date.now() - newest.getTime()) / HOUR_MS
    const text = `The newest one in ${backupTo} is of ${newest.toISOString()}`
    if (ageHours <= 2 * backupEveryHours) return [ok('backups', text)]
    return [
      failed('backups', `${text}, although BACKUP_EVERY_HOURS is ${backupEveryHours}. Look for job-failed in the log`),
    ]
  })
}

/** The disk of DATA_DIR, which holds the embedded database also where files are in a bucket. */
export function checkDisk({ dataDir, keepFreeMib }: Config): Promise<Line[]> {
  return checked('disk', 'Check DATA_DIR', async () => {
    const free = await readFree(dataDir)
    const text = `${(free / GIB).toFixed(1)} GiB free at ${dataDir}`
    if (!(await createDisk({ folder: dataDir, keepFreeBytes: keepFreeMib * 2 ** 20 }).isLow()))
      return [ok('disk', text)]
    return [failed('disk', `${text}, less than KEEP_FREE_MIB (${keepFreeMib} MiB): uploads are refused`)]
  })
}

async function writeAndRead(files: Files, place: string): Promise<Line[]> {
  const key = `checks/${randomBytes(8).toString('hex')}`
  const body = randomBytes(4_096)
  await files.write(key, body)
  try {
    await files.remove(key)
    await files.writeChunk(key, Readable.from([body]), { start: 0, total: body.length })
    const part: Buffer[] = []
    for await (const bytes of files.read(key, { start: 100, end: 199 })) part.push(bytes as Buffer)
    if (!Buffer.concat(part).equals(body.subarray(100, 200))) {
      return [failed('files', `${place} returned other bytes than requested: it does not support ranges`)]
    }
  } finally {
    await files.removeUpload(key)
  }
  return [ok('files', `${place}: written, uploaded, read in part, deleted`)]
}
