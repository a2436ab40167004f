/** Books a difference between the ledger and the Lightning node: `node scripts/book.ts ID REASON [--user
 * USERNAME]`; without arguments it lists open differences. The same as the form at /admin/money; booked to the
 * house unless a user is named. */
import { book } from '#server/payments/audit/book-difference.ts'
import { listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { Id } from '#contract/fields.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld, type World } from '#server/world.ts'
import { endWithUsage, print, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run book -- ID REASON [--user USERNAME]
Without arguments it lists the differences that are open, with their ids.`

const { values, words } = readArguments(USAGE, { user: { type: 'string' } }, () => true)
const [id, reason, username] = [words[0], words.slice(1).join(' ').trim(), values.user?.toLowerCase()]
const isComplete = id === undefined ? username === undefined : reason !== '' && Id.safeParse(id).success
if (!isComplete) endWithUsage(USAGE)
await runCommand(async () => {
  const world = await buildWorld(readConfig(), createLog(writeToStderr, 'error'))
  try {
    if (id === undefined) await list(world)
    else await bookOne(world, id)
  } finally {
    await world.stop()
  }
})

async function bookOne({ payments }: World, differenceId: string): Promise<void> {
  const request = { reason, ...(username === undefined ? {} : { username }) }
  const { state } = await book(payments, null, differenceId, request).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error
    throw new AppError(404, 'not-found', 'There is no open difference with this id. Run npm run book to list them.')
  })
  print(state === 'booked' ? 'Booked.' : 'The books and the node agree by now. Nothing was booked.')
}

async function list({ database }: World): Promise<void> {
  const open = await listOpenDifferences(database.read)
  if (open.length === 0) print('No difference is open.')
  for (const { id: differenceId, kind, subject, ours, nodes, firstSeenAt } of open) {
    print(
      `${differenceId}  ${kind}  ${subject}: ours ${ours}, the node's ${nodes} (since ${firstSeenAt.toISOString()})`,
    )
  }
}
