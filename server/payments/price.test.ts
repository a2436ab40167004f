/** The price from a local service over several hours: fetched, stored, hidden and shown again. */
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { getPrice } from '#contract/payments/price.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { parsePrice, readPrice, refreshPrice } from './price.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let world: TestWorld
let user: TestUser
let service: http.Server
let asked = 0
let answer: { status: number; body: string }
const setRate = (rate: string) =>
  (answer = { status: 200, body: `{"data":{"currency":"USD","rates":{"BTC":"${rate}"}}}` })

before(async () => {
  setRate('0.0000105')
  service = http.createServer((_request, response) => {
    asked += 1
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  world = await createTestWorld({ settings: { PRICE_URL: `http://${host}/v2/rates`, OUTBOUND_ALLOW: host } })
  world.expectLogs('price-not-fetched')
  user = await createTestUser(world)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  service.close()
})

const deps = () => world.world.payments
const read = () => user.call(getPrice, {})

test('the server fetches the price automatically, and returns it with its age', async () => {
  await until(async () => (await read()) !== null)
  const price = await read()
  assert.equal(price?.usdPerBtc, 95_238.1)
  assert.ok(Math.abs(Date.parse(price.fetchedAt) - world.clock.now().getTime()) < 20_000)
  assert.equal(asked, 1)
})

test('within 15 minutes no process fetches again; then exactly one does', async () => {
  const first = await read()
  setRate('0.00001')
  world.clock.step(14 * MINUTE_MS)
  assert.equal(await refreshPrice(deps()), false)
  assert.deepEqual(await read(), first)
  world.clock.step(MINUTE_MS)
  await Promise.all(Array.from({ length: 8 }, () => refreshPrice(deps())))
  await until(async () => (await read())?.usdPerBtc === 100_000)
  world.clock.step(-1_000)
  assert.equal(await refreshPrice(deps()), false, 'the clock of another server is a second behind')
  world.clock.step(1_000)
  assert.equal(asked, 2)
})

test('while the service is down, the last price is returned with its age, and after 24 hours none', async () => {
  const last = await read()
  answer = { status: 503, body: 'away' }
  world.clock.step(15 * MINUTE_MS)
  await refreshPrice(deps())
  assert.deepEqual(await read(), last)
  world.clock.step(23 * HOUR_MS)
  await refreshPrice(deps())
  assert.deepEqual(await read(), last)
  world.clock.step(45 * MINUTE_MS)
  assert.equal(await read(), null)
})

test('a failed attempt is repeated after a minute, and the price comes back', async () => {
  setRate('0.0000125')
  world.clock.step(MINUTE_MS)
  await refreshPrice(deps())
  await until(async () => (await read())?.usdPerBtc === 80_000)
})

test('setting the clock back does not stop the updates', async () => {
  setRate('0.00002')
  world.clock.step(-48 * HOUR_MS)
  await refreshPrice(deps())
  await until(async () => (await read())?.usdPerBtc === 50_000)
})

test('invalid values are not a price', () => {
  const of = (BTC: unknown) => parsePrice({ data: { rates: { BTC } } })
  assert.equal(of('0.0000105'), 95_238.1)
  assert.equal(of('1.05e-5'), 95_238.1)
  assert.equal(of(0.0000105), 95_238.1)
  const nonsense = [
    ...['0', '0.0', '-0.00001', 'NaN', 'Infinity', '', ' ', 'abc', '0x1', '1e400', '1e-400', '1e-10', '1000'],
    ...[0, -1, Number.NaN, Infinity, null, undefined, true, [], {}, ['0.00001'], '0.000010.5', '1_0'],
  ]
  assert.deepEqual(
    nonsense.filter((one) => of(one) !== null),
    [],
  )
  for (const json of [null, 1, 'a', [], {}, { data: null }, { data: { rates: [] } }])
    assert.equal(parsePrice(json), null)
})

test('without a service there are no requests and no price', async () => {
  const without = { ...deps(), priceUrl: '' }
  const requestsBefore = asked
  world.clock.step(HOUR_MS)
  assert.equal(await refreshPrice(without), false)
  assert.equal(await readPrice(without, { kind: 'visitor', ip: '127.0.0.1' }), null)
  assert.equal(asked, requestsBefore)
})
