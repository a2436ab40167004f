/** The relay with a thousand concurrent connections: stored events read, and new ones delivered, none missed. Beside
 * it, a bare ws server that sends the same texts from memory to the same clients. The servers are separate processes,
 * so that the clients do not take their time. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { WebSocket, WebSocketServer } from 'ws'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey } from '#protocols/nostr/keys.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const CONNECTIONS = 1_000
const AUTHORS = 2_000
const EVENTS_OF_AUTHOR = 25
const ROUND_MS = 2_000
const ROUNDS = 3
const LIVE_EVENTS = 40
const LIVE_PATIENCE_MS = 60_000
/** The promised number of stored events per second. */
const PROMISED = 5_000
const CONNECTING_AT_ONCE = 50

type Server = { url: string; stop(): Promise<void> }

export async function run(): Promise<BenchResult[]> {
  const servers = [await startServer('ours'), await startServer('raw')]
  const crowds: Crowd[] = []
  try {
    for (const { url } of servers) crowds.push(await connectCrowd(url))
    const [atOurs, atRaw] = crowds as [Crowd, Crowd]
    const rates = await compareInTurns(
      () => readForAWhile(atOurs),
      () => readForAWhile(atRaw),
      ROUNDS,
    )
    const live = await tellAll(servers[0]!.url, atOurs)
    const name = `relay, ${CONNECTIONS} connections`
    return [
      {
        name: `${name}: stored events read, none missed`,
        unit: 'events/s',
        ...rates,
        limitName: 'ws alone, the same texts from memory',
        goal: null,
      },
      {
        name: `${name}: the same beside what is promised`,
        unit: 'events/s',
        value: rates.value,
        limit: PROMISED,
        ratio: rates.value / PROMISED,
        limitName: 'the promise',
        goal: 1,
      },
      {
        name: `${name}: ${LIVE_EVENTS} new events told to all`,
        unit: 'tellings',
        value: live,
        limit: LIVE_EVENTS * CONNECTIONS,
        ratio: live / (LIVE_EVENTS * CONNECTIONS),
        limitName: 'all of them',
        goal: 1,
      },
    ]
  } finally {
    for (const crowd of crowds) for (const client of crowd) client.terminate()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

type Crowd = WebSocket[]

async function connectCrowd(url: string): Promise<Crowd> {
  const crowd: Crowd = []
  while (crowd.length < CONNECTIONS) {
    const some = Array.from({ length: CONNECTING_AT_ONCE }, () => new WebSocket(url, { perMessageDeflate: false }))
    await Promise.all(some.map((client) => once(client, 'open')))
    crowd.push(...some)
  }
  return crowd
}

/** All clients read all events of one author after another. Returns events per second. */
async function readForAWhile(crowd: Crowd): Promise<number> {
  const startedAt = performance.now()
  let readCount = 0
  let next = 0
  await Promise.all(
    crowd.map(async (client) => {
      while (performance.now() - startedAt < ROUND_MS) {
        const count = await readAuthor(client, next++ % AUTHORS)
        readCount += count
      }
    }),
  )
  return (readCount * 1_000) / (performance.now() - startedAt)
}

/** Throws when an event is missing, repeated or out of order. */
function readAuthor(client: WebSocket, author: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const ids = new Set<string>()
    let before = Number.MAX_SAFE_INTEGER
    const listen = (data: Buffer) => {
      const text = data.toString('latin1')
      if (text.startsWith('["EVENT"')) {
        const createdAt = Number(/"created_at":(\d+)/.exec(text)![1])
        if (createdAt > before) reject(new Error('An older event arrived first'))
        before = createdAt
        ids.add(/"id":"([0-9a-f]{64})"/.exec(text)![1]!)
      } else if (text.startsWith('["EOSE"')) {
        client.off('message', listen)
        if (ids.size === EVENTS_OF_AUTHOR) resolve(ids.size)
        else reject(new Error(`${ids.size} of ${EVENTS_OF_AUTHOR} events came`))
      } else if (text.startsWith('["CLOSED"')) reject(new Error(text))
    }
    client.on('message', listen)
    client.send(JSON.stringify(['REQ', 'page', { authors: [pubkeyOf(author)], limit: EVENTS_OF_AUTHOR }]))
  })
}

/** Publishes new events, each of which every client should receive. Returns how many were received. */
async function tellAll(url: string, crowd: Crowd): Promise<number> {
  const since = Math.floor(Date.now() / 1_000) - 60
  let toldCount = 0
  const subscribed = crowd.map(
    (client) =>
      new Promise<void>((resolve) => {
        client.on('message', (data: Buffer) => {
          const text = data.toString('latin1')
          if (text.startsWith('["EVENT","live"')) toldCount += 1
          else if (text.startsWith('["EOSE","live"')) resolve()
        })
        client.send(JSON.stringify(['REQ', 'live', { kinds: [42], since }]))
      }),
  )
  await Promise.all(subscribed)
  const writer = new WebSocket(url)
  await once(writer, 'open')
  const key = generateSecretKey()
  for (let at = 0; at < LIVE_EVENTS; at++) {
    const event = signEvent({ kind: 42, created_at: since + 60, tags: [], content: `new ${at}` }, key)
    writer.send(JSON.stringify(['EVENT', event]))
  }
  const until = performance.now() + LIVE_PATIENCE_MS
  while (toldCount < LIVE_EVENTS * CONNECTIONS && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // A duplicate delivery would be one too many.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  writer.terminate()
  return toldCount
}

const pubkeyOf = (author: number) => author.toString(16).padStart(64, '0')

async function startServer(kind: 'ours' | 'raw'): Promise<Server> {
  const child = spawn(process.execPath, [import.meta.filename, kind], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => stopChild(child) }
}

/** The process ends when its input ends. */
async function stopChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.stdin?.end()
  await ended
}

/** Inserts rows: our relay would verify fifty thousand signatures, and reading verifies none. */
async function fillRelay({ world }: TestWorld): Promise<void> {
  await sql`
    WITH made AS (
      SELECT lpad(to_hex(a), 64, '0') AS pubkey, encode(sha256(convert_to(a || ' ' || n, 'UTF8')), 'hex') AS id,
        1700000000 + n AS created_at, 'Event ' || n || ' of ' || a || repeat(' and some words', 15) AS content
      FROM generate_series(0, ${AUTHORS - 1}::int) a, generate_series(1, ${EVENTS_OF_AUTHOR}::int) n)
    INSERT INTO nostr_event (id, pubkey, kind, created_at, body)
    SELECT id, pubkey, 1111, created_at, json_build_object('id', id, 'pubkey', pubkey, 'created_at', created_at,
      'kind', 1111, 'tags', '[]'::json, 'content', content, 'sig', repeat('0', 128))::text FROM made`.execute(
    world.database.read,
  )
  await sql`UPDATE nostr_event SET body = replace(replace(body, '" : ', '":'), ', "', ',"')`.execute(
    world.database.read,
  )
  await sql`ANALYZE nostr_event`.execute(world.database.read)
}

async function serveOurs(): Promise<Server> {
  const world = await createTestWorld({
    settings: {
      RELAY_CONNECTIONS_PER_ADDRESS: '2000',
      RELAY_EVENTS_PER_MINUTE: '100000',
      RELAY_REQUESTS_PER_MINUTE: '1000000',
    },
  })
  await fillRelay(world)
  return { url: `${world.origin.replace('http', 'ws')}/relay`, stop: async () => world[Symbol.asyncDispose]() }
}

/** The same texts for every client, without a database or rules. */
async function serveRaw(): Promise<Server> {
  const bodies = Array.from({ length: EVENTS_OF_AUTHOR }, (_, at) => {
    const createdAt = 1_700_000_000 + EVENTS_OF_AUTHOR - at
    const content = `Event ${at} of 1${' and some words'.repeat(15)}`
    const id = at.toString(16).padStart(64, '0')
    const event = {
      id,
      pubkey: pubkeyOf(1),
      created_at: createdAt,
      kind: 1_111,
      tags: [],
      content,
      sig: '0'.repeat(128),
    }
    return `["EVENT","page",${JSON.stringify(event)}]`
  })
  const server = http.createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    socket.on('message', () => {
      for (const body of bodies) socket.send(body)
      socket.send('["EOSE","page"]')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
    },
  }
}

const [kind] = process.argv.slice(2)
if (import.meta.main && (kind === 'ours' || kind === 'raw')) {
  const server = kind === 'ours' ? await serveOurs() : await serveRaw()
  process.stdin.resume()
  process.stdin.once('end', () => void server.stop())
  console.log(server.url)
}
