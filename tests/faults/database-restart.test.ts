/** A PostgreSQL that restarts under a busy server: one log line when it stops, one when it is back, and no stacks. Pages that
 * have been rendered are served meanwhile. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { startLabDatabase } from './lab-database.ts'
import { endsWithin, isServing, MAIN, type MainProcess, postmasterOf, startMain } from './main-process.ts'
import { sharedServer } from './shared-server.ts'
import { findFreePort } from './server-process.ts'

const SERVES_AFTER = 5
/** The sandbox's nodes use the database too, and log their own errors. */
const OF_THE_NODE = new Set(['invoice-feed-lost', 'node-away'])
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-restart-'))
const database = await startLabDatabase(path.join(folder, 'postgres'))
const program = await sharedServer(MAIN)
after(async () => {
  await database.stop()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const external = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'outside') }
const embedded = { DATA_DIR: path.join(folder, 'embedded') }
const kinds: Record<string, { settings: Record<string, string>; crash: () => Promise<void>; told: string[] }> = {
  'of the operator': {
    settings: external,
    crash: () => database.crash('SIGQUIT'),
    told: ['database-away', 'database-back'],
  },
  'that is embedded': {
    settings: embedded,
    crash: async () => void process.kill(postmasterOf(path.join(embedded.DATA_DIR, 'postgres', 'cluster'))!, 'SIGQUIT'),
    // These two are about the process, not the connections.
    told: ['database-died', 'database-restarted', 'database-away', 'database-back'],
  },
}

for (const [kind, { settings, crash, told }] of Object.entries(kinds)) {
  test(`a restart of a PostgreSQL ${kind} logs one line when it stops and one when it is back`, async () => {
    const server = startMain({ PORT: String(await findFreePort()), ...settings }, program)
    try {
      while (!(await isServing(server))) assert.equal(server.hasEnded(), false, server.lines.join('\n'))
      for (const at of PAGES) assert.equal(await statusOf(server, at), 200)
      const from = server.lines.length
      const busy = keepBusy(server)
      await crash()
      await server.logged('database-back')
      for (let served = 0; served < SERVES_AFTER;) if (await isServing(server)) served++
      await busy.stop()
      assert.deepEqual([...busy.pageStatuses], [200])
      const serious = server.lines
        .slice(from)
        .map((line) => JSON.parse(line) as { level: string; event: string; reason?: string; failures?: number })
        .filter(({ level, event }) => level !== 'info' && !OF_THE_NODE.has(event))
      assert.deepEqual(serious.map(({ event }) => event).sort(), told.toSorted())
      const back = serious.find(({ event }) => event === 'database-back')
      assert.ok((back?.failures ?? 0) > 0, 'nothing failed: the server was not busy')
    } finally {
      server.kill('SIGTERM')
      assert.ok(await endsWithin(server, 20_000))
    }
  })
}

const PAGES = ['/', '/top']
const CALLS = ['/v1/charts/music/top', '/v1/tracks/featured', '/v1/search?term=a', '/readyz']

async function statusOf({ origin }: MainProcess, at: string): Promise<number | null> {
  const answer = await fetch(origin + at).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
  return answer?.status ?? null
}

/** Pages and calls, several at a time; of calls any response is accepted. */
function keepBusy(server: MainProcess) {
  let isOver = false
  const pageStatuses = new Set<number | null>()
  const ask = async (at: string, statuses?: Set<number | null>) => {
    while (!isOver) {
      const status = await statusOf(server, at)
      statuses?.add(status)
    }
  }
  const asking = [...PAGES.map((at) => ask(at, pageStatuses)), ...CALLS.map((at) => ask(at))]
  return {
    pageStatuses,
    async stop() {
      isOver = true
      await Promise.all(asking)
    },
  }
}
