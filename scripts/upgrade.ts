/** What a start of this version would do to the database: `npm run upgrade -- --check`. Exits with code 1 when a migration cannot
 * be applied. Changes nothing. */
import { readConfig } from '#server/platform/config/config.ts'
import { locateDatabase } from '#server/platform/database/open.ts'
import { type Tried, tryUpgrade } from '#server/platform/database/try-upgrade.ts'
import { silentLog } from '#server/platform/log.ts'
import { endWithUsage, print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run upgrade -- --check
Applies the pending migrations in a transaction that is rolled back, and shows how long each takes and what it locks. A running
server waits meanwhile, for as long as shown and a few seconds at most. The upgrade itself happens at the next start.`

const EXPLAINED = {
  baseline: 'makes the schema of a new installation',
  expand: 'only adds: the version before keeps working beside it, and can be started again',
  contract: 'removes what only older versions use: from then on they cannot be started again',
}

if (readArguments(USAGE, { check: { type: 'boolean' } }).values.check !== true) endWithUsage(USAGE)

await runCommand(async () => {
  const stops: (() => Promise<void>)[] = []
  try {
    const { ownerUrl } = await locateDatabase(readConfig(), silentLog, stops)
    show(await tryUpgrade(ownerUrl))
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})

function show({ migrations, untried }: Tried): void {
  if (migrations.length === 0) {
    print('The database has all migrations of this version.')
    return
  }
  for (const { name, kind, durationMs, locks, failure } of migrations) {
    print(`${name}: ${durationMs} ms${kind === undefined ? '' : `, ${kind} (${EXPLAINED[kind]})`}`)
    if (failure !== null) print(`  FAILED: ${failure}`)
    for (const { table, mode, blocks } of locks) print(`  blocks ${blocks} of ${table} (${mode})`)
  }
  for (const name of untried) print(`${name}: not tried`)
  const failed = migrations.some(({ failure }) => failure !== null)
  print(
    failed ? '\nThis upgrade would fail. Nothing was changed.' : '\nNothing was changed. The next start applies them.',
  )
  if (failed) process.exitCode = 1
}
