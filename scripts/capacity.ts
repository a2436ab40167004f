/** How many machines listeners need, and what becomes too small first: `npm run capacity` measures what they cost on this
 * machine, in about three minutes, and prints the tables of docs/capacity.md. */
import os from 'node:os'
import { measureCosts, RANGE_BYTES, type Cost, type Costs } from '#bench/load/costs.ts'
import { arrivalsAt } from '#bench/load/run.ts'
import { buildPages, isBuilt } from './build.ts'
import { readArguments } from './command-line.ts'

const USAGE = `Usage: npm run capacity
Measures for about three minutes, and touches no data of this installation.`

const STEPS = [10_000, 1_000_000, 100_000_000]
const DAY = 86_400
const HOURS = Array.from({ length: 24 }, (_, hour) => arrivalsAt((hour + 0.5) / 24))

/** Not measured. Where a number comes from is in its text. */
const ASSUMED = {
  hoursADay: [1, 'hours that a listener listens per day'],
  playSeconds: [200, 'seconds of a play'],
  playsOfPage: [3, 'plays per opened page'],
  newPages: [0.3, 'of the pages are rendered; the others come from the cache'],
  playsOfZap: [25, 'plays for each zap'],
  zapsOfPayment: [10, 'zaps for each Lightning payment: deposits, withdrawals, forwards'],
  kbits: [128, 'kbit/s of audio'],
  keptDays: [8, 'days for which single plays are kept (docs/plays.md)'],
  busy: [0.6, 'of the processor is used at the peak'],
} as const satisfies Record<string, readonly [number, string]>

/** What one of each can serve. */
const LIMITS = {
  serverCores: [16, 'cores of one server'],
  databaseCores: [64, 'cores of one PostgreSQL'],
  network: [10, 'Gbit/s of one server’s network'],
  connections: [40, 'servers with 10 connections each at one PostgreSQL without a pooler, with max_connections = 400'],
  disk: [8, 'TB of one PostgreSQL, so that a backup or a restore takes a night'],
  node: [20, 'Lightning payments per second of one node'],
} as const satisfies Record<string, readonly [number, string]>

const value = (name: keyof typeof ASSUMED) => ASSUMED[name][0]
const limit = (name: keyof typeof LIMITS) => LIMITS[name][0]

type Need = { what: string; amount: number; unit: string; limit: number; breaks: string }

function needsOf(listeners: number, costs: Costs) {
  const peakFactor = Math.max(...HOURS) / (HOURS.reduce((sum, one) => sum + one, 0) / HOURS.length)
  const playsADay = (listeners * value('hoursADay') * 3_600) / value('playSeconds')
  const plays = (playsADay / DAY) * peakFactor
  const pages = plays / value('playsOfPage')
  const zaps = plays / value('playsOfZap')
  const streams = plays * value('playSeconds')
  const ranges = (streams * value('kbits') * 1_000) / 8 / RANGE_BYTES
  const rates: [number, Cost][] = [
    [pages * value('newPages'), costs.newPage],
    [pages * (1 - value('newPages')), costs.cachedPage],
    [plays, costs.play],
    [zaps, costs.zap],
    [ranges, costs.range],
  ]
  const cores = (name: keyof Cost) =>
    rates.reduce((sum, [rate, cost]) => sum + rate * cost[name], 0) / 1_000 / value('busy')
  const gigabits = (streams * value('kbits')) / 1e6
  const serverCores = cores('serverMs')
  const servers = Math.max(2, Math.ceil(Math.max(serverCores / limit('serverCores'), gigabits / limit('network'))))
  const zapsTerabytes = ((playsADay / value('playsOfZap')) * 365 * costs.zapBytes) / 1e12
  const playsTerabytes = (playsADay * value('keptDays') * costs.playBytes) / 1e12
  const needs: Need[] = [
    { what: 'server', amount: serverCores, unit: 'cores', limit: limit('serverCores'), breaks: 'more servers' },
    {
      what: 'audio',
      amount: gigabits,
      unit: 'Gbit/s',
      limit: limit('network'),
      breaks: 'a bucket with a CDN (`S3_PUBLIC_URL`)',
    },
    { what: 'connections', amount: servers, unit: 'servers', limit: limit('connections'), breaks: 'PgBouncer' },
    {
      what: 'PostgreSQL',
      amount: cores('databaseMs'),
      unit: 'cores',
      limit: limit('databaseCores'),
      breaks:
        'databases of their own for plays, relay, discovery and statistics (not built); then a distributed engine',
    },
    {
      what: 'zaps of a year',
      amount: zapsTerabytes,
      unit: 'TB',
      limit: limit('disk'),
      breaks: 'moving old transfers elsewhere (not built)',
    },
    {
      what: `plays of ${value('keptDays')} days`,
      amount: playsTerabytes,
      unit: 'TB',
      limit: limit('disk'),
      breaks: 'plays in a database of their own (not built)',
    },
    {
      what: 'Lightning',
      amount: zaps / value('zapsOfPayment'),
      unit: 'payments/s',
      limit: limit('node'),
      breaks: 'several nodes (not built)',
    },
  ]
  return {
    rates: { streams, pages, ranges, plays, zaps },
    needs: needs.toSorted((a, b) => b.amount / b.limit - a.amount / a.limit),
  }
}

const short = (number: number) =>
  number >= 100 ? Math.round(number).toLocaleString('en') : String(Number(number.toPrecision(2)))
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? short(cell) : cell)).join(' | ')} |`)
const table = (...heads: string[]) => (row(...heads), row(...heads.map(() => '---')))

readArguments(USAGE, {})
if (!isBuilt()) await buildPages()
const costs = await measureCosts()
console.log(`Measured on ${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, Node ${process.version}:\n`)
table('of one', 'server, ms of processor', 'PostgreSQL, ms of processor', 'bytes kept')
const measured: [string, Cost, number | string][] = [
  ['rendered page', costs.newPage, ''],
  ['page from the cache', costs.cachedPage, ''],
  ['play', costs.play, costs.playBytes],
  ['zap from a balance', costs.zap, costs.zapBytes],
  ['range of 256 KiB', costs.range, ''],
]
for (const [name, { serverMs, databaseMs }, bytes] of measured) row(name, serverMs, databaseMs, bytes)
console.log('\nAssumed:\n')
table('number', 'of what')
for (const [number, text] of [...Object.values(ASSUMED), ...Object.values(LIMITS)]) row(number, text)
for (const listeners of STEPS) {
  const { rates, needs } = needsOf(listeners, costs)
  const { streams, pages, ranges, plays, zaps } = rates
  console.log(`\n## ${listeners.toLocaleString('en')} listeners a day\n`)
  const rate = `${short(plays)} plays, ${short(pages)} pages, ${short(ranges)} ranges, ${short(zaps)} zaps`
  console.log(`At the peak ${short(streams)} listen at once: per second ${rate}.\n`)
  table('need, fullest first', 'amount', 'share of what one can serve', 'when it is too small')
  for (const { what, amount, unit, limit: most, breaks } of needs)
    row(what, `${short(amount)} ${unit}`, `${short((100 * amount) / most)} %`, amount > most ? breaks : '')
}
