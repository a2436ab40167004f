/** Restores a backup into an empty DATA_DIR or DATABASE_URL: `node scripts/restore.ts FROM [NAME]`. */
import { existsSync } from 'node:fs'
import { openPlaceToRead } from '#server/backup/place.ts'
import { channelsFile, restoreBackup } from '#server/backup/restore.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { describeBackup, print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run restore -- FOLDER|s3://BUCKET/PREFIX [NAME]
Without NAME it restores the newest backup, into the empty DATA_DIR and DATABASE_URL that are set.
The passphrase is in PASSPHRASE, or in the file that PASSPHRASE_FILE names.`

const [address = '', name] = readArguments(USAGE, {}, ({ length }) => length === 1 || length === 2).words
const startedAt = performance.now()
await runCommand(async () => {
  const config = readConfig()
  const place = await openPlaceToRead(config, clock, address)
  const { name: restored, contents } = await restoreBackup({ config, clock }, place, name)
  for (const line of describeBackup(contents)) print(line)
  const channels = channelsFile(config.dataDir)
  if (existsSync(channels))
    print(`The channels of lnd, for \`lncli restorechanbackup\` if its data is lost: ${channels}`)
  print(`The backup ${restored} is restored, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
  print(
    'Outgoing payments are stopped: the node may have paid what this backup does not know. Start the server, compare',
  )
  print('with npm run audit, then npm run outgoing -- resume REASON.')
})
