/** Stops all outgoing payments, or resumes them: `node scripts/outgoing.ts stop|resume REASON`; without arguments it
 * prints the current state. Works on the configured database, beside a running server or without one. */
import { readAuditState } from '#server/payments/audit/state.ts'
import { readOutgoingStop, switchOutgoing } from '#server/payments/outgoing-stop.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { endWithUsage, readArguments, runCommand } from './command-line.ts'

const USAGE = `Usage: npm run outgoing -- stop|resume REASON
Without arguments it says whether outgoing payments are stopped.`

const [command, ...words] = readArguments(USAGE, {}, () => true).words
const reason = words.join(' ').trim()
if (command !== undefined && (!['stop', 'resume'].includes(command) || reason === '')) endWithUsage(USAGE)
await runCommand(async () => {
  const stops: (() => Promise<void>)[] = []
  try {
    const { database } = await openDatabase(readConfig(), silentLog, stops)
    if (command !== undefined) {
      const isStopped = command === 'stop'
      await switchOutgoing({ database, clock: systemClock, log: silentLog }, null, { isStopped, reason })
    }
    await printState(database)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})

async function printState(database: Database): Promise<void> {
  const { stoppedAt, reason: why } = await readOutgoingStop(database.read)
  const { haltedAt } = await readAuditState(database.read)
  const lines = [
    stoppedAt === null
      ? 'Outgoing payments are not stopped by an operator.'
      : `Outgoing payments are stopped by an operator since ${stoppedAt.toISOString()}: ${why}`,
    ...(haltedAt === null
      ? []
      : [`The audit halts them since ${haltedAt.toISOString()}. npm run book lists the differences.`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
