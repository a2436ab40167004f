/** Copies stored files to another place: `npm run files -- copy [--from PLACE] [--to PLACE] [--compare]`. Works beside a running
 * server, and continues after an interruption. The whole way of a move is in docs/operating.md. */
import { copyFiles } from '#server/backup/copy-files.ts'
import { connectInstallation } from '#server/backup/installation.ts'
import { readKnownFiles } from '#server/backup/known-files.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { filePlace } from '#server/platform/config/values.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { asTx } from '#server/platform/database/one-connection.ts'
import { openFilesAt, presentPlace } from '#server/platform/files/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { createStops } from '#server/platform/stops.ts'
import { endWithUsage, megabytes, print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run files -- copy [--from PLACE] [--to PLACE] [--compare]
Copies every file that the database knows. PLACE is a folder that exists, or s3://BUCKET in the store of the S3_… settings, or of
FILES_ALSO_S3_… if FILES_ALSO names it. The default of both is where the settings say that files are.
--compare: also reads what is there already, and copies what differs.`
const PROGRESS_MS = 5_000

const options = { from: { type: 'string' }, to: { type: 'string' }, compare: { type: 'boolean' } } as const
const { values } = readArguments(USAGE, options, (words) => words.join() === 'copy')
const { from, to, compare: isComparing = false } = values
for (const place of [from, to]) if (place !== undefined) requirePlace(place)
await runCommand(async () => {
  const config = readConfig()
  const present = presentPlace(config)
  const [source, target] = [from ?? present, to ?? present]
  if (source === target) endWithUsage(`Both places are ${source}.\n${USAGE}`)
  const stops = createStops(silentLog)
  try {
    const { client, secret } = await connectInstallation(config, stops, connectOne)
    const startedAt = performance.now()
    const { counts, done } = copyFiles({
      from: await openFilesAt(source, config, secret, systemClock),
      to: await openFilesAt(target, config, secret, systemClock),
      readKnown: () => readKnownFiles(asTx(client)),
      isComparing,
    })
    const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0)
    const progress = setInterval(() => {
      const finished = counts.copied + counts.present + counts.deleted + counts.failed.length
      print(`${finished} of ${counts.total} files, ${megabytes(counts.copiedBytes)} copied, ${seconds()} s`)
    }, PROGRESS_MS)
    await done.finally(() => clearInterval(progress))
    for (const line of counts.failed) print(`Failed: ${line}`)
    print(`From ${source} to ${target}, ${seconds()} s`)
    print(`Copied: ${counts.copied}, ${megabytes(counts.copiedBytes)}. There already: ${counts.present}.`)
    if (counts.deleted > 0) print(`Deleted meanwhile: ${counts.deleted}`)
    if (counts.unknown > 0) print(`Not copied, since the database does not know them: ${counts.unknown}`)
    const { missing, failed } = counts
    if (missing.length > 0)
      print(`Missing in both places: ${missing.length}, such as ${missing.slice(0, 5).join(', ')}`)
    if (failed.length > 0) print(`Failed: ${failed.length}. Run the same command again. It continues.`)
    if (missing.length + failed.length > 0) process.exitCode = 1
  } finally {
    await stops.run()
  }
})

function requirePlace(place: string): void {
  try {
    filePlace(place)
  } catch (error) {
    endWithUsage(`${place} is not ${(error as Error).message}.\n${USAGE}`)
  }
}
