/** What listeners cost: processor time of the server and of PostgreSQL for a page, a play, a zap and a range of audio,
 * and bytes of the database for a play and a zap. On a server of its own with a thousand tracks; Linux only. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getAccount } from '#contract/accounts/account.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { send } from '#contract/payments/payments.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import { publishTrack } from '#tests/rolling/load.ts'
import { transportTo } from '#tests/world.ts'
import { createCall } from '#web/data/api.ts'
import { bigId, seedBigCatalog, SMALL } from '../big-catalog.ts'
import { openAccounts, type Person } from './accounts.ts'
import { createFigures } from './figures.ts'
import { startOwnServer } from './own-server.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** Milliseconds of processor time. */
export type Cost = { serverMs: number; databaseMs: number }
export type Costs = Record<'newPage' | 'cachedPage' | 'play' | 'zap' | 'range', Cost> & {
  playBytes: number
  zapBytes: number
}

export const RANGE_BYTES = 256 * 1024
const COUNT = { newPage: 200, cachedPage: 500, play: 800, zap: 500, range: 800 }
const AT_ONCE = 8
/** Each is one of the requests at a time. */
const PAYERS = AT_ONCE
const TICK_MS = 10
/** For the work that follows: totals, statistics, events. */
const AFTER_MS = 3_000

export async function measureCosts(): Promise<Costs> {
  await using stack = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // What is being measured fails meanwhile.
      process.on('uncaughtException', () => undefined)
      void stack.disposeAsync().finally(() => process.exit(1))
    })
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-costs-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres') })
  stack.defer(() => database.stop())
  const { origin } = stack.use(await startOwnServer({ DEMO: 'off', DATABASE_URL: database.url }))
  const people = await openAccounts(origin, PAYERS, null)
  const callOf = ({ token }: Person) => createCall(transportTo(origin), () => token)
  const { liveUrl, trackId } = await publishTrack(origin, callOf(people[0]!))
  const [popularId, plainId] = await Promise.all(
    [1, 2].map(async (nth) => (await callOf(people[nth]!)(getAccount, {})).id),
  )
  const pool = new pg.Pool({ connectionString: database.url })
  stack.defer(() => pool.end())
  await seedBigCatalog(pool, SMALL, { popularId: popularId!, plainId: plainId! })
  const figures = createFigures()
  const visitors = people.map(({ token }, index) => {
    const visitor = createVisitor(origin, figures, index)
    stack.defer(() => visitor.close())
    return Object.assign(visitor, { token })
  })
  const pages = ['/', '/top', '/search?q=kite', `/album/${bigId('album', 7)}`, '/artist/artist-1']
  const newOne = (path: string, nth: number) => `${path}${path.includes('?') ? '&' : '?'}n=${nth}`
  const one = <Item>(items: readonly Item[], nth: number) => items[nth % items.length]!
  const work: Record<keyof typeof COUNT, (visitor: Visitor, nth: number) => Promise<unknown>> = {
    newPage: (visitor, nth) => visitor.get('page', newOne(one(pages, nth), nth)),
    cachedPage: (visitor, nth) => visitor.get('page', one(pages, nth)),
    // Each listener is somebody else: a first play counts.
    play: async (_, nth) => {
      const visitor = createVisitor(origin, figures, 1_000 + nth)
      const startedAt = new Date(Date.now() - 200_000).toISOString()
      const play = {
        playId: newId(),
        contentId: bigId('track', nth % SMALL.trackCount),
        secondsHeard: 100,
        startedAt,
        agent: 'peal-load/1',
      }
      await visitor.callAs('play')(reportPlays, { body: { plays: [play] } })
      visitor.close()
    },
    zap: (visitor) => visitor.callAs('zap')(send, { body: { contentId: trackId, msatAmount: 1_000 } }),
    range: (visitor) => visitor.get('audio', liveUrl, { range: `bytes=0-${RANGE_BYTES - 1}` }),
  }
  const many = async (kind: keyof typeof COUNT, count: number) => {
    let next = 0
    const client = async (_: unknown, number: number) => {
      while (next < count) await work[kind](visitors[number]!, next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
  }
  const measure = async (kind: keyof typeof COUNT): Promise<Cost & { bytes: number }> => {
    // Compiled, planned and cached.
    await many(kind, COUNT[kind] / 10)
    await sleep(AFTER_MS)
    const idle = await during(() => sleep(AFTER_MS))
    const bytes = await readBytes(pool)
    const startedAt = performance.now()
    const used = await during(async () => (await many(kind, COUNT[kind]), await sleep(AFTER_MS)))
    const share = (performance.now() - startedAt) / AFTER_MS
    const each = (name: keyof Cost) => Math.max(0, used[name] - idle[name] * share) / COUNT[kind]
    const grown = Math.max(0, (await readBytes(pool)) - bytes) / COUNT[kind]
    return { serverMs: each('serverMs'), databaseMs: each('databaseMs'), bytes: grown }
  }
  const newPage = await measure('newPage')
  const cachedPage = await measure('cachedPage')
  const range = await measure('range')
  const play = await measure('play')
  const zap = await measure('zap')
  if (figures.reasons.size > 0) throw new Error(`Requests failed: ${[...figures.reasons.keys()].join(', ')}`)
  return { newPage, cachedPage, play, zap, range, playBytes: play.bytes, zapBytes: zap.bytes }
}

async function readBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: bigint }>(
    `SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  )
  return Number(rows[0]!.bytes)
}

async function during(work: () => Promise<unknown>): Promise<Cost> {
  const before = readProcessorTimes()
  await work()
  const after = readProcessorTimes()
  return { serverMs: after.serverMs - before.serverMs, databaseMs: after.databaseMs - before.databaseMs }
}

/** Of all descendants of this process, also those that ended: PostgreSQL’s, and the others. */
function readProcessorTimes(): Cost {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        const ms = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
        return [{ pid: Number(name), parent: fields[1]!, isDatabase: stat.includes('(postgres)'), ms }]
      } catch {
        return []
      }
    })
  const ours = new Set([process.pid])
  for (let size = 0; size < ours.size;) {
    size = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  const sum = (isDatabase: boolean) =>
    all
      .filter((one) => one.pid !== process.pid && ours.has(one.pid) && one.isDatabase === isDatabase)
      .reduce((total, { ms }) => total + ms, 0)
  return { serverMs: sum(false), databaseMs: sum(true) }
}
