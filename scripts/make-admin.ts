/** Makes a user an operator with the role owner, or removes the role: `npm run make-admin -- USERNAME [--remove]`. Owners give
 * roles to others at /admin/roles. Works on the configured database, beside a running server or without one. */
import { setRole } from '#server/accounts/roles.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { silentLog } from '#server/platform/log.ts'
import { readArguments, runCommand } from './command-line.ts'
import { openDatabase } from '#server/platform/database/open.ts'

const USAGE = 'Usage: npm run make-admin -- USERNAME [--remove]'
const { values, words } = readArguments(USAGE, { remove: { type: 'boolean' } }, ({ length }) => length === 1)
const username = words[0]!
const isRemoval = values.remove === true
await runCommand(async () => {
  const stops: (() => Promise<void>)[] = []
  try {
    const { database } = await openDatabase(readConfig(), silentLog, stops)
    const user = await database.transaction(async (tx) => {
      const changed = await setRole(tx, username.toLowerCase(), isRemoval ? null : 'owner')
      if (changed !== null) await recordCommand(tx, changed.userId)
      return changed
    })
    if (user === null)
      throw new AppError(
        404,
        'not-found',
        `No user is called ${username}. Give the username, not the name or the e-mail address.`,
      )
    process.stdout.write(`${user.username} is ${isRemoval ? 'no longer an operator' : 'an owner'}.\n`)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})

/** The person who runs the command has no account here. */
function recordCommand(tx: Tx, userId: string): Promise<void> {
  const details = { role: isRemoval ? null : 'owner', by: 'console' }
  const target = { type: 'person', id: userId }
  return recordAdminAction(tx, { adminId: null, action: 'set-role', target, details, now: new Date() })
}
