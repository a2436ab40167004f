/** The relay pool in a real browser, with real relays: our own and simulated ones, and a clock moved by hand. What
 * the pages show is in nostr-profile.test.ts. */
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import type { RelayFilter } from '#web/nostr/relay-link.ts'
import { findFreePort } from '../faults/server-process.ts'
import { answerWell, type ListeningRelay, startListeningRelay } from '../listening-relay.ts'
import { until } from '../users.ts'
import { connectRelay } from '../relay-client.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { launchBrowser, openBrowser } from './chromium.ts'
import type { RelayPage, Seen, Shown } from './relay-page.ts'

declare global {
  var relayPage: RelayPage
}

const LOOKUP_MS = 3_000
const READY_MS = 1_000
const PAGE = '<!doctype html><link rel="icon" href="data:,"><body></body><script src="/page.js"></script>'
/** Long past on every clock. */
const NOW = 1_700_000_000

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let pages: PageServer
let context: BrowserContext
let page: Page
let logged: string[]
let own: string
/** An address where nothing listens. */
let gone: string
let one: ListeningRelay
let other: ListeningRelay

before(async () => {
  const port = await findFreePort()
  // Authentication names the relay, so it must know its own URL.
  world = stack.use(await createTestWorld({ settings: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } }))
  browser = await launchBrowser()
  stack.defer(() => browser.close())
  pages = await servePage(await bundle(fileURLToPath(new URL('relay-page.ts', import.meta.url))))
  stack.defer(async () => void (await pages.close()))
  const closed = await startListeningRelay()
  gone = closed.address
  await closed[Symbol.asyncDispose]()
  own = `${world.origin.replace(/^http/, 'ws')}/relay`
})
after(() => stack.disposeAsync())
beforeEach(async () => {
  one = await startListeningRelay()
  other = await startListeningRelay()
  ;({ context, page } = await openBrowser(browser, pages.origin))
  logged = []
  page.on('console', (message) => logged.push(message.text()))
  await page.clock.install({ time: NOW * 1_000 })
  await page.goto('/')
  await page.waitForFunction(() => 'relayPage' in globalThis)
  await page.clock.pauseAt((NOW + 60) * 1_000)
})
afterEach(async () => {
  await context.close()
  await one[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })
  if (!('output' in built)) throw new Error('The build has more than one output')
  const [first] = built.output
  return first.code
}

type PageServer = { origin: string; close(): Promise<unknown> }

/** Served over HTTP, because browsers let only a local page connect to local addresses. */
async function servePage(script: string): Promise<PageServer> {
  const server = http.createServer(({ url }, response) => {
    const [type, body] = url === '/page.js' ? ['text/javascript', script] : ['text/html', PAGE]
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, close: () => new Promise((resolve) => server.close(resolve)) }
}

let secret = generateSecretKey()
let second = 0

function make(parts: Partial<UnsignedEvent> = {}): NostrEvent {
  return signEvent({ kind: 1_111, created_at: NOW - 10_000 + ++second, tags: [], content: 'words', ...parts }, secret)
}
const idsOf = (events: readonly NostrEvent[]) => events.map(({ id }) => id)
const mine = (): RelayFilter => ({ kinds: [1_111], authors: [publicKeyOf(secret)] })

const show = (what: Partial<Shown> = {}) =>
  page.evaluate((shown) => relayPage.show(shown), { addresses: [one.address, other.address], filter: mine(), ...what })
const seen = (): Promise<Seen[]> => page.evaluate(() => relayPage.seen)
const NOTHING: Seen = { connected: [], isLoading: true, ids: [], isSearching: true }
/** Before the first render, its initial state. */
const latest = async (): Promise<Seen> => (await seen()).at(-1) ?? NOTHING
const sees = (fits: (state: Seen) => boolean) => until(async () => fits(await latest()))
const connectedTo = (...relays: string[]) =>
  sees(({ connected }) => connected.toSorted().join() === relays.toSorted().join())
const hears = (relay: ListeningRelay, type: string, times = 1) =>
  until(() => relay.heard.filter(([said]) => said === type).length >= times)

/** Starts something with `pool` that is awaited later; returns its current state. */
async function begin(work: string): Promise<() => Promise<string | null>> {
  await page.evaluate(`(() => {
    const { pool } = relayPage
    const state = { outcome: null }
    globalThis.begun = state
    ${work}.then(
      (value) => { state.outcome = JSON.stringify(value) },
      (error) => { state.outcome = error.name + ': ' + error.message },
    )
  })()`)
  return () => page.evaluate<string | null>('begun.outcome')
}
async function outcomeOf(work: string): Promise<string> {
  const outcome = await begin(work)
  await until(async () => (await outcome()) !== null)
  return (await outcome())!
}

test('loading is true until the first relay connects', async () => {
  one.hold()
  other.hold()
  await show()
  await sees(({ isLoading }) => isLoading)
  await page.clock.runFor(60_000)
  assert.equal((await latest()).isLoading, true)
  other.letIn()
  await sees(({ isLoading }) => !isLoading)
  assert.deepEqual((await latest()).connected, [other.address])
})

test('relays are added when they connect, removed when they disconnect, and reconnect automatically', async () => {
  await show()
  await connectedTo(one.address, other.address)
  one.hold()
  one.drop()
  await connectedTo(other.address)
  assert.equal((await latest()).isLoading, false)
  one.letIn()
  await page.clock.runFor(2_000)
  await connectedTo(one.address, other.address)
})

test('a connected relay is not added twice, however its URL is written', async () => {
  const written = [one.address, one.address.slice(0, -1), one.address.toUpperCase(), `${one.address}#x`]
  await show({ addresses: written })
  await connectedTo(one.address)
  await show({ addresses: [...written, other.address] })
  await connectedTo(one.address, other.address)
  assert.equal(one.count(), 1)
  assert.ok((await seen()).every(({ connected }) => new Set(connected).size === connected.length))
})

test('a relay that is no longer configured is closed and dropped', async () => {
  await show()
  await connectedTo(one.address, other.address)
  await show({ addresses: [other.address] })
  await connectedTo(other.address)
  await until(() => one.count() === 0)
  await page.clock.runFor(120_000)
  assert.equal(one.count(), 0)
  assert.equal(other.count(), 1)
})

test('a subscription is loading until the relays send EOSE', async () => {
  const event = make()
  one.answer = ([type, id]) => (type === 'REQ' ? [['EVENT', id, event]] : [])
  await show({ addresses: [one.address] })
  await sees(({ ids }) => ids.length === 1)
  await page.clock.runFor(60_000)
  assert.equal((await latest()).isSearching, true)
  one.say('EOSE', one.heard.find(([type]) => type === 'REQ')![1])
  await sees(({ isSearching }) => !isSearching)
})

test('a silent or missing relay does not delay the end of loading of the others', async () => {
  one.answer = () => []
  await show({ addresses: [one.address, other.address, gone] })
  await connectedTo(one.address, other.address)
  await hears(other, 'REQ')
  assert.equal((await latest()).isSearching, true)
  await until(async () => {
    await page.clock.runFor(LOOKUP_MS)
    return !(await latest()).isSearching
  })
})

test('a new subscription is loading again, and the previous one has ended', async () => {
  one.stored = [make()]
  await show({ addresses: [one.address] })
  await sees(({ isSearching, ids }) => !isSearching && ids.length === 1)
  const first = one.heard.find(([type]) => type === 'REQ')![1]
  one.answer = () => []
  await show({ addresses: [one.address], filter: { kinds: [7] } })
  await sees(({ isSearching, ids }) => isSearching && ids.length === 0)
  await hears(one, 'CLOSE')
  assert.deepEqual(
    one.heard.find(([type]) => type === 'CLOSE'),
    ['CLOSE', first],
  )
  const [, again, filter] = one.heard.findLast(([type]) => type === 'REQ')!
  assert.notEqual(again, first)
  assert.deepEqual(filter, { kinds: [7] })
})

test('a subscription ends when the relays change or it is disabled, and starts when it is enabled', async () => {
  one.stored = [make()]
  await show({ addresses: [one.address] })
  await sees(({ ids, isSearching }) => ids.length === 1 && !isSearching)
  await show()
  await hears(one, 'CLOSE')
  await sees(({ ids, isSearching }) => ids.length === 1 && !isSearching)
  await show({ isEnabled: false })
  await hears(one, 'CLOSE', 2)
  await hears(other, 'CLOSE')
  assert.deepEqual((await latest()).isSearching, false)
  one.say('EVENT', one.heard.findLast(([type]) => type === 'REQ')![1], make())
  const asked = one.heard.length
  await page.clock.runFor(60_000)
  assert.deepEqual([(await latest()).ids.length, one.heard.length], [1, asked])
  const before = (await seen()).length
  await show()
  await hears(one, 'REQ', 3)
  await sees(({ isSearching }) => !isSearching)
  assert.ok((await seen()).slice(before).some(({ isSearching }) => isSearching))
})

test('events are newest first and each once, from our own relay and others, stored and new', async () => {
  secret = generateSecretKey()
  const events = [make(), make(), make()]
  const client = await connectRelay(world.origin)
  for (const event of [events[0]!, events[2]!]) assert.ok((await client.publish(event)).isAccepted)
  one.stored = [events[1], events[0]]
  other.stored = [events[2], events[1]]
  await show({ addresses: [own, one.address, other.address] })
  await sees(({ ids, isSearching }) => ids.length === 3 && !isSearching)
  assert.deepEqual((await latest()).ids, idsOf(events).toReversed())
  const [late, newest] = [make({ created_at: events[0]!.created_at - 1 }), make()]
  for (const event of [late, newest]) assert.ok((await client.publish(event)).isAccepted)
  const name = one.heard.findLast(([type]) => type === 'REQ')![1]
  for (const event of [newest, late]) one.say('EVENT', name, event)
  await sees(({ ids }) => ids.length === 5)
  assert.deepEqual((await latest()).ids, idsOf([newest, ...events.toReversed(), late]))
  client.close()
})

test('after a reconnection a subscription continues, and nothing is delivered again', async () => {
  one.stored = [make()]
  await show({ addresses: [one.address] })
  await sees(({ ids }) => ids.length === 1)
  one.stored.push(make())
  one.drop()
  await connectedTo()
  await page.clock.runFor(2_000)
  await sees(({ ids }) => ids.length === 2)
})

test('malformed, unrequested and wrongly signed events are left out', async () => {
  const good = make()
  const { id, pubkey, kind, created_at, tags, content, sig } = make()
  const stranger = signEvent({ ...make(), tags: [] }, generateSecretKey())
  one.stored = [
    null,
    'event',
    { ...good, pubkey: pubkey.slice(1) },
    { ...good, pubkey: pubkey.toUpperCase() },
    { id, pubkey, kind: String(kind), created_at, tags, content, sig },
    { id, pubkey, kind, created_at: String(created_at), tags, content, sig },
    { id, pubkey, kind, created_at, tags, content: null, sig },
    { id, pubkey, kind, created_at, tags: {}, content, sig },
    { id, pubkey, kind, created_at, tags: ['e'], content, sig },
    { id, pubkey, kind, created_at, tags, content: `${content}!`, sig },
    { id, pubkey, kind, created_at, tags, content, sig: good.sig },
    stranger,
    make({ kind: 7 }),
  ]
  one.answer = (message) => [['EVENT'], ['EOSE'], ['OK'], ['NONSENSE', 1], ...answerWell(one, message)]
  await show({ addresses: [one.address] })
  await sees(({ isSearching }) => !isSearching)
  assert.deepEqual((await latest()).ids, [])
  // A forged copy does not suppress the authentic one, whichever comes first.
  one.stored = [{ ...good, sig }]
  other.stored = [good]
  other.hold()
  await show()
  await hears(one, 'REQ', 2)
  other.letIn()
  await sees(({ ids }) => ids.join() === good.id)
})

test('a profile is the newest one of any relay', async () => {
  const [old, newer, newest] = [make({ kind: 0 }), make({ kind: 0 }), make({ kind: 0 })]
  one.stored = [newer]
  other.stored = [newest, old]
  await show()
  const filter = JSON.stringify({ kinds: [0], authors: [old.pubkey] })
  assert.equal((JSON.parse(await outcomeOf(`pool.get(${filter})`)) as NostrEvent).id, newest.id)
  assert.equal(await outcomeOf(`pool.get(${JSON.stringify({ ...JSON.parse(filter), kinds: [3] })})`), 'null')
  const listed = JSON.parse(await outcomeOf(`pool.list(${filter})`)) as NostrEvent[]
  assert.deepEqual(idsOf(listed), idsOf([newest, newer, old]))
})

for (const [call, atEnd] of [
  ['list', 1],
  ['get', 1],
  ['count', 0],
] as const) {
  test(`${call} resolves after ${LOOKUP_MS} ms with what has arrived, if a relay sends no EOSE`, async () => {
    const event = make()
    await show({ addresses: [one.address], isEnabled: false })
    await connectedTo(one.address)
    one.answer = ([type, id]) => (type === 'REQ' ? [['EVENT', id, event]] : [])
    const outcome = await begin(`pool.${call}(${JSON.stringify(mine())})`)
    await hears(one, call === 'count' ? 'COUNT' : 'REQ')
    await page.clock.runFor(LOOKUP_MS - 1)
    assert.equal(await outcome(), null)
    await page.clock.runFor(1)
    await until(async () => (await outcome()) !== null)
    const said = (await outcome())!
    if (atEnd === 1) assert.ok(said.includes(event.id), said)
    else assert.equal(said, 'null')
  })
}

test('count is the largest count of any relay', async () => {
  one.stored = [make(), make()]
  other.stored = [make()]
  await show()
  await connectedTo(one.address, other.address)
  assert.equal(await outcomeOf(`pool.count(${JSON.stringify(mine())})`), '2')
})

test('a relay that cannot be reached is only logged, and the others count', async () => {
  one.stored = [make()]
  await show({ addresses: [gone, one.address] })
  await connectedTo(one.address)
  const listed = JSON.parse(await outcomeOf(`pool.list(${JSON.stringify(mine())})`)) as NostrEvent[]
  assert.equal(listed.length, 1)
  await until(() => logged.some((words) => words.startsWith('relay-lookup-failed') && words.includes(gone)))
})

test('a look-up rejects when no relay can be reached, and when none responds', async () => {
  await show({ addresses: [gone], isEnabled: false })
  const filter = JSON.stringify(mine())
  assert.equal(await outcomeOf(`pool.list(${filter})`), `RelayFailed: ${gone}: no connection`)
  one.answer = ([type, id]) => (type === 'REQ' ? [['CLOSED', id, 'restricted: members only']] : [])
  await show({ addresses: [one.address], isEnabled: false })
  await connectedTo(one.address)
  assert.match(await outcomeOf(`pool.get(${filter})`), /^RelayFailed: .*restricted: members only$/)
  // A relay that never accepts a connection counts as unreachable after the timeout.
  other.hold()
  await show({ addresses: [other.address], isEnabled: false })
  await until(async () => one.count() === 0)
  const outcome = await begin(`pool.list(${filter})`)
  await page.clock.runFor(LOOKUP_MS)
  await until(async () => (await outcome()) !== null)
  assert.match((await outcome())!, /^RelayFailed: .*no connection$/)
})

test('publishing waits a second for the relay to be ready, and no longer', async () => {
  const event = JSON.stringify(make())
  one.hold()
  await show({ addresses: [one.address], isEnabled: false })
  const early = await begin(`pool.publish(${event})`)
  await page.clock.runFor(READY_MS - 1)
  assert.equal(await early(), null)
  await page.clock.runFor(1)
  await until(async () => (await early()) !== null)
  assert.match((await early())!, /^RelayFailed: .*not ready$/)
  const late = await begin(`pool.publish(${event})`)
  await page.clock.runFor(READY_MS - 1)
  one.letIn()
  await until(async () => (await late()) !== null)
  assert.deepEqual(JSON.parse((await late())!), { taken: [one.address], refused: [] })
  assert.equal(one.heard.filter(([type]) => type === 'EVENT').length, 1)
})

test("publishing rejects with the relay's message, and resolves when another relay accepts the event", async () => {
  const event = make({ kind: 30_001 })
  await show({ addresses: [own], isEnabled: false })
  await sees(({ connected }) => connected.length === 1)
  const refused = 'blocked: kind 30001 is not stored here'
  assert.equal(await outcomeOf(`pool.publish(${JSON.stringify(event)})`), `RelayRefused: ${refused}`)
  await show({ addresses: [own, one.address], isEnabled: false })
  await connectedTo(own, one.address)
  assert.deepEqual(JSON.parse(await outcomeOf(`pool.publish(${JSON.stringify(event)})`)), {
    taken: [one.address],
    refused: [{ address: own, words: refused }],
  })
})

test('the same event published twice is settled twice', async () => {
  const event = JSON.stringify(make())
  one.answer = () => []
  await show({ addresses: [one.address], isEnabled: false })
  await connectedTo(one.address)
  const both = await begin(`Promise.all([pool.publish(${event}), pool.publish(${event})])`)
  await hears(one, 'EVENT')
  one.say('OK', (JSON.parse(event) as NostrEvent).id, true, '')
  await until(async () => (await both()) !== null)
  assert.match((await both())!, /taken.*taken/)
})

test('a relay that requires authentication gets it', async () => {
  const event = make({ tags: [['-']], created_at: Math.floor(Date.now() / 1_000) })
  await show({ addresses: [own], isEnabled: false })
  await sees(({ connected }) => connected.length === 1)
  assert.match(await outcomeOf(`pool.publish(${JSON.stringify(event)})`), /^RelayRefused: auth-required: /)
  // Our relay accepts no authentication dated on another day.
  await page.clock.setSystemTime(Date.now())
  const prove = `relayPage.prove('${secretToHex(secret)}')`
  const { taken } = JSON.parse(await outcomeOf(`pool.publish(${JSON.stringify(event)}, ${prove})`)) as {
    taken: string[]
  }
  assert.deepEqual(taken, [own])
})
