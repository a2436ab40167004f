/** Which alert each fault raises, and when: `npm run alerts [-- 'FAULT' …]`, by real Prometheus with the shipped rules. With
 * `--quiet 60`: an hour of ordinary load, which must raise none. Exits with 1 otherwise. Needs `prometheus` (Debian has it). */
import { setTimeout as sleep } from 'node:timers/promises'
import { findBreaches, toTable } from '#bench/load/figures.ts'
import { runLoad } from '#bench/load/run.ts'
import { faults, type AlertFault } from '#tests/alerts/faults.ts'
import { isPrometheusInstalled } from '#tests/alerts/prometheus.ts'
import { setStage, type Stage } from '#tests/alerts/stage.ts'
import { endWithUsage, print, readArguments } from './command-line.ts'
import { buildPages, isBuilt } from './build.ts'

const LISTENERS = 12
const FIRES_WITHIN_MS = 60_000
/** How long a fault that the server bears lasts, and how long an alert is waited for. */
const WATCHED_MS = 75_000
const OVER_WITHIN_MS = 600_000
/** Two evaluations, so that what has just begun is seen. */
const CALM_MS = 21_000
const POLL_MS = 500
const DAY_MINUTES = 1_440

const NAMES = faults.map(({ name }) => name)
const USAGE = `Usage: npm run alerts -- ['FAULT' …] | --quiet MINUTES
Raises each fault, or those named, and shows which alert follows. Touches no data of this installation.
There is: ${NAMES.join('; ')}`
const { values, words } = readArguments(USAGE, { quiet: { type: 'string' } }, (names) =>
  names.every((name) => NAMES.includes(name)),
)
const chosen = faults.filter(({ name }) => words.length === 0 || words.includes(name))
if (!isPrometheusInstalled()) endWithUsage('The program prometheus is missing: apt-get install prometheus')
if (!isBuilt()) await buildPages()

await using stage = await setStage()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage[Symbol.asyncDispose]().then(() => process.exit(1)))
}
const load = { ...stage, listeners: LISTENERS, seed: 1, show: () => undefined }
if (values.quiet === undefined) {
  const stopping = new AbortController()
  const loading = runLoad({ ...load, minutes: DAY_MINUTES, signal: stopping.signal })
  await waitForCalm(stage)
  for (const fault of chosen) if (!(await tryFault(stage, fault))) process.exitCode = 1
  stopping.abort()
  await loading
} else {
  const startedAt = Date.now()
  const show = (block: string[]) => print(block[0]!)
  const figures = await runLoad({ ...load, show, listeners: 2 * LISTENERS, minutes: Number(values.quiet) })
  const raised = await stage.prometheus.listFiredSince(startedAt)
  print([...toTable(figures), ...findBreaches(figures), `Alerts: ${raised.join(', ') || 'none'}`].join('\n'))
  if (raised.length > 0) process.exitCode = 1
}

/** Whether it raised its alert within a minute and no other. */
async function tryFault(where: Stage, fault: AlertFault): Promise<boolean> {
  const startedAt = Date.now()
  const end = await fault.begin(where)
  const isFiring = async () => (await where.prometheus.listAlerts('firing')).includes(fault.alert ?? '')
  let firedMs: number | null = null
  while (firedMs === null && Date.now() - startedAt < WATCHED_MS) {
    if (await isFiring()) firedMs = Date.now() - startedAt
    else await sleep(POLL_MS)
  }
  await end()
  const endedAt = Date.now()
  await waitForCalm(where)
  const others = (await where.prometheus.listFiredSince(startedAt)).filter((name) => name !== fault.alert)
  const isRight = others.length === 0 && (fault.alert === null || (firedMs !== null && firedMs <= FIRES_WITHIN_MS))
  const after = firedMs === null ? '-' : `${(firedMs / 1_000).toFixed(0)} s`
  const calm = `over after ${((Date.now() - endedAt) / 1_000).toFixed(0)} s`
  const cells = [fault.name.padEnd(34), (fault.alert ?? 'none').padEnd(22), after.padStart(5), calm.padEnd(16)]
  print(`${isRight ? 'ok ' : 'BAD'} ${cells.join('  ')}  others: ${others.join(', ') || 'none'}`)
  return isRight
}

/** No alert is firing or about to. */
async function waitForCalm({ prometheus }: Stage): Promise<void> {
  const deadline = Date.now() + OVER_WITHIN_MS
  const isCalm = async () => (await prometheus.listAlerts('pending', 'firing')).length === 0
  for (let calmSince = Date.now(); Date.now() - calmSince < CALM_MS && Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isCalm())) calmSince = Date.now()
  }
  const left = await prometheus.listAlerts('pending', 'firing')
  if (left.length > 0) print(`    still there: ${left.join(', ')}`)
}
