/** Makes a backup, or verifies one: `node scripts/backup.ts TO`, `node scripts/backup.ts verify FROM [NAME]`. Works beside
 * a running server or without one. */
import { makeBackup } from '#server/backup/make.ts'
import { openPlace, openPlaceToRead } from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/restore.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { describeBackup, megabytes, print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run backup -- FOLDER|s3://BUCKET/PREFIX
       npm run backup -- verify FOLDER|s3://BUCKET/PREFIX [NAME]
The passphrase is in PASSPHRASE, or in the file that PASSPHRASE_FILE names.`

const { words } = readArguments(USAGE, {}, ([first, ...more]) =>
  first === 'verify' ? [1, 2].includes(more.length) : first !== undefined && more.length === 0,
)
const isVerifying = words[0] === 'verify'
const [address = '', name] = isVerifying ? words.slice(1) : words
const startedAt = performance.now()
await runCommand(async () => {
  const config = readConfig()
  if (isVerifying) {
    const place = await openPlaceToRead(config, clock, address)
    const { name: found, contents } = await verifyBackup({ config, clock }, place, name)
    for (const line of describeBackup(contents)) print(line)
    print(`The backup ${found} is complete and unaltered.`)
    return
  }
  const place = await openPlace(config, clock, address)
  const made = await makeBackup({ config, clock }, place)
  for (const line of describeBackup(made.contents)) print(line)
  print(`New since the last backup: ${made.added.count} parts, ${megabytes(made.added.bytes)}`)
  for (const key of made.vanished) print(`Deleted while the backup was made, and not in it: ${key}`)
  if (made.isNodeAway)
    print('lnd did not respond. Its channels are not in this backup, but as before in the place of the backups.')
  if (made.removedBackups > 0)
    print(`Old backups removed: ${made.removedBackups} (BACKUP_KEEP is ${config.backupKeep})`)
  print(`The backup ${made.name} is complete, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
})
