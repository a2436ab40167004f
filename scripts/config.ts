/** Shows the settings and checks everything they lead to: `npm run config -- check [--all]`. Exits with code 1 when something
 * would keep the server from its work. Changes nothing; an embedded database that is not running is started meanwhile. */
import type { Line } from '#server/checks/check.ts'
import { runChecks, secretOf } from '#server/checks/checks.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { describeSettings, type SettingLine } from '#server/checks/settings.ts'
import { acceptSharedSettings } from '#server/platform/secrets/shared-settings.ts'
import { locateDatabase, openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run config -- check [--all] | accept
Shows the settings that are not at their default (with --all: every one), and checks the database, the disk, the file store, the
Lightning node, mail, and the public address. For the last, the server must be running.
accept: PUBLIC_URL and the store of files of this process are from now on those of all processes of the database.`

const { values, words } = readArguments(USAGE, { all: { type: 'boolean' } }, (given) =>
  ['check', 'accept'].includes(given.join()),
)

await runCommand(words[0] === 'accept' ? accept : check)

async function check(): Promise<void> {
  const { config, error } = tryConfig()
  const lines = describeSettings(process.env, config === null ? '' : secretOf(config))
  printSettings(lines, values.all === true)
  if (config === null) throw error
  print('\nNeighbours')
  const found = await checkNeighbours(config)
  for (const line of found) print(`  ${line.state.padEnd(8)} ${line.subject.padEnd(14)} ${line.text}`)
  const counts = (['failed', 'warning'] as const).map((state) => found.filter((line) => line.state === state).length)
  print(`\n${counts[0]} failed, ${counts[1]} warnings`)
  if (counts[0] !== 0) process.exitCode = 1
}

async function accept(): Promise<void> {
  const config = readConfig()
  const stops: (() => Promise<void>)[] = []
  try {
    const { database } = await openDatabase(config, silentLog, stops)
    const changes = await database.transaction((tx) => acceptSharedSettings(tx, config))
    for (const { name, shown } of changes)
      print(`${name} is ${shown} from now on. Restart the other processes with it.`)
    if (changes.length === 0) print('Nothing has changed.')
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

function tryConfig(): { config: Config; error: null } | { config: null; error: unknown } {
  try {
    return { config: readConfig(), error: null }
  } catch (error) {
    return { config: null, error }
  }
}

function printSettings(lines: readonly SettingLine[], isAll: boolean): void {
  const shown = lines.filter(({ source, problem }) => isAll || source !== 'default' || problem !== null)
  const width = Math.max(0, ...shown.map(({ variable }) => variable.length))
  print(isAll ? 'Settings' : 'Settings that are not at their default')
  if (shown.length === 0) print('  none')
  for (const { variable, source, shown: value, problem } of shown) {
    print(
      `  ${variable.padEnd(width)}  ${problem === null ? `${value || '(empty)'}  [${source}]` : `FAILED: ${problem}`}`,
    )
  }
}

async function checkNeighbours(config: Config): Promise<Line[]> {
  const stops: (() => Promise<void>)[] = []
  try {
    const { url } = await locateDatabase(config, silentLog, stops)
    return await runChecks(config, url)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}
