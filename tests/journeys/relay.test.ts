/** The product's own relay over real connections: what nostr clients can rely on (NIP-01, 09, 11, 40, 42, 45, 50,
 * 70), what it refuses, and that it misses nothing when several servers run. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { silentLog } from '#server/platform/log.ts'
import { removeExpired } from '#server/relay/store.ts'
import { until } from '#tests/users.ts'
import { connectRelay, type RelayClient } from '#tests/relay-client.ts'
import { createTestWorld, serve, type TestWorld } from '#tests/world.ts'

/** Long past on every clock. */
const NOW = 1_700_000_000
const settings = { RELAY_CONNECTIONS_PER_ADDRESS: '20', RELAY_EVENTS_PER_MINUTE: '500', TRUSTED_PROXIES: '127.0.0.1' }

let world: TestWorld
let client: RelayClient
let key: Uint8Array

before(async () => {
  world = await createTestWorld({ settings })
  client = await connectRelay(world.origin)
})
after(() => world[Symbol.asyncDispose]())

type Parts = Partial<UnsignedEvent> & { by?: Uint8Array }
let second = 0

/** Of a stored kind, by a new key unless given, each a second later. */
function make({ by = key, ...parts }: Parts = {}): NostrEvent {
  return signEvent({ kind: 1_111, created_at: NOW - 500_000 + ++second, tags: [], content: 'words', ...parts }, by)
}
function fresh(): void {
  key = generateSecretKey()
}
const publish = async (event: NostrEvent, by = client) => {
  const { isAccepted, words } = await by.publish(event)
  assert.ok(isAccepted, words)
  return event
}
const refusal = async (event: NostrEvent) => {
  const { isAccepted, words } = await client.publish(event)
  assert.ok(!isAccepted, `${words} for ${JSON.stringify(event).slice(0, 200)}`)
  return words
}
const idsOf = (events: readonly NostrEvent[]) => events.map(({ id }) => id)
const authors = () => [publicKeyOf(key)]

test('the relay states what it is, what it accepts and its limits', async () => {
  const response = await fetch(`${world.origin}/relay`, { headers: { accept: 'application/nostr+json' } })
  assert.match(response.headers.get('content-type') ?? '', /^application\/nostr\+json/)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const info = (await response.json()) as Record<string, unknown>
  assert.equal(info['name'], 'Peal')
  assert.equal(info['pubkey'], world.world.payments.nostrPubkey)
  for (const nip of [1, 9, 11, 42, 45, 50]) assert.ok((info['supported_nips'] as number[]).includes(nip), String(nip))
  assert.match(String(info['version']), /^\d+\.\d+\.\d+$/)
  const { pathname } = new URL(String(info['icon']))
  assert.ok(existsSync(new URL(`../../web/public${pathname}`, import.meta.url)), pathname)
  for (const field of ['software', 'contact']) assert.ok(URL.canParse(String(info[field])), field)
  assert.equal((await fetch(`${world.origin}/relay`)).status, 200)
})

test('bookmarks, mutes, people lists, zap goals and live events are stored, and notes can be searched', async () => {
  fresh()
  for (const kind of [10_003, 10_000, 30_000, 9_041, 30_311]) {
    const event = await publish(make({ kind, tags: kind >= 30_000 ? [['d', 'one']] : [], content: '' }))
    assert.deepEqual(await client.list({ ids: [event.id] }), [event], String(kind))
  }
  const note = await publish(make({ kind: 1, tags: [], content: 'Fresh plums at the market' }))
  assert.deepEqual(await client.list({ kinds: [1], authors: authors(), search: 'plums' }), [note])
})

test('events are found by id, author, kind and tag, newest first, with a limit for each filter', async () => {
  fresh()
  const root = 'a'.repeat(64)
  const events: NostrEvent[] = []
  for (let at = 0; at < 6; at++) {
    const tags = [
      ['e', root],
      ['t', at % 2 === 0 ? 'even' : 'odd'],
      ['longer', 'x'],
    ]
    events.push(await publish(make({ kind: at < 4 ? 1_111 : 7, tags, content: `number ${at} “♥”` })))
  }
  const newest = idsOf(events).toReversed()
  assert.deepEqual(await client.list({ authors: authors() }), events.toReversed())
  const table: [filter: object, ids: string[]][] = [
    [{ ids: [events[2]!.id] }, [events[2]!.id]],
    [{ ids: [events[2]!.id, 'f'.repeat(64)] }, [events[2]!.id]],
    [{ authors: authors(), limit: 2 }, newest.slice(0, 2)],
    [{ authors: authors(), limit: 0 }, []],
    [{ authors: authors(), kinds: [7] }, newest.slice(0, 2)],
    [{ authors: authors(), kinds: [] }, []],
    [{ '#e': [root], authors: authors() }, newest],
    [{ '#t': ['odd'], authors: authors() }, newest.filter((_id, at) => at % 2 === 0)],
    [{ '#t': ['odd', 'even'], authors: authors(), kinds: [1_111] }, newest.slice(2)],
    [{ '#t': ['odd'], '#e': [root], authors: authors(), kinds: [7] }, newest.slice(0, 1)],
    [{ '#t': ['none'], authors: authors() }, []],
    [{ authors: authors(), since: events[4]!.created_at }, newest.slice(0, 2)],
    [{ authors: authors(), until: events[1]!.created_at }, newest.slice(4)],
    [{ authors: authors(), since: events[1]!.created_at, until: events[2]!.created_at }, newest.slice(3, 5)],
  ]
  for (const [filter, ids] of table) assert.deepEqual(idsOf(await client.list(filter)), ids, JSON.stringify(filter))
  // Several filters: each event once, newest first.
  const both = await client.list({ authors: authors(), kinds: [7] }, { authors: authors(), limit: 3 })
  assert.deepEqual(idsOf(both), newest.slice(0, 3))
})

test('of two events of one second the lower id comes first', async () => {
  fresh()
  const created_at = NOW - 900_000
  const events = [1, 2, 3].map((n) => make({ created_at, content: `same second ${n}` }))
  for (const event of events) await publish(event)
  assert.deepEqual(idsOf(await client.list({ authors: authors() })), idsOf(events).toSorted())
})

test('a subscription gets the stored events, then EOSE, then new events, each once', async () => {
  fresh()
  const stored = await publish(make())
  client.say('REQ', 'live', { authors: authors() })
  assert.equal(((await client.hear(([type, id]) => type === 'EVENT' && id === 'live'))[2] as NostrEvent).id, stored.id)
  await client.hear(([type, id]) => type === 'EOSE' && id === 'live')
  const other = await connectRelay(world.origin)
  const news = await publish(make(), other)
  assert.equal(((await client.hear(([type, id]) => type === 'EVENT' && id === 'live'))[2] as NostrEvent).id, news.id)
  // After it is replaced under the same name and closed, nothing more arrives.
  client.say('REQ', 'live', { authors: authors(), kinds: [7] })
  await client.hear(([type, id]) => type === 'EOSE' && id === 'live')
  await publish(make(), other)
  client.say('CLOSE', 'live')
  await publish(make({ kind: 7 }), other)
  await new Promise((resolve) => setTimeout(resolve, 700))
  assert.deepEqual(
    client.answers.filter(([, id]) => id === 'live'),
    [],
  )
  other.close()
})

test('the newest of replaceable and addressable events is stored, in any order of arrival', async () => {
  fresh()
  for (const [kind, tags] of [
    [0, []],
    [3, [['p', 'a'.repeat(64)]]],
    [10_002, []],
    [10_050, [['relay', 'wss://relay.example']]],
    [31_337, [['d', 'song']]],
    [31_990, [['d', 'handler']]],
  ] as const) {
    const made = [3, 1, 2].map((n) =>
      make({ kind, tags: tags.map((tag) => [...tag]), created_at: NOW - 1_000_000 + n }),
    )
    const [newest, oldest, middle] = made as [NostrEvent, NostrEvent, NostrEvent]
    assert.equal((await client.publish(oldest)).words, '')
    assert.equal((await client.publish(newest)).words, '')
    assert.match((await client.publish(middle)).words, /^duplicate: a newer/)
    assert.match((await client.publish(newest)).words, /^duplicate: this event is already stored/)
    assert.deepEqual(idsOf(await client.list({ authors: authors(), kinds: [kind] })), [newest.id])
    const rival = make({ kind, tags: tags.map((tag) => [...tag]), created_at: newest.created_at, content: 'rival' })
    await client.publish(rival)
    const [lower] = [newest.id, rival.id].toSorted()
    assert.deepEqual(idsOf(await client.list({ authors: authors(), kinds: [kind] })), [lower])
  }
  for (const kind of [1, 6, 16]) await publish(make({ kind }))
  assert.equal((await client.list({ authors: authors(), kinds: [1, 6, 16] })).length, 3)
  const another = await publish(make({ kind: 31_337, tags: [['d', 'another']] }))
  assert.equal((await client.list({ authors: authors(), kinds: [31_337] })).length, 2)
  assert.deepEqual(idsOf(await client.list({ authors: authors(), '#d': ['another'] })), [another.id])
})

test('authors delete their own events, also before they arrive, and nobody else can', async () => {
  fresh()
  const [mine, later] = [await publish(make()), make()]
  const thief = generateSecretKey()
  await publish(make({ by: thief, kind: 5, tags: [['e', mine.id]] }))
  assert.equal((await client.list({ ids: [mine.id] })).length, 1)
  const deletion = await publish(
    make({
      kind: 5,
      tags: [
        ['e', mine.id],
        ['e', later.id],
      ],
    }),
  )
  assert.equal((await client.list({ ids: [mine.id] })).length, 0)
  assert.match(await refusal(mine), /^blocked:/)
  assert.match(await refusal(later), /^blocked:/)
  await publish(make({ kind: 5, tags: [['e', deletion.id]] }))
  assert.equal((await client.list({ ids: [deletion.id] })).length, 1)
  // By coordinate: everything up to the time of the deletion, and nothing newer.
  const song = (created_at: number) => make({ kind: 31_337, tags: [['d', 'song']], created_at })
  const coordinate = `31337:${publicKeyOf(key)}:song`
  const at = NOW - 2_000_000
  await publish(song(at))
  await publish(make({ by: thief, kind: 5, created_at: at + 20, tags: [['a', coordinate]] }))
  assert.equal((await client.list({ authors: authors(), kinds: [31_337] })).length, 1)
  await publish(make({ kind: 5, created_at: at + 10, tags: [['a', coordinate]] }))
  assert.equal((await client.list({ authors: authors(), kinds: [31_337] })).length, 0)
  assert.match(await refusal(song(at + 10)), /^blocked:/)
  await publish(song(at + 11))
  assert.equal((await client.list({ authors: authors(), kinds: [31_337] })).length, 1)
})

test('likes, reposts, comments and deletions are accepted, other kinds are not', async () => {
  fresh()
  for (const kind of [5, 6, 7, 16, 17, 1_111]) await publish(make({ kind }))
  for (const kind of [2, 4, 8, 18, 1_110, 1_112, 9_734, 22_242, 30_023]) {
    assert.match(await refusal(make({ kind })), /^blocked: kind \d+ is not stored here/)
  }
})

test('expired events are not served, and are deleted later', async () => {
  fresh()
  const nowSeconds = Math.floor(world.clock.now().getTime() / 1_000)
  assert.match(await refusal(make({ tags: [['expiration', String(nowSeconds - 1)]] })), /^invalid: it has ended/)
  const ending = await publish(make({ tags: [['expiration', String(nowSeconds + 3_600)]] }))
  assert.equal((await client.list({ authors: authors() })).length, 1)
  world.clock.step(3_700_000)
  assert.equal((await client.list({ authors: authors() })).length, 0)
  const isThere = async () =>
    (await sql`SELECT FROM nostr_event WHERE id = ${ending.id}`.execute(world.world.database.read)).rows.length > 0
  while ((await removeExpired(world.world.database.read, world.clock.now())) > 0);
  assert.ok(!(await isThere()))
  const tags = await sql`SELECT FROM nostr_tag WHERE event_id = ${ending.id}`.execute(world.world.database.read)
  assert.equal(tags.rows.length, 0)
})

test('ephemeral events are forwarded and not stored', async () => {
  fresh()
  client.say('REQ', 'wallet', { kinds: [23_194], authors: authors() })
  await client.hear(([type, id]) => type === 'EOSE' && id === 'wallet')
  const other = await connectRelay(world.origin)
  const event = await publish(make({ kind: 23_194 }), other)
  assert.equal(((await client.hear(([type, id]) => type === 'EVENT' && id === 'wallet'))[2] as NostrEvent).id, event.id)
  assert.deepEqual(await other.list({ kinds: [23_194], authors: authors() }), [])
  client.say('CLOSE', 'wallet')
  other.close()
})

test('events are counted and searched', async () => {
  fresh()
  await publish(make({ content: 'Rain on a tin roof' }))
  await publish(make({ content: 'Sun over the roof' }))
  await publish(
    make({
      kind: 31_337,
      tags: [
        ['d', 'x'],
        ['title', 'Rain dance'],
      ],
      content: '',
    }),
  )
  await publish(make({ kind: 7, content: 'rain' }))
  const count = async (...filters: object[]) => {
    client.say('COUNT', 'n', ...filters)
    return ((await client.hear(([type, id]) => type === 'COUNT' && id === 'n'))[2] as { count: number }).count
  }
  assert.equal(await count({ authors: authors() }), 4)
  assert.equal(await count({ authors: authors(), kinds: [7] }, { authors: authors(), kinds: [7, 1_111] }), 3)
  assert.equal(await count({ authors: authors(), kinds: [] }), 0)
  const search = async (words: string) => (await client.list({ authors: authors(), search: words })).length
  assert.equal(await search('rain'), 2)
  assert.equal(await search('RAIN roof'), 1)
  assert.equal(await search('rain language:en'), 2)
  assert.equal(await search('roof -sun'), 1)
  assert.equal(await search('nothing'), 0)
  assert.equal(await search('language:en'), 0)
  assert.equal(await search(`'"\\ & | ! ( :*`), 0)
})

test('a public chat room is stored: created, described, written to, a message hidden, a user muted', async () => {
  fresh()
  const room = await publish(make({ kind: 40, content: '{"name":"Rain"}' }))
  const tags = [['e', room.id, '', 'root']]
  const described = await publish(make({ kind: 41, tags, content: '{"name":"Snow"}' }))
  const said = await publish(make({ kind: 42, tags }))
  const hidden = await publish(make({ kind: 43, tags: [['e', said.id]], content: '' }))
  const muted = await publish(make({ kind: 44, tags: [['p', room.pubkey]], content: '' }))
  assert.deepEqual(idsOf(await client.list({ kinds: [42], '#e': [room.id] })), [said.id])
  assert.deepEqual(idsOf(await client.list({ kinds: [41], '#e': [room.id] })), [described.id])
  assert.deepEqual(idsOf(await client.list({ kinds: [43, 44], authors: authors() })), [muted.id, hidden.id])
  for (const kind of [39, 45]) assert.match(await refusal(make({ kind })), /^blocked:/)
})

test('private messages are served only to the keys they name, authenticated on this connection', async () => {
  fresh()
  const reader = generateSecretKey()
  const wrapped = await publish(make({ kind: 1_059, tags: [['p', publicKeyOf(reader)]] }))
  await assert.rejects(client.list({ kinds: [1_059] }), /auth-required/)
  assert.deepEqual(await client.list({ ids: [wrapped.id] }), [])
  const other = await connectRelay(world.origin)
  const challenge = await other.challenge()
  const prove = async (parts: Parts) => {
    const proof = make({
      by: reader,
      kind: 22_242,
      created_at: Math.floor(world.clock.now().getTime() / 1_000),
      ...parts,
    })
    other.say('AUTH', proof)
    const [, , isAccepted, words] = await other.hear(([type, id]) => type === 'OK' && id === proof.id)
    return isAccepted === true ? '' : String(words)
  }
  const relayUrl = world.world.relay.relayUrl
  const good = [
    ['relay', relayUrl],
    ['challenge', challenge],
  ]
  assert.match(
    await prove({
      tags: [
        ['relay', relayUrl],
        ['challenge', 'x'],
      ],
    }),
    /another challenge/,
  )
  assert.match(
    await prove({
      tags: [
        ['relay', 'wss://evil.example/relay'],
        ['challenge', challenge],
      ],
    }),
    /another relay/,
  )
  assert.match(await prove({ tags: [...good, ['relay', 'wss://evil.example']] }), /another relay/)
  assert.match(await prove({ tags: good, kind: 1 }), /kind 22242/)
  assert.match(await prove({ tags: good, created_at: 1 }), /just now/)
  await assert.rejects(other.list({ kinds: [1_059] }), /auth-required/)
  assert.equal(await prove({ tags: good }), '')
  assert.deepEqual(idsOf(await other.list({ kinds: [1_059] })), [wrapped.id])
  // Also for live events: only the named key gets it.
  other.say('REQ', 'mail', { kinds: [1_059] })
  client.say('REQ', 'all', { authors: authors() })
  await other.hear(([type, id]) => type === 'EOSE' && id === 'mail')
  await client.hear(([type, id]) => type === 'EOSE' && id === 'all')
  const second = await publish(make({ kind: 1_059, tags: [['p', publicKeyOf(reader)]] }))
  const third = await publish(make())
  await other.hear(([type, id, event]) => type === 'EVENT' && id === 'mail' && (event as NostrEvent).id === second.id)
  await client.hear(([type, id, event]) => type === 'EVENT' && id === 'all' && (event as NostrEvent).id === third.id)
  assert.deepEqual(
    client.answers.filter(([type]) => type === 'EVENT'),
    [],
  )
  client.say('CLOSE', 'all')
  // Only its author may publish a protected event (NIP-70).
  assert.match(await refusal(make({ by: reader, tags: [['-']] })), /^auth-required/)
  await publish(make({ by: reader, tags: [['-']] }), other)
  other.close()
})

test('an event that is malformed, of an unknown kind, forged or too large is refused', async () => {
  fresh()
  const good = make()
  const table: [words: RegExp, event: NostrEvent][] = [
    [/^invalid: .*does not match/, { ...good, content: 'forged' }],
    [/^invalid: .*signature/, { ...good, sig: '0'.repeat(128) }],
    [/^invalid: .*64 hexadecimal/, { ...good, pubkey: 'x' }],
    [/^invalid: .*64 hexadecimal/, { ...good, id: good.id.toUpperCase() }],
    [/^invalid: .*when it was created/, { ...good, created_at: 1.5 }],
    [/^invalid: .*kind/, { ...good, kind: -1 }],
    [/^invalid: .*not a string/, { ...good, content: null as never }],
    [/^invalid: .*arrays of strings/, { ...good, tags: [[1]] as never }],
    [/^blocked: kind 1063 /, make({ kind: 1_063 })],
    [/^blocked: kind 22242/, make({ kind: 22_242 })],
    [/^blocked: kind 9734/, make({ kind: 9_734 })],
    [
      /^invalid: it is dated in the future/,
      make({ created_at: Math.floor(world.clock.now().getTime() / 1_000) + 1_000 }),
    ],
    [/^invalid: the content is longer/, make({ content: 'x'.repeat(65_537) })],
    [/^invalid: there are more than/, make({ tags: Array.from({ length: 2_501 }, () => ['x']) })],
    [/^invalid: the d tag/, make({ kind: 31_337, tags: [['d', 'x'.repeat(401)]] })],
    [/^invalid: it contains invalid characters/, make({ content: 'a\0b' })],
    [/^invalid: it contains invalid characters/, make({ tags: [['x', '\ud800']] })],
  ]
  for (const [words, event] of table) assert.match(await refusal(event), words)
  assert.deepEqual(await client.list({ authors: authors() }), [])
})

test('a malformed message gets a notice, and the connection stays open', async () => {
  const table: [text: string, words: RegExp, type?: string][] = [
    ['x', /not JSON/],
    ['{}', /not an array/],
    ['[]', /not supported/],
    ['["HELLO"]', /not supported/],
    ['["REQ"]', /subscription id has/],
    ['["REQ",""]', /subscription id has/],
    ['["REQ",7,{}]', /subscription id has/],
    [JSON.stringify(['REQ', 'x'.repeat(65), {}]), /subscription id has/],
    ['["CLOSE"]', /subscription id has/],
    ['["REQ","a"]', /from 1 to 10 filters/, 'CLOSED'],
    [JSON.stringify(['REQ', 'a', ...Array.from({ length: 11 }, () => ({}))]), /from 1 to 10 filters/, 'CLOSED'],
    ['["REQ","a",7]', /not an object/, 'CLOSED'],
    ['["REQ","a",{"ids":"x"}]', /not a list/, 'CLOSED'],
    ['["REQ","a",{"ids":["abcd"]}]', /64 lower-case/, 'CLOSED'],
    [JSON.stringify(['REQ', 'a', { authors: ['A'.repeat(64)] }]), /64 lower-case/, 'CLOSED'],
    ['["REQ","a",{"kinds":["1"]}]', /kinds/, 'CLOSED'],
    ['["REQ","a",{"kinds":[70000]}]', /kinds/, 'CLOSED'],
    ['["REQ","a",{"limit":-1}]', /limit/, 'CLOSED'],
    ['["REQ","a",{"since":"x"}]', /since/, 'CLOSED'],
    ['["REQ","a",{"#ab":["x"]}]', /unknown field/, 'CLOSED'],
    ['["REQ","a",{"#e":[7]}]', /not a string/, 'CLOSED'],
    ['["REQ","a",{"#e":["\\u0000"]}]', /not a string/, 'CLOSED'],
    ['["COUNT","a",{"search":7}]', /search/, 'CLOSED'],
  ]
  const other = await connectRelay(world.origin)
  for (const [text, words, type = 'NOTICE'] of table) {
    other.socket.send(text)
    const answer = await other.hear(([said]) => said === 'NOTICE' || said === 'CLOSED')
    assert.equal(answer[0], type, text)
    assert.match(String(answer.at(-1)), words)
  }
  other.socket.send(Buffer.from([1, 2, 3]))
  assert.match(String((await other.hear(([said]) => said === 'NOTICE'))[1]), /not supported/)
  for (let at = 0; at < 31; at++) other.say('REQ', `s${at}`, { ids: ['0'.repeat(64)] })
  assert.match(String((await other.hear(([said]) => said === 'CLOSED'))[2]), /too many subscriptions/)
  const closed = new Promise<number>((resolve) => other.socket.once('close', resolve))
  other.socket.send(JSON.stringify(['EVENT', 'x'.repeat(300_000)]))
  assert.equal(await closed, 1_009)
})

test('writes per address and key, and connections per address, are limited', async () => {
  fresh()
  const from = (address: string) => connectRelay(world.origin, { 'x-forwarded-for': address })
  const writer = await from('203.0.113.1')
  const unwanted = make({ kind: 1_063 })
  for (let at = 0; at < 1_500; at++) writer.say('EVENT', unwanted)
  await writer.hear(([type, , , words]) => type === 'OK' && String(words).startsWith('rate-limited:'))
  writer.close()
  await publish(make(), await from('203.0.113.2'))
  const crowd = await Promise.all(Array.from({ length: 20 }, () => from('203.0.113.9')))
  await assert.rejects(from('203.0.113.9'), /429/)
  for (const one of crowd) one.close()
  await until(async () => {
    const again = await from('203.0.113.9').catch(() => null)
    again?.close()
    return again !== null
  })
})

test("only the relay's path is upgraded", async () => {
  for (const path of ['/', '/relays', '/v1/accounts', '/relay/x']) {
    const socket = new WebSocket(`${world.origin.replace('http', 'ws')}${path}`)
    const refused = await new Promise<string>((resolve) => {
      socket.once('error', (error) => resolve(error.message))
      socket.once('open', () => resolve('open'))
    })
    assert.match(refused, /404/, path)
  }
})

test('events stored by one server reach subscriptions on another; a stopping server says so and loses nothing', async () => {
  fresh()
  const log = { ...silentLog }
  await using stack = new AsyncDisposableStack()
  const { config, publicUrl } = world.world
  const parts = { clock: world.clock, node: world.node }
  const { origin: otherOrigin } = await serve(stack, { ...config, port: 0, publicUrl }, log, { parts })
  const other = await connectRelay(otherOrigin)
  other.say('REQ', 'live', { authors: authors() })
  await other.hear(([type, id]) => type === 'EOSE' && id === 'live')
  const events: NostrEvent[] = []
  for (let at = 0; at < 20; at++) events.push(await publish(make(at % 5 === 0 ? { kind: 23_195 } : {})))
  for (const { id } of events) {
    await other.hear(([type, name, event]) => type === 'EVENT' && name === 'live' && (event as NostrEvent).id === id)
  }
  assert.deepEqual(
    other.answers.filter(([type]) => type === 'EVENT'),
    [],
  )
  const closed = new Promise<number>((resolve) => other.socket.once('close', resolve))
  await stack.disposeAsync()
  assert.equal(await closed, 1_001)
  assert.equal((await client.list({ authors: authors() })).length, 16)
})
