/** Kills servers and PostgreSQL while they start, migrate, work and stop, and measures the result: each process must
 * serve or end within the limit, nothing may be left behind, and the books must be right at the end. Faults of
 * nodes, clocks and connections are in fault-lab.ts. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createSandboxNode } from '#server/lightning/sandbox/adapter.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { silentLog } from '#server/platform/log.ts'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { until } from '#tests/users.ts'
import { countUnfinished, listUnfinished, toText, tryAgainNow } from './books.ts'
import { createKillLoad, type KillLoad } from './kill-load.ts'
import { type Empty, setStage, type Stage, type KillTarget } from './kill-stage.ts'
import { endsWithin, hasNoPostgres, MAIN, type MainProcess, postgresOf, servesOrEnds } from './main-process.ts'
import { createRandom, type Random } from './random.ts'
import { sharedServer } from './shared-server.ts'

export type Phase = 'start' | 'migration' | 'load' | 'shutdown'
const PHASES: readonly Phase[] = ['start', 'migration', 'load', 'shutdown']

export type KillReport = {
  seed: number
  durationMs: number
  kills: Record<string, number>
  /** The longest times, in milliseconds, after a kill. */
  longestMs: Record<'servesAgain' | 'ends' | 'startsAgain', number>
  /** What a start takes on this machine without any kill. A server that is started after a kill has that much more
   * time. */
  undisturbedStartMs: number
  /** The payments that users saw as executed, summed over all stages. */
  acknowledged: Record<string, number>
  /** Between ledger and node, over all stages. */
  differenceMsat: bigint
  breaches: string[]
}

export type KillOptions = {
  seed: number
  kills: number
  /** For each process, after each kill. */
  limitMs: number
  /** Over which databases; the kills are divided between them. */
  kinds?: readonly Stage['kind'][]
  print?: (line: string) => void
}

const AT_ONCE = 6
/** A payment unknown to the node is held until its invoice has expired, and checked each minute. */
const QUIET_MS = 150_000
const FIRST_START_MS = 120_000
/** Servers in the middle of starting are killed at any moment of about this time. */
const START_MS = 3_500

export async function runKills(options: KillOptions): Promise<KillReport> {
  const { seed, kills, kinds = ['embedded', 'beside'], print = () => undefined } = options
  const startedAt = performance.now()
  const random = createRandom(seed)
  const report: KillReport = {
    seed,
    durationMs: 0,
    kills: {},
    longestMs: { servesAgain: 0, ends: 0, startsAgain: 0 },
    undisturbedStartMs: 0,
    acknowledged: {},
    differenceMsat: 0n,
    breaches: [],
  }
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-kills-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const program = await sharedServer(MAIN)
  let left = kills
  for (const [index, kind] of kinds.entries()) {
    const share = index === kinds.length - 1 ? left : Math.ceil((kills * 2) / 3)
    left -= share
    const stage = await setStage({ kind, folder, program, random })
    try {
      await killOnStage({ stage, kills: share, random, report, limitMs: options.limitMs, print })
    } finally {
      await stage.stop()
    }
  }
  report.durationMs = Math.round(performance.now() - startedAt)
  return report
}

type Run = {
  stage: Stage
  kills: number
  random: Random
  report: KillReport
  limitMs: number
  print: (line: string) => void
}

async function killOnStage(run: Run): Promise<void> {
  const { stage, kills, random, report, print } = run
  const load = createKillLoad(() => stage.server().origin, random)
  // The first start creates the cluster and the tables. The second shows how long a start takes here without a kill.
  await untilServing(stage.start())
  await load.createTestUsers()
  await end(run, stage.server())
  const startedAt = performance.now()
  await untilServing(stage.start())
  report.undisturbedStartMs = Math.max(report.undisturbedStartMs, Math.round(performance.now() - startedAt))
  for (let count = 0; count < kills; count++) {
    const phase = PHASES[count % PHASES.length]!
    const target = pickTarget(run, phase)
    const before = report.breaches.length
    const did = `${stage.kind}, ${phase}, ${target}`
    const startedAt = performance.now()
    await doKill(run, phase, target, load)
    report.kills[did] = (report.kills[did] ?? 0) + 1
    const found = report.breaches.slice(before)
    print(`${did}: ${Math.round(performance.now() - startedAt)} ms${found.map((one) => `\n  ${one}`).join('')}`)
  }
  await serve(run)
  await checkBooks(run, load)
}

async function untilServing(server: MainProcess): Promise<void> {
  const outcome = await servesOrEnds(server, FIRST_START_MS)
  if (outcome !== 'serves') throw new Error(`A first start ${outcome}:\n${server.lines.slice(-5).join('\n')}`)
}

function pickTarget({ stage, random }: Run, phase: Phase): KillTarget {
  const victims: KillTarget[] = ['server', 'postmaster', 'backend']
  return random.pick(phase === 'load' && stage.kind === 'embedded' ? [...victims, 'owner'] : victims)
}

async function doKill(run: Run, phase: Phase, target: KillTarget, load: KillLoad): Promise<void> {
  if (phase === 'migration') return killWhileMigrating(run, target)
  if (phase === 'start') return killWhileStarting(run, target)
  await serve(run)
  const stopping = new AbortController()
  const paying = load.run(AT_ONCE, stopping.signal)
  try {
    await sleep(run.random.between(300, 1_200))
    if (phase === 'load') await killUnderLoad(run, target)
    else await killWhileStopping(run, target)
  } finally {
    stopping.abort()
    await paying
  }
}

async function killWhileStarting(run: Run, target: KillTarget): Promise<void> {
  const { stage, random } = run
  await end(run, stage.server())
  const server = stage.start()
  await Promise.race([sleep(random.between(0, START_MS)), server.ended])
  // PostgreSQL can be killed once it is there.
  if (target !== 'server' && stage.kind === 'embedded') await server.logged('database-started')
  await killAndSettle(run, target, server)
  await serve(run)
}

async function killWhileMigrating(run: Run, target: KillTarget): Promise<void> {
  const { stage, random } = run
  await end(run, stage.server())
  const empty = await stage.startEmpty(`m${Math.round(performance.now())}`)
  await empty.server.logged('migration-applied', random.between(1, readMigrations().length - 1))
  const server = await killAndSettle(run, target, empty.server, empty)
  if (server.hasEnded()) await measureStart(run, empty.again())
  const [applied, all] = await empty.migrations().catch(() => [0, -1] as const)
  if (applied !== all) run.report.breaches.push(`${applied} of ${all} migrations are applied after a kill`)
  await empty.remove()
}

async function killUnderLoad(run: Run, target: KillTarget): Promise<void> {
  const { stage } = run
  const server = stage.server()
  if (target === 'owner') {
    const second = await stage.startSecond()
    await stage.kill('owner', server)
    stage.promote(second)
    await assertServes(run, second, 'a server attached to the database of a killed one')
    // The first address again, for the rounds to come.
    await end(run, second)
    return
  }
  await killAndSettle(run, target, server)
  await serve(run)
  await sleep(300)
}

async function killWhileStopping(run: Run, target: KillTarget): Promise<void> {
  const { stage, random, limitMs } = run
  const server = stage.server()
  server.kill('SIGTERM')
  const startedAt = performance.now()
  await Promise.race([sleep(random.between(0, 400)), server.ended])
  await stage.kill(target, server)
  if (!(await endsWithin(server, limitMs))) run.report.breaches.push(`a stopping server did not end after: ${target}`)
  note(run, 'ends', startedAt)
  await assertNothingLeft(run)
}

/** After a kill the server serves again, or has ended and left nothing. */
async function killAndSettle(run: Run, target: KillTarget, server: MainProcess, empty?: Empty): Promise<MainProcess> {
  const { stage, limitMs, report } = run
  const cluster = empty?.cluster ?? stage.cluster
  const hasEndedBefore = server.hasEnded()
  await stage.kill(target, server, cluster)
  const startedAt = performance.now()
  const outcome = await servesOrEnds(server, limitMs)
  if (outcome === 'neither') {
    report.breaches.push(`${target} killed: the server neither serves nor ends\n${server.lines.slice(-5).join('\n')}`)
    server.kill('SIGKILL')
    await server.ended
  }
  note(run, outcome === 'serves' ? 'servesAgain' : 'ends', startedAt)
  if (outcome === 'ended') {
    const { code, signal } = await server.ended
    if (hasEndedBefore) report.breaches.push(`a server had ended before the kill\n${server.lines.slice(-3).join('\n')}`)
    if (target !== 'server' && (code === 0 || signal !== null))
      report.breaches.push(`a lost database ended it: ${code}`)
    await assertNothingLeft(run, cluster)
  }
  return server
}

/** The embedded PostgreSQL ends with its server. */
async function assertNothingLeft({ stage, limitMs, report }: Run, cluster = stage.cluster): Promise<void> {
  if (stage.kind === 'beside' || (await hasNoPostgres(cluster, limitMs))) return
  report.breaches.push(`PostgreSQL processes were left behind: ${postgresOf(cluster).join(', ')}`)
}

/** A server that serves: the running one, or a new one. */
async function serve(run: Run): Promise<void> {
  const { stage } = run
  const current = stage.server() as MainProcess | undefined
  if (current === undefined || current.hasEnded()) await measureStart(run, stage.start())
  else await assertServes(run, current, 'a server')
}

async function measureStart(run: Run, server: MainProcess): Promise<void> {
  const startedAt = performance.now()
  await assertServes(run, server, 'a new server', run.limitMs + run.report.undisturbedStartMs)
  note(run, 'startsAgain', startedAt)
}

async function assertServes(run: Run, server: MainProcess, what: string, limitMs = run.limitMs): Promise<void> {
  const startedAt = performance.now()
  let outcome = await servesOrEnds(server, limitMs)
  if (outcome !== 'serves') run.report.breaches.push(`${what} ${outcome}\n${server.lines.slice(-5).join('\n')}`)
  if (what !== 'a new server') note(run, 'servesAgain', startedAt)
  // Reported. The run continues with a server that serves, however long that takes.
  if (outcome === 'neither') outcome = await servesOrEnds(server, 12 * limitMs)
  if (outcome !== 'serves') throw new Error(`No server serves any more: ${run.report.breaches.join('\n')}`)
}

async function end(run: Run, server: MainProcess): Promise<void> {
  if (server.hasEnded()) return
  server.kill('SIGTERM')
  const startedAt = performance.now()
  if (!(await endsWithin(server, run.limitMs))) run.report.breaches.push('SIGTERM did not end a server')
  note(run, 'ends', startedAt)
  server.kill('SIGKILL')
  await server.ended
  await assertNothingLeft(run)
}

function note({ report }: Run, what: keyof KillReport['longestMs'], startedAt: number): void {
  report.longestMs[what] = Math.max(report.longestMs[what], Math.round(performance.now() - startedAt))
}

async function checkBooks({ stage, report }: Run, load: KillLoad): Promise<void> {
  const { databaseUrl, dataDir } = stage
  const database = connectDatabase({ url: databaseUrl, maxConnections: 2 })
  const node = await createSandboxNode({ databaseUrl, dataDir, log: silentLog })
  try {
    const isQuiet = async () => {
      await tryAgainNow(database)
      return (await countUnfinished(database)) === 0
    }
    await until(isQuiet, QUIET_MS).catch(async () => {
      report.breaches.push(`still under way: ${toText(await listUnfinished(database))}`)
    })
    const audit = await auditPayments({ database, node })
    const differences = [audit.lightningDifferenceMsat, audit.inflightDifferenceMsat, audit.suspenseDifferenceMsat]
    for (const msat of differences) report.differenceMsat += msat < 0n ? -msat : msat
    report.breaches.push(...describeFindings(audit), ...(await load.findLost(database)).map((one) => `lost: ${one}`))
    report.breaches.push(...load.faults.map((one) => `answered 500: ${one}`))
    for (const [what, count] of Object.entries(load.acknowledged)) {
      report.acknowledged[what] = (report.acknowledged[what] ?? 0) + count
    }
  } finally {
    await node.close()
    await database.close()
  }
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
