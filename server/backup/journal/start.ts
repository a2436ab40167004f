/** At the start of a server, before it serves: begins a journal, or compares it with the database and replays what the
 * database lacks, which was restored or rolled back in any way. */
import type pg from 'pg'
import { openPlace, type Place } from '#server/backup/place.ts'
import { BackupUnusable } from '#server/backup/unusable.ts'
import { restartRollUps } from '#server/ledger/rollup.ts'
import { writeRecovering } from '#server/payments/outgoing-stop.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { asTx, connectOne } from '#server/platform/database/one-connection.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { captureAll, captureNothing } from './capture.ts'
import { type Batch, type Journal, JournalUnreadable, openJournalAt } from './objects.ts'
import { deleteLines, type JournalState, listLineIds, lockJournalState, writeJournalState } from './queries.ts'
import { type Applied, createReplay } from './replay.ts'

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
        ? await endJournal(client, state, config.journal === OFF)
        : await continueJournal(deps, client, state, openJournalAt(place, secret))
    await client.query('COMMIT')
    return started
  } finally {
    // Without COMMIT, PostgreSQL discards everything.
    await client.end()
  }
}

async function endJournal(client: pg.Client, { chain }: JournalState, isWanted: boolean): Promise<null> {
  if (chain === null) return null
  if (!isWanted) {
    throw new BackupUnusable(
      'This database has a journal. Set JOURNAL to its place, or to off if the journal is to end.',
    )
  }
  const tx = asTx(client)
  await captureNothing(client)
  await deleteLines(tx, 'all')
  await writeJournalState(tx, { chain: null, position: 0, digest: '' })
  return null
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
  await writeJournalState(tx, { chain: newId(), position: 0, digest: '' })
  log.warn('journal-begun', { place: journal.title })
}

type Chain = JournalState & { chain: string }

/** What the journal has and the database lacks; null when that is nothing. `problem`: why more may be missing. */
type Replayed = { applied: Applied | null; problem: string | null }

async function catchUp({ clock, log }: Deps, client: pg.Client, journal: Journal, state: Chain): Promise<void> {
  await client.query('SAVEPOINT replay')
  const found = await replay(client, journal, state).catch((error: unknown): Replayed => {
    return { applied: null, problem: `a batch cannot be applied: ${String(error)}` }
  })
  if (found === null) return
  const { applied, problem } = found
  if (applied === null) await client.query('ROLLBACK TO SAVEPOINT replay')
  await writeRecovering(asTx(client), problem === null ? COMPLETE : INCOMPLETE, clock.now())
  if (problem === null) log.warn('journal-replayed', { ...applied })
  else log.error('journal-incomplete', { ...applied, problem })
}

/** Users see these when they withdraw. */
const COMPLETE = 'The server was restored, with all changes since.'
const INCOMPLETE = 'The server was restored, and some changes since may be missing.'

async function replay(client: pg.Client, journal: Journal, state: Chain): Promise<Replayed | null> {
  const tx = asTx(client)
  const { batches, problem } = await readAhead(journal, state)
  const ids = batches.flatMap(({ lines }) => lines.map(({ id }) => id))
  const waiting = new Set(await listLineIds(tx))
  // A batch that was stored just before this server ended.
  if (problem === null && ids.every((id) => waiting.has(id))) return null
  const written = new Set(ids)
  if ([...waiting].some((id) => !written.has(id))) return { applied: null, problem: problem ?? FORKED }
  const work = await createReplay(client, waiting)
  await switchTriggers(client, work.names, 'DISABLE')
  for (const { lines } of batches) await work.apply(lines)
  await switchTriggers(client, work.names, 'ENABLE')
  await restartRollUps(tx)
  await deleteLines(tx, ids)
  const { number: position, digest } = batches.at(-1) ?? { number: state.position, digest: state.digest }
  await writeJournalState(tx, { chain: state.chain, position, digest })
  return { applied: work.applied, problem }
}

const FORKED = 'this database has changes of its own that are not in the journal. Restore the newest backup instead.'

const switchTriggers = (client: pg.Client, names: readonly string[], state: string) =>
  client.query(names.map((name) => `ALTER TABLE ${name} ${state} TRIGGER USER`).join(';'))

type StoredBatch = Batch & { digest: string }

/** The batches after the state of the database, up to the first one that is missing, damaged or of another time. */
async function readAhead(
  journal: Journal,
  { chain, position, digest }: Chain,
): Promise<{ batches: StoredBatch[]; problem: string | null }> {
  const { numbers } = await journal.listAfter(chain, position)
  const batches: StoredBatch[] = []
  const last = Math.max(position, ...numbers)
  try {
    if (position > 0 && (await journal.readBatch(chain, position))?.digest !== digest)
      return { batches, problem: `batch ${position} is not the one that this database wrote` }
    for (let number = position + 1; number <= last; number++) {
      const batch = await journal.readBatch(chain, number)
      if (batch === null) return { batches, problem: `batch ${number} of ${last} is missing` }
      if (batch.previous !== (batches.at(-1)?.digest ?? digest))
        return { batches, problem: `batch ${number} of ${last} does not follow the one before` }
      batches.push(batch)
    }
    return { batches, problem: null }
  } catch (error) {
    if (error instanceof JournalUnreadable) return { batches, problem: `${error.message} (of ${last} batches)` }
    throw error
  }
}
