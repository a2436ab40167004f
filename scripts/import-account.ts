/** Imports the archive of an account, with its ids and guids: `npm run import-account -- FILE`. Works on the configured
 * database and files, beside a running server or without one. */
import { randomBytes } from 'node:crypto'
import { openArchive } from '#server/archives/open-archive.ts'
import { restoreAccount } from '#server/archives/restore-account.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createFailpoints } from '#server/platform/failpoints.ts'
import { createLog, silentLog, writeToStderr } from '#server/platform/log.ts'
import { originOf } from '#server/platform/network/origin.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openFiles } from '#server/platform/files/open.ts'
import { readSecret } from '#server/platform/secrets/secret.ts'
import { print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run import-account -- FILE
FILE is an archive: Settings, Your data, Download everything.`

const { words } = readArguments(USAGE, {}, ({ length }) => length === 1)
const startedAt = performance.now()
await runCommand(async () => {
  const config = readConfig()
  const archive = await openArchive(words[0]!)
  const stops: (() => Promise<void>)[] = [archive.close]
  try {
    const { database } = await openDatabase(config, silentLog, stops)
    const { username, email, counts, notes } = await restoreAccount(
      {
        database,
        files: await openFiles(config, readSecret(config), clock),
        now: clock.now(),
        host: new URL(originOf(config)).host,
        passwordHash: await hashPassword(randomBytes(32).toString('hex')),
        failpoint: createFailpoints(config.crashAt, createLog(writeToStderr, config.logLevel)),
      },
      archive,
    )
    print(counts.flatMap(([table, rows]) => (rows === 0 ? [] : `${table} ${rows}`)).join(', '))
    for (const note of notes) print(note)
    print(`The account ${username} is imported, after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)
    print('Money does not move with an account: its balance stays on the old server. Withdraw it there.')
    print(
      email === null
        ? 'Its owner logs in with their nostr key.'
        : `Its owner sets a new password: "Forgot password", with ${email}.`,
    )
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})
