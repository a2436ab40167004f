/** A server on Citus under load, plays and payments, while shards are moved and workers are killed; then the check that nothing
 * was lost or counted twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createFigures } from '#bench/load/figures.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { publishAlbum } from '#tests/alerts/stage.ts'
import { createPayers, type Payers } from '#tests/cluster/payers.ts'
import { type Pages, watchPages } from '#tests/cluster/pages.ts'
import { checkBooks, listUnfinished, toText } from '#tests/faults/books.ts'
import { startNodeProcess } from '#tests/faults/node-control.ts'
import { makeQuickUser } from '#tests/faults/quick-user.ts'
import { createRandom } from '#tests/faults/random.ts'
import { connectRemoteNode } from '#tests/faults/remote-node.ts'
import { findFreePort, startServer } from '#tests/faults/server-process.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { query } from '#tests/other-postgres.ts'
import { until } from '#tests/users.ts'
import { distribute } from './databases.ts'
import { type Citus, createOnNodes, startCitus } from './nodes.ts'

/** A player waits with its play until it is taken, and those who pay do not wait with it. */
const MONEY = { zap: 40, withdrawal: 20, deposit: 20, play: 0, account: 3 }
const PLAYS = { zap: 0, withdrawal: 0, deposit: 0, play: 1, account: 0 }

type Options = { folder: string; seed: number; print: (line: string) => void }

const PEOPLE = 12
const BALANCE_MSAT = 50_000_000n
const AWAY_MS = 15_000
const CALM_MS = 10_000
const QUIET_MS = 120_000
/** After the expiry of every invoice, so that a payout that was never sent is released. */
const END_CLOCK_MS = 3_600_000
/** Transactions that a dead worker has only prepared are completed after at most so long; by default, a minute. */
const SETTINGS = ['citus.recover_2pc_interval=3s']

type Kind = keyof Payers['acknowledged']
type Stage = { citus: Citus; url: string; loads: [money: Payers, plays: Payers]; pages: Pages; print: Options['print'] }

/** Resolves with what went wrong. */
export async function runFaults({ folder, seed, print }: Options): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const citus = await startCitus(stack, folder, SETTINGS)
  const url = await createOnNodes(citus)
  await migrate(url)
  await distribute(url)
  const node = await startNodeProcess(seed)
  stack.defer(() => node.stop())
  const mail = await startMailServer()
  stack.defer(() => mail.close())
  const port = await findFreePort()
  const server = await startServer({
    settings: {
      PORT: String(port),
      LAB_PAGES: 'on',
      DATA_DIR: `${folder}/server`,
      DATABASE_URL: url,
      LAB_NODE: node.origin,
      SMTP_URL: mail.url,
      REGISTRATIONS_PER_HOUR: '1000000',
      DAILY_WITHDRAWAL_MSAT: '1000000000000',
      YOUNG_WITHDRAWAL_MSAT: '1000000000000',
      STEP_UP_MSAT: '1000000000000',
    },
  })
  stack.defer(async () => void (await server.stop('SIGTERM')))
  const database = connectDatabase({ url, maxConnections: 3 })
  stack.defer(() => database.close())
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => makeQuickUser(database, `person${index}`, BALANCE_MSAT)),
  )
  const { origin } = server
  const { artistId, albumId, trackId } = await publishAlbum(origin, people[0]!.token)
  const [figures, random] = [createFigures(), createRandom(seed)]
  const loads = [MONEY, PLAYS].map((weights, index) => {
    const tokens = people.flatMap(({ token }, at) => (at % 2 === index ? token : []))
    return createPayers({ origin, figures, tokens, trackId, node, random, weights })
  }) as [Payers, Payers]
  const pages = watchPages(
    origin,
    ['/', '/top', '/new', `/artist/${artistId}`, `/album/${albumId}`].map((one) => () => one),
  )
  stack.defer(() => pages.stop())
  const stopping = new AbortController()
  const load = Promise.all(loads.map((one) => one.run(stopping.signal)))
  stack.defer(() => stopping.abort())
  print(await pages.calibrate())
  const breaches = await breakThings({ citus, url, loads, pages, print })
  stopping.abort()
  await load
  server.setClock(END_CLOCK_MS)
  const failed = [...figures.reasons].toSorted(([, one], [, other]) => other - one)
  const faults = failed.flatMap(([reason]) => (reason.endsWith(': 500') ? reason : []))
  breaches.push(...faults)
  if (faults.length > 0) for (const { level, line } of server.events) if (level === 'error') print(line)
  print(
    `Answers that were not 2xx, each sent again: ${failed.map(([reason, count]) => `${count} × ${reason}`).join('; ')}`,
  )
  print(`Acknowledged: ${toText(countOf(loads))}; refused ${toText(loads[0].refused)}`)
  const isOver = async () => (await node.truth()).inFlight === 0 && (await listUnfinished(database)).length === 0
  await until(isOver, QUIET_MS).catch(() => breaches.push('not at rest'))
  return [
    ...breaches,
    ...(await checkBooks(database, connectRemoteNode(node.origin), await node.truth())).breaches,
    ...(await loads[0].findLost(database, ['zap', 'withdrawal', 'deposit', 'account'])).map((one) => `lost: ${one}`),
    ...(await loads[1].findLost(database, ['play'])).map((one) => `lost: ${one}`),
    ...(await breachesOfPlays(database)),
  ]
}

const countOf = (loads: readonly Payers[]): Record<string, number> =>
  Object.fromEntries(
    loads.flatMap(({ acknowledged }) =>
      Object.entries(acknowledged).flatMap(([kind, { length }]) => (length > 0 ? [[kind, length]] : [])),
    ),
  )

/** Each counted play is in each of its sums once. */
async function breachesOfPlays({ pool }: Database): Promise<string[]> {
  const read = async () => {
    const { rows } = await pool.query<Record<string, string>>(
      `SELECT (SELECT count(*) FROM play) AS plays, (SELECT count(*) FROM play WHERE NOT is_rolled_up) AS waiting,
         (SELECT sum(plays) FROM play_total) AS total, (SELECT sum(plays) FROM play_day) AS days,
         (SELECT sum(plays) FROM play_month) AS months, (SELECT sum(plays) FROM play_agent_day) AS agents`,
    )
    return rows[0]!
  }
  await until(async () => Number((await read())['waiting']) === 0, QUIET_MS)
  const { waiting: _, ...sums } = await read()
  return new Set(Object.values(sums).map(Number)).size === 1 ? [] : [`plays are counted differently: ${toText(sums)}`]
}

/** A shard of `play` with those that are placed by it, to the other worker. */
async function moveShard({ url }: Stage): Promise<void> {
  await query(
    url,
    `SELECT citus_move_shard_placement(shardid, nodename, nodeport, to_name, 5432)::text AS value
     FROM (SELECT shardid, nodename, nodeport, (SELECT nodename FROM pg_dist_node w
         WHERE w.shouldhaveshards AND w.nodename <> s.nodename) AS to_name
       FROM citus_shards s WHERE table_name = 'play'::regclass ORDER BY nodename, shardid LIMIT 1) chosen`,
  )
}

async function breakThings(stage: Stage): Promise<string[]> {
  const breaches: string[] = []
  const step = async (name: string, work: () => Promise<void>, wanted: readonly Kind[]) => {
    const before = countOf(stage.loads)
    const startedAt = performance.now()
    await work()
    const gained = Object.entries(countOf(stage.loads)).map(
      ([kind, count]) => [kind, count - (before[kind] ?? 0)] as const,
    )
    const at = [startedAt, ...stage.loads[0].times.filter((one) => one > startedAt), performance.now()]
    const pauseMs = Math.max(...at.map((one, index) => one - (at[index - 1] ?? one)))
    const bad = toText(stage.pages.listBad(startedAt))
    const seconds = (ms: number) => (ms / 1_000).toFixed(1)
    const answered = gained.map(([kind, count]) => `${kind} ${count}`).join(', ')
    const took = seconds(performance.now() - startedAt)
    stage.print(`${name}, ${took} s: ${answered}; money paused for ${seconds(pauseMs)} s; pages not answered ${bad}`)
    for (const kind of wanted)
      if (!gained.some(([one, count]) => one === kind && count > 0)) breaches.push(`${name}: no ${kind}`)
    if (bad !== '{}') breaches.push(`${name}: pages not answered ${bad}`)
  }
  const money = ['zap'] as const
  const all = ['zap', 'play'] as const
  await step('calm', () => sleep(CALM_MS), all)
  await step('a shard is moved', () => moveShard(stage), money)
  for (const index of [0, 1]) {
    await step(
      `worker ${index + 1} is dead`,
      async () => {
        await stage.citus.killWorker(index)
        await sleep(AWAY_MS)
      },
      money,
    )
    await step(
      `worker ${index + 1} is back`,
      async () => {
        await stage.citus.startWorker(index)
        await sleep(CALM_MS)
      },
      all,
    )
  }
  await step(
    'worker 2 dies while a shard is moved to or from it, which is repeated',
    async () => {
      const moving = moveShard(stage).catch((error: Error) => stage.print(`The move failed: ${error.message}`))
      await sleep(300)
      await stage.citus.killWorker(1)
      await moving
      await stage.citus.startWorker(1)
      await until(
        () =>
          moveShard(stage).then(
            () => true,
            () => false,
          ),
        QUIET_MS,
      )
    },
    money,
  )
  await step('calm again', () => sleep(CALM_MS), all)
  return breaches
}
