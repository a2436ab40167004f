/** Copies stored files to another place: `npm run files -- copy [--from PLACE] [--to PLACE] [--compare]`. Works beside a running
 * server, and continues after an interruption. The whole way of a move is in docs/operating.md. */
import { parseArgs } from 'node:util'
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
import { endWithUsage, megabytes, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run files -- copy [--from PLACE] [--to PLACE] [--compare]
Copies every file that the database knows. PLACE is a folder that exists, or s3://BUCKET in the store of the S3_… settings, or of
FILES_ALSO_S3_… if FILES_ALSO names it. The default of both is where the settings say that files are.
--compare: also reads what is there already, and copies what differs.`
const PROGRESS_MS = 5_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const { from, to, isComparing } = readArguments()
await runCommand(async () => {
  const config = readConfig()
  const present = presentPlace(config)
  const [source, target] = [from ?? present, to ?? present]
  if (source === target) endWithUsage(USAGE)
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
    if (counts.failed.length === 0) return
    print(`Failed: ${counts.failed.length}. Run the same command again. It continues.`)
    process.exitCode = 1
  } finally {
    await stops.run()
  }
})

function readArguments(): { from?: string | undefined; to?: string | undefined; isComparing: boolean } {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, compare: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.join() !== 'copy') endWithUsage(USAGE)
    for (const place of [values.from, values.to]) if (place !== undefined) requirePlace(place)
    return { from: values.from, to: values.to, isComparing: values.compare === true }
  } catch (error) {
    return endWithUsage(`${(error as Error).message}\n${USAGE}`)
  }
}

function requirePlace(place: string): void {
  try {
    filePlace(place)
  } catch (error) {
    throw new Error(`${place} is not ${(error as Error).message}.`)
  }
}
