/** Plays reported, relay events stored and zaps on Citus with two workers, beside the same on one PostgreSQL of the same
 * version, all on this machine: `CITUS_BIN=… node bench/citus.ts`. Both flush to the disk. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey } from '#protocols/nostr/keys.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { newId } from '#server/platform/ids.ts'
import { acceptPlayReport } from '#server/plays/report.ts'
import { storeEvent } from '#server/relay/store.ts'
import { databaseUrl, distribute } from '#tests/citus/databases.ts'
import { CITUS_MISSING, createOnNodes, hasCitus, startCitus } from '#tests/citus/nodes.ts'
import { makeQuickUser } from '#tests/faults/quick-user.ts'
import { query } from '#tests/other-postgres.ts'
import { bigId, seedBigCatalog, SMALL } from './big-catalog.ts'
import { zapByPost } from './ledger-post.ts'
import { compareInTurns, ratePerSecond, type BenchResult } from './measure.ts'
import { CLIENT_COUNT, openUsers } from './zap-stage.ts'

const ROUNDS = 4
const ROUND_MS = 3_000
const CONNECTIONS = 32
const HEARD_SECONDS = 60
const AUTHORS = 200

export async function run(): Promise<BenchResult[]> {
  if (!hasCitus) {
    console.log(CITUS_MISSING)
    return []
  }
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-bench-citus-'))
  fs.chmodSync(folder, 0o1777)
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const citus = await startCitus(stack, folder, ['fsync=on'])
  await query(citus.coordinator.url, 'CREATE DATABASE plain')
  // First, because only a database with the extension makes roles on the workers too.
  const spread = await fill(stack, await createOnNodes(citus))
  const plain = await fill(stack, databaseUrl(citus.coordinator.url, 'plain'))
  await distribute(databaseUrl(citus.coordinator.url, 'peal'))
  const compare = async (name: string, unit: string, work: (side: Side) => Promise<unknown>): Promise<BenchResult> => {
    const rate = (side: Side) => () => ratePerSecond(CLIENT_COUNT, ROUND_MS, () => work(side))
    const rates = await compareInTurns(rate(spread), rate(plain), ROUNDS)
    return { name: `${name} on Citus with two workers`, unit, ...rates, limitName: 'one PostgreSQL', goal: null }
  }
  return [
    await compare('plays reported', 'plays/s', ({ database }) => reportPlay(database)),
    await compare('relay events stored', 'events/s', ({ database }) => storeNote(database)),
    await compare('post() of a zap', 'zaps/s', ({ database, users }) => zapByPost(database, users)),
  ]
}

type Side = { database: Database; users: Awaited<ReturnType<typeof openUsers>> }

async function fill(stack: AsyncDisposableStack, url: string): Promise<Side> {
  const { servingRole } = await migrate(url)
  const role = servingRole === null ? {} : { role: servingRole }
  const database = connectDatabase({ url, ...role, maxConnections: CONNECTIONS })
  stack.defer(() => database.close())
  const owner = connectDatabase({ url, maxConnections: 1 })
  const [popular, plain] = [await makeQuickUser(owner, 'popular'), await makeQuickUser(owner, 'plain')]
  await seedBigCatalog(owner.pool, SMALL, { popularId: popular.userId, plainId: plain.userId })
  await owner.close()
  return { database, users: await openUsers(database) }
}

let listener = 0

async function reportPlay(database: Database): Promise<void> {
  listener++
  const caller = {
    kind: 'visitor',
    ip: `10.${[listener >> 16, (listener >> 8) % 256, listener % 256].join('.')}`,
  } as const
  const startedAt = new Date(Date.now() - HEARD_SECONDS * 1_000)
  const contentId = bigId('track', listener % SMALL.trackCount)
  const play = { playId: newId(), contentId, secondsHeard: HEARD_SECONDS, startedAt, agent: 'bench/1' }
  const parts = { database, clock: { now: () => new Date() }, secret: 'the secret of this bench, long enough' }
  const { counted } = await acceptPlayReport(parts, caller, 'bench', [play])
  if (counted !== 1) throw new Error('The play did not count')
}

const authors = Array.from({ length: AUTHORS }, () => generateSecretKey())

async function storeNote(database: Database): Promise<void> {
  const author = authors[listener++ % AUTHORS]!
  const created_at = Math.floor(Date.now() / 1_000)
  const event = signEvent({ kind: 1, created_at, tags: [['t', 'bench']], content: `note ${listener}` }, author)
  await database.transaction((tx) => storeEvent(tx, event, new Date()))
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
