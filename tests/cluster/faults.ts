/** What goes wrong, one after another, and what each costs those who use the cluster. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from '#bench/load/figures.ts'
import type { FaultProxy } from '#tests/faults/fault-proxy.ts'
import { until } from '#tests/users.ts'
import type { Machines, Role } from './machines.ts'
import type { Pages } from './pages.ts'
import type { Payers } from './payers.ts'
import type { Servers } from './servers.ts'

export type Stage = {
  machines: Machines
  servers: Servers
  bucket: FaultProxy
  pages: Pages
  payers: Payers
  figures: Figures
}

export type Row = {
  fault: string
  /** Since the start of the faults. */
  at: number
  /** Until another PostgreSQL could be written to. */
  primaryMs: number | null
  /** Until all requests for pages had responses, since the new primary, or since what was cut was whole. */
  pagesMs: number
  /** In the end all servers and all PostgreSQL run. */
  isWhole: boolean
  /** The longest time in which no write was acknowledged. */
  writesMs: number
  failed: Record<string, number>
}

/** Resolves with the time from which pages are expected. */
type Fault = (stage: Stage) => Promise<{ since: number; primaryAt?: number }>

const CUT_MS = 30_000
const BUCKET_MS = 8_000
const DEAD_MS = 3_000
/** After a fault, before the next. */
const REST_MS = 4_000
const WHOLE_MS = 180_000

const killServer =
  (index: number): Fault =>
  async ({ servers }) => {
    await servers.kill(index)
    return { since: performance.now() }
  }

const killMachine =
  (role: Role): Fault =>
  async ({ machines }) => {
    const index = await machines.find(role)
    await machines.kill(index)
    const killedAt = performance.now()
    const primaryAt = role === 'primary' ? await machines.newPrimary(index) : killedAt
    await sleep(DEAD_MS)
    machines.start(index)
    return { since: primaryAt, ...(role === 'primary' && { primaryAt }) }
  }

const FAULTS: Record<string, Fault> = {
  'server 1 killed': killServer(0),
  'primary killed': killMachine('primary'),
  'server 2 killed': killServer(1),
  'synchronous standby killed': killMachine('synchronous'),
  'server 3 killed': killServer(2),
  'asynchronous standby killed': killMachine('asynchronous'),
  'database away for 30 s': async ({ machines }) => {
    machines.haproxy.kill('SIGSTOP')
    await sleep(CUT_MS)
    machines.haproxy.kill('SIGCONT')
    return { since: performance.now() }
  },
  'bucket away for 8 s': async ({ bucket }) => {
    bucket.set('cut')
    await sleep(BUCKET_MS)
    bucket.set('none')
    return { since: performance.now() }
  },
  'primary killed again': killMachine('primary'),
}

/** All of them, again and again until the time is over; the first round is always complete. */
export async function breakThings(stage: Stage, endAt: number, print: (line: string) => void): Promise<Row[]> {
  const rows: Row[] = []
  const startedAt = performance.now()
  for (let round = 0; round === 0 || performance.now() < endAt; round++) {
    for (const [fault, act] of Object.entries(FAULTS)) {
      if (round > 0 && performance.now() > endAt) break
      const row = await measure(stage, act)
      rows.push({ fault, at: row.startedAt - startedAt, ...row })
      print(describe(rows.at(-1)!))
    }
  }
  return rows
}

async function measure(stage: Stage, act: Fault): Promise<Omit<Row, 'fault' | 'at'> & { startedAt: number }> {
  const { machines, servers, pages, payers, figures } = stage
  const before = new Map(figures.reasons)
  const startedAt = performance.now()
  const { since, primaryAt } = await act(stage)
  const isWhole = async () => servers.areUp() && pages.quietMs() > REST_MS && (await machines.isWhole())
  const wasWhole = await until(isWhole, WHOLE_MS).then(
    () => true,
    () => false,
  )
  const endedAt = performance.now()
  const acknowledged = [startedAt, ...payers.times.filter((at) => at > startedAt), endedAt]
  const failed = [...figures.reasons].map(([reason, count]) => [reason, count - (before.get(reason) ?? 0)] as const)
  return {
    startedAt,
    primaryMs: primaryAt === undefined ? null : primaryAt - startedAt,
    pagesMs: Math.max(0, pages.backAt(startedAt) - since),
    isWhole: wasWhole,
    writesMs: Math.max(...acknowledged.map((at, index) => at - (acknowledged[index - 1] ?? at))),
    failed: { ...pages.listBad(startedAt), ...Object.fromEntries(failed.filter(([, count]) => count > 0)) },
  }
}

export function describe({ fault, at, primaryMs, pagesMs, writesMs, failed }: Row): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const count = Object.values(failed).reduce((sum, one) => sum + one, 0)
  const kinds = Object.entries(failed).toSorted(([, one], [, other]) => other - one)
  const shown = kinds.slice(0, 6).map(([reason, times]) => `${times} × ${reason}`)
  const primary = primaryMs === null ? '' : `, new primary after ${seconds(primaryMs)}`
  const costs = `pages back after ${seconds(pagesMs)}, longest pause of writes ${seconds(writesMs)}`
  const failures = shown.length > 0 ? `: ${shown.join('; ')}` : ''
  return `${seconds(at).padStart(9)} ${fault}${primary}: ${costs}, ${count} failed${failures}`
}
