/** Makes a user an admin, or removes the right: `npm run make-admin -- USERNAME [--remove]`.
 * Works on the configured database, beside a running server or without one. */
import { setAdmin } from '#server/accounts/users.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { silentLog } from '#server/platform/log.ts'
import { endWithUsage, runCommand } from './command-line.ts'
import { openDatabase } from '#server/platform/database/open.ts'

const [username = '', option] = process.argv.slice(2)
const isRemoval = option === '--remove'
if (username === '' || (option !== undefined && !isRemoval)) {
  endWithUsage('Usage: npm run make-admin -- USERNAME [--remove]')
}
await runCommand(async () => {
  const stops: (() => Promise<void>)[] = []
  try {
    const { database } = await openDatabase(readConfig(), silentLog, stops)
    const user = await database.transaction(async (tx) => {
      const changed = await setAdmin(tx, username.toLowerCase(), !isRemoval)
      if (changed !== null) await noteCommand(tx, changed.userId, isRemoval)
      return changed
    })
    if (user === null)
      throw new AppError(
        404,
        'not-found',
        `No user is called ${username}. Give the username, not the name or the e-mail address.`,
      )
    process.stdout.write(`${user.username} is ${isRemoval ? 'no longer an' : 'an'} admin.\n`)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})

/** The person who runs the command has no account here, so the log entry names the affected user as the admin. */
function noteCommand(tx: Tx, userId: string, isRemoval: boolean): Promise<void> {
  const action = isRemoval ? 'remove-admin' : 'make-admin'
  const target = { type: 'user', id: userId }
  return recordAdminAction(tx, { adminId: userId, action, target, reason: 'Command line', now: new Date() })
}
