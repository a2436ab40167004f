/** One recovery of the drill: a restored server is started with the journal, or without; no payment leaves before an operator has
 * resumed payments; and the result is compared with the twin. */
import { LEFT_OUT } from '#server/backup/journal/capture.ts'
import { startJournal } from '#server/backup/journal/start.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { readSecret } from '#server/platform/secrets/secret.ts'
import type { World } from '#server/world.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { type Call, createCall } from '#web/data/api.ts'
import { provingCall } from '#tests/proofs.ts'
import { refusalOf } from '#tests/refusals.ts'
import { PASSWORD, until } from '#tests/users.ts'
import { createTestClock, serve, transportTo } from '#tests/world.ts'
import { readOutgoing } from './nodes.ts'
import { becomeOperator, bookAll, namedLoss, resume, waitForAudit } from './operator.ts'
import type { Original } from './original.ts'
import type { Report } from './report.ts'
import { type Books, compareBooks, differingTables, readBooks, readState, sumLegs, type Transfer } from './state.ts'
import { isFinished, payOut, type Stage } from './work.ts'

export type Loss = {
  title: string
  /** Of the restored database. */
  config: Config
  /** `flushed`: it is complete. `cut`: it ended when the server was killed. */
  journal: 'flushed' | 'cut' | 'lost'
  endedAt: Date
  /** The maximum age of changes that are missing from a journal that was cut. */
  missingMs: number
  /** Further checks after payments were resumed, which act as an operator and as users. */
  thenCheck?(origin: string, world: World): Promise<void>
}

const HOUR_MS = 3_600_000
/** Payments that the node has made are settled by then; others are released after their invoices have expired. */
const SOON_MS = 10_000
/** Tables that starting a server, or a restore, also changes. */
const NOT_COMPARED = [...LEFT_OUT, 'admin_action', 'audit_difference']

export async function recover(report: Report, original: Original, stage: Stage, loss: Loss): Promise<void> {
  const { title, config, journal } = loss
  report.note(`\n${title}`)
  await using stack = new AsyncDisposableStack()
  const { node } = stage
  await until(async () => (await readOutgoing(node)).inFlight === 0)
  const before = await readOutgoing(node)
  if (journal !== 'lost') await report.timed(`${title}: replay of the journal`, replay(report, loss))
  if (journal === 'flushed') {
    const [twin, restored] = [await readState(original.config, NOT_COMPARED), await readState(config, NOT_COMPARED)]
    const differing = differingTables(twin, restored)
    report.figure(`${title}: tables that differ, of ${twin.tables.length}`, differing.length)
    report.expect(differing.length === 0, `${title}: these tables differ: ${differing.join(', ')}`)
  }
  const since = new Date()
  const clock = createTestClock()
  const parts = { ...node.parts, clock }
  const { world, origin } = await report.timed(
    `${title}: start of a server`,
    serve(stack, config, silentLog, { parts, pages: journal === 'flushed' }),
  )
  const [user] = stage.listeners
  const prove = provingCall(
    createCall(transportTo(origin), () => user!.token),
    { method: 'password', password: PASSWORD },
  )
  const refused = await refusalOf(payOut(stage, prove))
  report.expect(['outgoing-stopped', 'withdrawals-halted'].includes(refused.code), `a payout: ${refused.code}`)
  const call = await becomeOperator(origin, world.database, user!)
  const lossId = await report.timed(
    `${title}: comparison with the node, and bookings`,
    settle(report, original, { stage, loss, call, since }),
  )
  const twin = await readBooks(original.database)
  const compareNow = async () => compare(report, loss, twin, await readBooks(world.database))
  if (journal !== 'lost') await compareNow()
  const after = await readOutgoing(node)
  report.figure(`${title}: payments that left before an operator resumed`, after.count + after.inFlight - before.count)
  report.expect(after.count === before.count && after.inFlight === 0, `${title}: something left before it was resumed`)
  if (lossId === undefined) return
  const code = await resume(call, lossId)
  report.expect(code === 'differences-open', `${title}: resuming with an open difference: ${code}`)
  await loss.thenCheck?.(origin, world)
  let isLater = false
  const passTime = () => {
    isLater = true
    clock.step(2 * HOUR_MS)
  }
  const pay = () => report.timed(`${title}: a payout after that`, payAgain(stage, prove))
  if (journal === 'cut') await pay()
  await report.timed(`${title}: all payments are final`, finish(world, passTime))
  if (journal === 'lost') {
    await compareNow()
    // An invoice that is made now would have expired.
    if (!isLater) await pay()
  }
  const twice = await node.countPaidTwice()
  report.expect(twice === 0, `${title}: the node has made ${twice} payments twice`)
  const audit = await auditPayments(world.payments)
  report.expect(audit.isRight, `${title}: the books are wrong in the end: ${describeFindings(audit).join(', ')}`)
}

async function replay(report: Report, { title, config }: Loss): Promise<void> {
  const events: string[] = []
  const note = (event: string, fields: Record<string, unknown> = {}) => {
    events.push(event)
    report.figure(`${title}: changes in the journal since the backup`, String(fields['lines']))
  }
  const log = { ...silentLog, warn: note, error: note }
  await startJournal({ config, clock: systemClock, log, secret: readSecret(config), ownerUrl: config.databaseUrl })
  report.expect(events.join() === 'journal-replayed', `${title}: the journal: ${events.join()}`)
}

type Settling = { stage: Stage; loss: Loss; call: Call; since: Date }

/** Returns the id of the difference that names the loss. Without the journal, everything that the node reports is booked. */
async function settle(
  report: Report,
  original: Original,
  { stage, loss, call, since }: Settling,
): Promise<string | undefined> {
  await waitForAudit(call, since)
  const { title, journal } = loss
  const named = await namedLoss(call)
  const wanted = journal === 'lost' ? 'changes-lost' : 'last-second'
  report.expect(named?.kind === wanted, `${title}: ${named?.kind} is named as lost, not ${wanted}`)
  if (journal !== 'lost') return named?.differenceId
  const restored = connectDatabase({ url: loss.config.databaseUrl, maxConnections: 1 })
  await until(async () => (await countUnrecorded(restored, stage)) === 0)
  const { ownerOf, sentMsat, sentCount } = await readLost(original, restored)
  await restored.close()
  const booked = await bookAll(call, ownerOf)
  report.figure(`${title}: payments that only the node knew, booked`, booked.differences)
  report.figure(`${title}: msat of these, to the twin's`, booked.msat + Number(sentMsat))
  report.figure(`${title}: deposits in suspense, assigned to their owners`, booked.suspense)
  report.figure(`${title}: deposits of lost accounts, still in suspense`, booked.unassigned)
  report.expect(booked.differences === sentCount, `${title}: ${booked.differences} of ${sentCount} payments were named`)
  report.expect(BigInt(-booked.msat) === sentMsat, `${title}: ${booked.msat} msat were named, and ${sentMsat} had left`)
  return named?.differenceId
}

/** Counts the deposits that the restored server has not recorded yet. */
async function countUnrecorded({ pool }: Pick<Database, 'pool'>, { paid }: Stage): Promise<number> {
  const { rows } = await pool.query(
    `SELECT FROM unnest($1::text[]) AS arrived (hash) WHERE NOT EXISTS (
       SELECT FROM invoice WHERE payment_hash = hash AND state = 'paid'
       UNION ALL SELECT FROM suspense_item WHERE payment_hash = hash)`,
    [paid],
  )
  return rows.length
}

/** Reads from the twin the payments that the restored database lacks. Accounts created since the backup are lost too. */
async function readLost({ database }: Original, { pool }: Pick<Database, 'pool'>) {
  const known = await pool.query<{ id: string }>('SELECT id::text AS id FROM person')
  const payouts = await pool.query<{ hash: string }>('SELECT payment_hash AS hash FROM payout')
  const owners = await database.pool.query<{ hash: string; username: string }>(
    `SELECT payment_hash AS hash, username FROM payout JOIN person ON person.id = user_id WHERE person.id = ANY ($1)
     UNION ALL SELECT payment_hash, username FROM invoice JOIN person ON person.id = owner_id WHERE person.id = ANY ($1)`,
    [known.rows.map(({ id }) => id)],
  )
  const sent = await database.pool.query<{ msat: bigint; count: number }>(
    `SELECT coalesce(sum(amount_msat + fee_msat), 0)::bigint AS msat, count(*)::int AS count
     FROM payout WHERE state = 'settled' AND payment_hash <> ALL ($1)`,
    [payouts.rows.map(({ hash }) => hash)],
  )
  const { msat: sentMsat, count: sentCount } = sent.rows[0]!
  return { ownerOf: new Map(owners.rows.map(({ hash, username }) => [hash, username])), sentMsat, sentCount }
}

/** Transfers of money that the node has received or sent, which bookings replace. All others are between balances. */
const OF_NODE = /^(deposit|receive-fee|suspense|withdraw-.*)$/

function compare(report: Report, { title, journal, endedAt, missingMs }: Loss, twin: Books, restored: Books): void {
  const isBooked = ({ kind }: Transfer) => journal === 'lost' && OF_NODE.test(kind)
  const { missing, added, differences, ...compared } = compareBooks(twin, restored)
  // An invoice of the last second is lost, so what was paid for it is in suspense.
  const isUnassigned = ({ idem, createdAt }: Transfer) =>
    journal === 'cut' &&
    restored.transfers.get(idem)!.kind === 'suspense' &&
    endedAt.getTime() - createdAt.getTime() <= missingMs
  const unassigned = compared.changed.filter(isUnassigned)
  const changed = compared.changed.filter((transfer) => !isBooked(transfer) && !isUnassigned(transfer))
  const oldestMs = Math.max(0, ...missing.map(({ createdAt }) => endedAt.getTime() - createdAt.getTime()))
  report.figure(`${title}: transfers of the twin`, twin.transfers.size)
  report.figure(`${title}: transfers missing`, missing.length)
  report.figure(`${title}: transfers with other entries`, changed.length)
  // A server that was killed had payments in flight, which the restored one finishes: these are not differences.
  const lost = journal === 'cut' ? sumLegs(missing) : differences
  report.figure(`${title}: balances that differ, of ${twin.balances.size}`, lost.size)
  report.figure(`${title}: msat by which they differ`, sumOf([...lost.values()].map(absolute)))
  report.expect(changed.length === 0, `${title}: other entries: ${changed.map(({ idem }) => idem).join(', ')}`)
  if (journal === 'flushed') {
    report.expect(missing.length + added.length + differences.size === 0, `${title}: it differs from its twin`)
    return
  }
  if (journal === 'cut') {
    report.figure(`${title}: payments for lost invoices, in suspense`, unassigned.length)
    report.figure(`${title}: age of the oldest missing transfer`, `${oldestMs} ms`)
    report.expect(oldestMs <= missingMs, `${title}: a missing transfer was made ${oldestMs} ms before the end`)
  }
  const between = missing.filter((transfer) => !isBooked(transfer))
  if (journal === 'lost') report.figure(`${title}: transfers between balances, lost and named`, between.length)
  const unexplained = journal === 'lost' ? perOwner(differences) : new Map(differences)
  const add = (sums: Map<string, bigint>, sign: bigint) => {
    for (const [code, msat] of sums) unexplained.set(code, (unexplained.get(code) ?? 0n) + sign * msat)
  }
  const own = journal === 'lost' ? perOwner : (sums: Map<string, bigint>) => sums
  add(own(sumLegs(between)), 1n)
  if (journal === 'cut') {
    add(sumLegs(unassigned), 1n)
    add(sumLegs([...added, ...unassigned.map(({ idem }) => restored.transfers.get(idem)!)]), -1n)
  }
  const wrong = [...unexplained].filter(
    ([code, msat]) => msat !== 0n && (restored.balances.has(code) || journal === 'cut'),
  )
  if (journal === 'lost') explainLostAccounts(wrong, unexplained, restored)
  const left = wrong.filter(([, msat]) => msat !== 0n)
  report.expect(left.length === 0, `${title}: unexplained: ${left.map(([code, msat]) => `${code} ${msat}`).join(', ')}`)
}

/** Adds the debts of a user to the balance of the same user. */
function perOwner(sums: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const all = new Map<string, bigint>()
  for (const [code, msat] of sums) {
    const owner = code.replace(/^receivable:/, 'user:')
    all.set(owner, (all.get(owner) ?? 0n) + msat)
  }
  return all
}

/** Deposits of accounts that are lost are in suspense. */
function explainLostAccounts(wrong: [string, bigint][], unexplained: Map<string, bigint>, restored: Books): void {
  const lost = [...unexplained].filter(([code]) => !restored.balances.has(code)).map(([, msat]) => msat)
  for (const entry of wrong) if (entry[0] === 'suspense') entry[1] += sumOf(lost)
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, msat) => sum + msat, 0n)
const absolute = (msat: bigint) => (msat < 0n ? -msat : msat)

async function payAgain(stage: Stage, call: Call): Promise<void> {
  const { paymentId } = await payOut(stage, call)
  await until(async () => (await call(getPayment, { params: { paymentId } })).state === 'settled')
}

/** Payments that were never sent are released once their invoices have expired. */
async function finish({ database }: World, passTime: () => void): Promise<void> {
  const hasFinished = () => isFinished(database)
  await until(hasFinished, SOON_MS).catch(passTime)
  await until(hasFinished)
}
