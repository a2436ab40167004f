/** Audits the ledger against all other records and against the Lightning node: `node scripts/audit.ts`. Exits
 * with 1 when they differ. The server runs the same audit each minute, but queries the node only about items
 * that were not confirmed yet. */
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings, formatDifference, storeFindings } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld } from '#server/world.ts'
import { print, readArguments } from './command-line.ts'

const USAGE = `Usage: npm run audit
Compares the ledger with all other records and with the Lightning node. Exits with 1 when they differ.`

readArguments(USAGE, {})
const world = await buildWorld(readConfig(), createLog(writeToStderr, 'error'))
try {
  const { payments } = world
  const audit = await auditPayments(payments)
  await storeFindings(payments, audit, 0)
  const { ledger, sums } = audit
  print(`Ledger: ${ledger.transferCount} transfers, ${ledger.entryCount} entries, together ${ledger.sumMsat} msat`)
  print(`Received ${sums.receivedMsat + sums.strayMsat}, sent ${sums.sentMsat}, fees ${sums.feesMsat} msat`)
  print(`Held for ${sums.heldMsat === 0n ? 'no payout' : `payouts without an outcome: ${sums.heldMsat} msat`}`)
  print(
    `Compared ${audit.compared} hashes with the node: ${audit.differences.length} differ, ${audit.inFlight} in flight`,
  )
  for (const item of await listSuspense(world.database.read)) {
    print(`In suspense: ${item.amountMsat} msat, ${item.reason}, ${item.paymentHash ?? item.paymentId ?? ''}`)
  }
  for (const doubt of audit.feeMismatches)
    print(`A different fee than before, which halts nothing: ${formatDifference(doubt)}`)
  for (const finding of describeFindings(audit)) print(`WRONG: ${finding}`)
  const { haltedAt } = await readAuditState(world.database.read)
  if (haltedAt !== null) print(`Outgoing payments are stopped since ${haltedAt.toISOString()}`)
  print(audit.isRight ? 'The books are right.' : 'The books are WRONG.')
  if (!audit.isRight) process.exitCode = 1
} finally {
  await world.stop()
}
