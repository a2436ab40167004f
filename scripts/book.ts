/** Books a difference between the books and the Lightning node: `node scripts/book.ts ID REASON [--user USERNAME]`; without
 * arguments it lists what is open. The same as the form at /admin/money; on the house unless a user is named. */
import { parseArgs } from 'node:util'
import { book } from '#server/payments/book-difference.ts'
import { listOpenDifferences } from '#server/payments/difference-queries.ts'
import { Id } from '#contract/fields.ts'
import { readConfig } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld } from '#server/world.ts'

const tell = (line: string) => process.stdout.write(`${line}\n`)
const { values, positionals } = parseArgs({ options: { user: { type: 'string' } }, allowPositionals: true })
const [id, ...words] = positionals
const reason = words.join(' ').trim()
if (id !== undefined && (reason === '' || !Id.safeParse(id).success)) {
  process.stderr.write('Usage: npm run book -- ID REASON [--user USERNAME]\n')
  process.exit(2)
}
const world = await buildWorld(readConfig(), createLog(writeToStderr, 'error'))
try {
  if (id === undefined) await list()
  else {
    const username = values.user?.toLowerCase()
    const { state } = await book(world.payments, null, id, { reason, ...(username === undefined ? {} : { username }) })
    tell(state === 'booked' ? 'Booked.' : 'Both sides agree by now. Nothing was booked.')
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await world.stop()
}

async function list(): Promise<void> {
  const open = await listOpenDifferences(world.database.read)
  if (open.length === 0) tell('No difference is open.')
  for (const { id: differenceId, kind, subject, ours, nodes, firstSeenAt } of open) {
    tell(`${differenceId}  ${kind}  ${subject}: ours ${ours}, the node's ${nodes} (since ${firstSeenAt.toISOString()})`)
  }
}
