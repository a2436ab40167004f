/** At the start of a server, before it serves: begins a journal, or compares it with the database and replays what the
 * database lacks, which was restored or rolled back in any way. */
import type pg from 'pg'
import { openPlace, type Place } from '#server/backup/place.ts'
import { BackupUnusable } from '#server/backup/unusable.ts'
import { restartRollUps } from '#server/ledger/rollup.ts'
import { clearLoss, narrowLoss, writeRecovering } from '#server/payments/audit/recovering.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sqlState } from '#server/platform/database/database.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { asTx } from '#server/platform/database/one-connection.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { captureAll, captureNothing } from './capture.ts'
import { type Journal, JournalUnreadable, openJournalAt, type StoredBatch } from './objects.ts'
import { deleteLines, type JournalState, listLineIds, lockJournalState, writeJournalState } from './queries.ts'
import { type Applied, COMPLETE, createReplay, FORKED, INCOMPLETE, switchTriggers } from './replay.ts'

type Deps = { config: Config; clock: Clock; log: Log; secret: string; ownerUrl: string }
/** `sends`: the keys of payments that were about to be sent around the state that was found. */
export type StartedJournal = { journal: Journal; sends: string[] }

/** A payment is written before the batch of its reservation. */
const SENDS_BEFORE = 1_000

/** A value of JOURNAL: a journal that was begun ends. */
const OFF = 'off'

/** Null without JOURNAL. */
export async function startJournal(deps: Deps): Promise<StartedJournal | null> {
  const { config, clock, secret, ownerUrl } = deps
  const isOn = config.journal !== '' && config.journal !== OFF
  const place: Place | null = isOn ? await openPlace(config, clock, config.journal) : null
  const client = await connectOne(ownerUrl)
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'`)
    const state = await lockJournalState(asTx(client))
    const started =
      place === null
        ? await requireEnd(client, state, config.journal === OFF)
        : await continueJournal(deps, client, state, openJournalAt(place, secret))
    await client.query('COMMIT')
    return started
  } finally {
    // Without COMMIT, PostgreSQL discards everything.
    await client.end()
  }
}

async function requireEnd(client: pg.Client, { chain }: JournalState, isWanted: boolean): Promise<null> {
  if (chain === null) return null
  if (!isWanted) {
    throw new BackupUnusable(
      'This database has a journal. Set JOURNAL to its place, or to off if the journal is to end.',
    )
  }
  await endJournal(client)
  return null
}

/** Within the transaction of this client. False when there was none. */
export async function endJournal(client: pg.Client): Promise<boolean> {
  const tx = asTx(client)
  if ((await lockJournalState(tx)).chain === null) return false
  await captureNothing(client)
  await deleteLines(tx, 'all')
  await writeJournalState(tx, { chain: null, position: 0, digest: '', problem: null })
  return true
}

async function continueJournal(
  deps: Deps,
  client: pg.Client,
  state: JournalState,
  journal: Journal,
): Promise<StartedJournal> {
  const { chain } = state
  if (chain === null || (await journal.isEmpty())) {
    await begin(deps, client, journal)
    return { journal, sends: [] }
  }
  await captureAll(client)
  const { sends } = await journal.listAfter(chain, Math.max(0, state.position - SENDS_BEFORE))
  await catchUp(deps, client, journal, { ...state, chain })
  return { journal, sends }
}

/** It has what changes from now on: what was before is in a backup. */
async function begin({ log }: Deps, client: pg.Client, journal: Journal): Promise<void> {
  if (!(await journal.isEmpty())) {
    throw new BackupUnusable(
      `JOURNAL is ${journal.title}, which has the journal of another database, or of a later state of this one. Restore a ` +
        'backup that was made after that journal began, or set JOURNAL to an empty place.',
    )
  }
  const tx = asTx(client)
  await captureAll(client)
  await deleteLines(tx, 'all')
  await writeJournalState(tx, { chain: newId(), position: 0, digest: '', problem: null })
  log.warn('journal-begun', { place: journal.title })
}

type Chain = JournalState & { chain: string }

/** What the database lacked. `problem`: why more may be missing. `applied` is null when nothing was changed. */
type Replayed = { applied: Applied | null; problem: string | null }

async function catchUp({ clock, log }: Deps, client: pg.Client, journal: Journal, state: Chain): Promise<void> {
  const tx = asTx(client)
  await client.query('SAVEPOINT replay')
  const { applied, problem } = await replay(client, journal, state, clock.now()).catch((error: unknown): Replayed => {
    if (sqlState(error) === undefined) throw error
    return { applied: null, problem: `A batch cannot be applied: ${String(error)}` }
  })
  if (applied === null) await client.query('ROLLBACK TO SAVEPOINT replay')
  if (problem !== state.problem) await writeJournalState(tx, { ...(await lockJournalState(tx)), problem })
  if (applied === null && problem === null) {
    await narrowLoss(tx, `journal, nothing after batch ${state.position}`, clock.now())
    return
  }
  const replayed =
    applied === null
      ? 'nothing replayed'
      : `${applied.lines} changes replayed, ${applied.transfers} transfers among them`
  const loss = problem === null ? 'last-second' : 'changes-lost'
  const source = `journal, ${replayed}${problem === null ? '' : `: ${problem}`}`
  await writeRecovering(tx, { reason: problem === null ? COMPLETE : INCOMPLETE, loss, source }, clock.now())
  if (problem === null) log.warn('journal-replayed', { ...applied })
  else log.error('journal-incomplete', { ...applied, problem })
}

async function replay(client: pg.Client, journal: Journal, state: Chain, now: Date): Promise<Replayed> {
  const { chain } = state
  let { position, digest } = state
  if (position > 0) {
    const own = await readChecked(journal, chain, position, (batch) => batch.digest === digest)
    if (typeof own === 'string') return { applied: null, problem: own }
  }
  const last = Math.max(position, ...(await journal.listAfter(chain, position)).numbers)
  if (last === position) return { applied: null, problem: null }
  const tx = asTx(client)
  const waiting = new Set(await listLineIds(tx))
  const found = new Set<string>()
  let problem: string | null = null
  const work = await createReplay(client, waiting)
  await switchTriggers(client, 'DISABLE')
  await clearLoss(tx, now)
  while (position < last) {
    const batch = await readChecked(journal, chain, position + 1, ({ previous }) => previous === digest)
    if (typeof batch === 'string') {
      problem = batch
      break
    }
    await work.apply(batch.lines)
    for (const { id } of batch.lines) if (waiting.has(id)) found.add(id)
    ;({ number: position, digest } = batch)
  }
  await switchTriggers(client, 'ENABLE')
  // Nothing is lacking: at most, a batch was stored just before this server ended.
  if (work.applied.lines === 0) return { applied: null, problem }
  if (found.size < waiting.size) return { applied: null, problem: problem ?? FORKED }
  await restartRollUps(tx)
  await deleteLines(tx, [...found])
  await writeJournalState(tx, { chain, position, digest, problem })
  return { applied: work.applied, problem }
}

/** The batch, or why it cannot be used. */
async function readChecked(
  journal: Journal,
  chain: string,
  number: number,
  isWanted: (batch: StoredBatch) => boolean,
): Promise<StoredBatch | string> {
  try {
    const batch = await journal.readBatch(chain, number)
    if (batch === null) return `Batch ${number} of the journal is missing.`
    return isWanted(batch) ? batch : `Batch ${number} of the journal was written by another state of this database.`
  } catch (error) {
    if (error instanceof JournalUnreadable) return error.message
    throw error
  }
}
