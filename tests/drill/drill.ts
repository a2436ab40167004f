/** The recovery drill: a working server is backed up, continues to work, and is lost with everything but the node, the backup
 * and the journal. It is restored elsewhere, and compared with what it was. `npm run drill` runs it; a short form is a test. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getTrack } from '#contract/catalog/tracks.ts'
import type { MadeBackup } from '#server/backup/make.ts'
import { openPlaceToRead } from '#server/backup/place.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import type { Files } from '#server/platform/files/files.ts'
import { openFiles } from '#server/platform/files/open.ts'
import { readSecret } from '#server/platform/secrets/secret.ts'
import { createCall } from '#web/data/api.ts'
import { findSystemPostgres, initialiseOther, pathsOf, query, startOther } from '#tests/other-postgres.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { transportTo } from '#tests/world.ts'
import type { DrillNode } from './nodes.ts'
import { drillConfig, type Original, placeIn, startOriginal } from './original.ts'
import { recover } from './recover.ts'
import { createReport, type Report } from './report.ts'
import { type DrillSize, quiet, readRights, serverAt, setStage, type Stage, work, workWithoutEnd } from './work.ts'

export type DrillOptions = {
  size: DrillSize
  /** Stopped in the end. */
  node: DrillNode
  /** Instead of a restore, a standby that lacks all work takes over. */
  isStandby: boolean
  /** The journal is lost too. */
  isJournalLost: boolean
  /** How old a transfer that was lost in a kill may be: a second, or more on a machine with much else to do. */
  missingMs: number
  print: (line: string) => void
}

type Drill = DrillOptions & { stack: AsyncDisposableStack; folder: string; report: Report }

/** Beside the backup. */
const FEW: DrillSize = {
  ...{ listeners: 1, payouts: 4, deposits: 4, zaps: 10 },
  ...{ tickets: 1, purchases: 0, promos: 0, accounts: 0, deleted: 0 },
}
/** Calls that have succeeded when the server is killed. */
const CALLS_BEFORE_END = 100

/** Returns what differs from the expected result. */
export async function runDrill(options: DrillOptions): Promise<readonly string[]> {
  await using stack = new AsyncDisposableStack()
  stack.defer(() => options.node.stop())
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-drill-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const report = createReport(options.print)
  const drill: Drill = { ...options, stack, folder, report }
  const { node, size, isStandby, isJournalLost } = options
  const original = await startOriginal(stack, { folder, node, isStandby })
  await report.timed('Start of the server', original.start())
  const stage = await report.timed(
    `${size.promos} artists with tracks, an event, ${size.listeners} listeners with balances`,
    setStage(serverAt(original.origin, original.database), node, size),
  )
  const [, made] = await report.timed(
    'Backup beside the working server',
    Promise.all([work(stage, FEW), original.backUp()]),
  )
  report.note(`  ${describe(made)}`)
  await original.pair?.cut()
  await report.timed(
    describeWork(size),
    work(stage, size).then(() => quiet(stage)),
  )
  if (isJournalLost) {
    await original.kill()
    const config = await bring(drill, original, 'lost')
    await recover(report, original, stage, {
      title: 'Without the journal',
      config,
      journal: 'lost',
      endedAt: new Date(),
      missingMs: 0,
    })
  } else {
    if (!isStandby) await loseAfterFlush(drill, original, stage)
    await loseAtWork(drill, original, stage)
  }
  report.printTable()
  return report.failures
}

async function loseAfterFlush(drill: Drill, original: Original, stage: Stage): Promise<void> {
  const { report } = drill
  const rights = await readRights(stage.server, stage)
  const pages = await readPages(original.origin, stage)
  await quiet(stage)
  await report.timed('Stop, with a flush of the journal', original.stopAndFlush())
  const config = await bring(drill, original, 'flushed')
  await recover(report, original, stage, {
    title: 'After a flush',
    config,
    journal: 'flushed',
    endedAt: new Date(),
    missingMs: 0,
    async thenCheck(origin, world) {
      const same = (what: string, twin: unknown, restored: unknown) =>
        report.expect(JSON.stringify(twin) === JSON.stringify(restored), `After a flush: ${what} differ`)
      same('pages', pages, await readPages(origin, stage))
      same('rights', rights, await readRights(serverAt(origin, world.database), stage))
      const files = await openFiles(original.config, readSecret(original.config), clock)
      const hashes = await hashFiles(files)
      same('files', hashes, await hashFiles(world.files))
      const { accounts } = stage
      report.note(
        `  The same: ${pages.length} pages, ${hashes.length} files, all tickets, purchases, promos, and ` +
          `${accounts.length} new accounts with their passwords, ${accounts.filter((one) => one.isDeleted).length} deleted`,
      )
    },
  })
  await report.timed('The lost server goes on, as if it had not been lost', original.start())
}

async function loseAtWork(drill: Drill, original: Original, stage: Stage): Promise<void> {
  const { ended } = await workWithoutEnd(stage, CALLS_BEFORE_END)
  await original.kill()
  const endedAt = new Date()
  await ended
  const config = await bring(drill, original, 'cut')
  await recover(drill.report, original, stage, {
    title: 'Killed at work',
    config,
    journal: 'cut',
    endedAt,
    missingMs: drill.missingMs,
  })
}

/** The database of an earlier time: the restored backup, or the standby, which takes over. */
async function bring({ stack, folder, node, report, isStandby }: Drill, original: Original, journal: string) {
  const journalAt = path.join(folder, `journal-${journal}`)
  if (journal !== 'lost') fs.cpSync(original.config.journal, journalAt, { recursive: true })
  if (isStandby) {
    const { standby, urls } = original.pair!
    await report.timed('The standby takes over', query(standby.url, 'SELECT pg_promote()'))
    return drillConfig(node, original.config.dataDir, urls.standby, journalAt)
  }
  const databaseUrl = await emptyDatabase(stack, folder, journal, report)
  const config = drillConfig(node, path.join(folder, `restored-${journal}`), databaseUrl, journalAt)
  const place = await openPlaceToRead(config, clock, placeIn(folder))
  await report.timed(`Restore of the backup (${journal})`, restoreBackup({ config, clock }, place))
  return config
}

/** On the oldest PostgreSQL that is installed beside the embedded one. */
async function emptyDatabase(
  stack: AsyncDisposableStack,
  folder: string,
  name: string,
  report: Report,
): Promise<string> {
  const native = findSystemPostgres()
  if (native === null) {
    report.note('SKIP another version of PostgreSQL: none is installed beside the embedded one')
    return stack.use(await createTestDatabase({ migrated: false })).ownerUrl
  }
  const paths = pathsOf(path.join(folder, `postgres-${name}`), native)
  initialiseOther(paths)
  const other = await startOther(paths)
  stack.defer(() => other.stop())
  report.note(`Restored on PostgreSQL ${await query(other.url, `SELECT current_setting('server_version') AS value`)}`)
  return other.url
}

function describe({ contents, added }: MadeBackup): string {
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows, ${contents.files.length} files; ${added.count} parts, ${(added.bytes / 1e6).toFixed(2)} MB`
}

const describeWork = ({ payouts, deposits, zaps, tickets, purchases, promos, accounts, deleted }: DrillSize) =>
  `${payouts} payouts, ${deposits} deposits, ${zaps} zaps, ${tickets} tickets, ${purchases} purchases, ${promos} promos, ` +
  `${accounts} new accounts (${deleted} deleted)`

async function hashFiles(files: Files): Promise<string[]> {
  const hashes: string[] = []
  for await (const { key, size } of files.list('')) {
    hashes.push(`${key} ${size} ${sha256(await buffer(files.read(key)))}`)
  }
  return hashes.sort()
}

/** Pages and audio as a visitor gets them. */
async function readPages(origin: string, { artists }: Stage): Promise<string[]> {
  const { albumId, trackId, artistId } = artists[0]!
  const { liveUrl } = await createCall(transportTo(origin))(getTrack, { params: { trackId } })
  const addresses = ['/', '/top', `/album/${albumId}`, `/track/${trackId}`, `/v1/artists/${artistId}`]
  addresses.push(new URL(liveUrl!, origin).pathname)
  const read = async (address: string) => {
    const response = await fetch(origin + address)
    return `${address} ${response.status} ${sha256(Buffer.from(await response.arrayBuffer()))}`
  }
  return Promise.all(addresses.map(read))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
