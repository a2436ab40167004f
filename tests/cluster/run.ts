/** Three servers behind nginx, three PostgreSQL under Patroni, and a bucket, under load while one after another fails; then
 * the check that nothing was lost or done twice. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createFigures, toTable } from '#bench/load/figures.ts'
import { runLoad } from '#bench/load/run.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { publishAlbum } from '#tests/alerts/stage.ts'
import { checkBooks, listUnfinished, toText } from '#tests/faults/books.ts'
import { startFaultProxy } from '#tests/faults/fault-proxy.ts'
import { startNodeProcess } from '#tests/faults/node-control.ts'
import { makeQuickUser } from '#tests/faults/quick-user.ts'
import { createRandom } from '#tests/faults/random.ts'
import { connectRemoteNode } from '#tests/faults/remote-node.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '#tests/mail-server.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { startNginx } from '#tests/rolling/nginx.ts'
import { until } from '#tests/users.ts'
import { breakThings, type Row } from './faults.ts'
import { startMachines } from './machines.ts'
import { watchPages } from './pages.ts'
import { createPayers, type Payers } from './payers.ts'
import { startServers } from './servers.ts'

export type Report = {
  rows: Row[]
  load: string[]
  acknowledged: string
  plays: string
  mails: string
  /** Empty when the run has succeeded. */
  breaches: string[]
}

type Options = { minutes: number; seed: number; isMultiHost: boolean; print: (line: string) => void }

const PEOPLE = 8
const LISTENERS = 15
const BALANCE_MSAT = 50_000_000n
/** Of one round of faults, on a busy machine. */
const ROUND_MINUTES = 6
const BACK_MS = 5_000
/** After the expiry of every invoice, so that a payout that was never sent is released. */
const END_CLOCK_MS = 3_600_000
const QUIET_MS = 120_000

export async function runCluster({ minutes, seed, isMultiHost, print }: Options): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-cluster-'))
  fs.chmodSync(folder, 0o755)
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const machines = await startMachines(stack, folder, isMultiHost)
  print('Three PostgreSQL are up')
  const node = await startNodeProcess(seed)
  stack.defer(() => node.stop())
  const mail = await startMailServer()
  stack.defer(() => mail.close())
  const store = await runStore(path.join(folder, 'store'))
  stack.defer(() => store.close())
  const bucket = await startFaultProxy(() => ({ host: '127.0.0.1', port: store.port }))
  stack.defer(() => bucket.close())
  const port = await findFreePort()
  await migrate(machines.directUrl)
  const settingsOf = (index: number) => ({
    LAB_PAGES: 'on',
    DATA_DIR: path.join(folder, `server${index}`),
    DATABASE_URL: machines.databaseUrl,
    LAB_NODE: node.origin,
    SMTP_URL: mail.url,
    S3_BUCKET: 'peal',
    S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: '1',
    SECRET: 'the secret of the servers of this cluster',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    REGISTRATIONS_PER_HOUR: '1000000',
    DAILY_WITHDRAWAL_MSAT: '1000000000000',
    YOUNG_WITHDRAWAL_MSAT: '1000000000000',
    STEP_UP_MSAT: '1000000000000',
    FAILED_WITHDRAWALS_PER_HOUR: '1000',
  })
  const servers = await startServers(stack, settingsOf, print)
  const proxy = await startNginx(folder, port, servers.ports)
  stack.defer(() => proxy.stop())
  const { origin } = proxy
  print('Three servers are up')

  const database = connectDatabase({ url: machines.directUrl, maxConnections: 3 })
  stack.defer(() => database.close())
  const people = await Promise.all(
    Array.from({ length: PEOPLE * 2 }, (_, index) => makeQuickUser(database, `person${index}`, BALANCE_MSAT)),
  )
  const { artistId, albumId, trackId } = await publishAlbum(origin, people[0]!.token)
  const [figures, random] = [createFigures(), createRandom(seed)]
  const tokens = people.slice(0, PEOPLE).map(({ token }) => token)
  const payers = createPayers({ origin, figures, tokens, trackId, node, random })
  const fixed = ['/', '/top', '/new', `/artist/${artistId}`, `/album/${albumId}`]
  const pages = watchPages(origin, [...fixed.map((one) => () => one), () => `/search?q=${random.between(1, 1e9)}`])
  const stopping = new AbortController()
  const { signal } = stopping
  const load = {
    origin,
    listeners: LISTENERS,
    minutes: Math.max(minutes, ROUND_MINUTES) + 1,
    people: people.slice(PEOPLE),
    seed,
    show: () => undefined,
  }
  const under = [payers.run(signal), runLoad({ ...load, figures, signal })]
  stack.defer(async () => {
    stopping.abort()
    pages.stop()
    await Promise.allSettled(under)
  })
  const stage = { machines, servers, bucket, pages, payers, figures }
  print(await pages.calibrate())
  const rows = await breakThings(stage, performance.now() + minutes * 60_000, print)
  stopping.abort()
  await Promise.all(under)
  servers.setClock(END_CLOCK_MS)
  const breaches = [
    ...(await rest(database, async () => (await node.truth()).inFlight)),
    ...(await checkBooks(database, connectRemoteNode(node.origin), await node.truth())).breaches,
    ...(await payers.findLost(database, ['zap', 'withdrawal', 'deposit', 'account'])).map((one) => `lost: ${one}`),
    ...(await findDoubled(database)),
    ...breachesOfMails(mail, payers),
    ...rows
      .filter(({ pagesMs }) => pagesMs > BACK_MS)
      .map(({ fault, pagesMs }) => `pages took ${pagesMs} ms: ${fault}`),
  ]
  const plays = `${(await payers.findLost(database, ['play'])).length} of ${payers.acknowledged.play.length} plays lost`
  const counts = Object.entries(payers.acknowledged).map(([kind, ids]) => `${kind} ${ids.length}`)
  const acknowledged = `${counts.join(', ')}; refused ${toText(payers.refused)}; servers ended unasked ${servers.unasked}`
  const again = mail.received.length - new Set(mail.received.map(keyOfMail)).size
  const mails = `${again} of ${mail.received.length} mails came again under their Message-ID`
  return { rows, load: toTable(figures), acknowledged, plays, mails, breaches }
}

/** Waits until nothing is in flight. */
async function rest(database: Database, readInFlight: () => Promise<number>): Promise<string[]> {
  const isOver = async () => (await readInFlight()) === 0 && (await listUnfinished(database)).length === 0
  try {
    await until(isOver, QUIET_MS)
    return []
  } catch {
    return [`not at rest: ${toText(await listUnfinished(database))}`]
  }
}

/** Each zap is counted once and notifies once, even if the job of any server has died. */
async function findDoubled({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT user_id, kind, payment_id, count(*)::int AS times FROM notification WHERE payment_id IS NOT NULL
     GROUP BY user_id, kind, payment_id HAVING count(*) > 1`,
  )
  return rows.map((row) => `told twice: ${toText(row)}`)
}

const keyOfMail = ({ to, headers }: ReceivedMail) => `${to} ${headers.get('message-id')}`

/** No sender knows whether a mail was accepted when it is killed before the response. Receivers recognize one that comes again
 * by its Message-ID (RFC 5322, section 3.6.4). */
function breachesOfMails({ received }: MailServer, { acknowledged }: Payers): string[] {
  const once = new Map(received.map((mail) => [keyOfMail(mail), mail]))
  const times = Map.groupBy(once.values(), ({ to, text }) => `${to} ${text}`)
  const twice = [...times.values()].filter((all) => all.length > 1)
  const told = new Set(received.map(({ to }) => to))
  const missing = acknowledged.account.filter((email) => !told.has(email))
  return [
    ...twice.map((all) => `mailed ${all.length} times: ${all[0]!.to} ${all[0]!.headers.get('subject')}`),
    ...missing.map((email) => `not mailed: ${email}`),
  ]
}
