/** Makes somebody an admin, or no longer one: `npm run make-admin -- USERNAME [--remove]`.
 * Works on the database of the settings, beside a running server or without one. */
import { setAdmin } from '#server/accounts/people.ts'
import { noteAdminAction } from '#server/accounts/admin-actions.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/world.ts'

const [username = '', option] = process.argv.slice(2)
const isRemoval = option === '--remove'
if (username === '' || (option !== undefined && !isRemoval)) {
  process.stderr.write('Usage: npm run make-admin -- USERNAME [--remove]\n')
  process.exit(2)
}
const stops: (() => Promise<void>)[] = []
const { database } = await openDatabase(readConfig(), silentLog, stops)
try {
  const person = await database.transaction(async (tx) => {
    const changed = await setAdmin(tx, username.toLowerCase(), !isRemoval)
    if (changed !== null) await noteCommand(tx, changed.userId, isRemoval)
    return changed
  })
  if (person === null) {
    process.stderr.write(`There is no ${username} here.\n`)
    process.exitCode = 1
  } else process.stdout.write(`${person.username} is ${isRemoval ? 'no longer an' : 'an'} admin.\n`)
} finally {
  for (const stop of stops.reverse()) await stop()
}

/** Who runs commands has no account here, so the entry stands under the name of whom it is about. */
function noteCommand(tx: Tx, userId: string, isRemoval: boolean): Promise<void> {
  const action = isRemoval ? 'remove-admin' : 'make-admin'
  const target = { type: 'user', id: userId }
  return noteAdminAction(tx, { adminId: userId, action, target, reason: 'Command line', now: new Date() })
}
