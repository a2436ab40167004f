/** Earnings by day, month and content from settled payments: counted once each, with a clock that is stepped. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import type { PaymentSettled } from '#server/events.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import {
  listEarnedContents,
  listEarningDays,
  listEarningMonths,
  listEarningSources,
  readAllEarnings,
  readEarnings,
} from './earnings.ts'
import type { Stats } from './stats.ts'
import { listWrittenMessages, listNamedSupporters } from './supporters.ts'
import { countEarnings } from './subscribers.ts'

const { catalog, ada, ben } = await openFileCatalog()
let stats: Stats
let album = { albumId: '', trackIds: [''] }

before(async () => {
  stats = {
    database: catalog.database,
    clock: { now: () => catalog.now() },
    files: { publicUrl: (key) => `/files/${key}` },
  }
  album = await catalog.album(ada, ['One', 'Two'])
})

const callerOf = ({ userId }: CatalogUser): Caller => signedIn(userId)

function settled(settledAt: string, earnings: [CatalogUser, contentId: string, amountMsat: number][]): PaymentSettled {
  return {
    paymentId: newId(),
    contentId: album.trackIds[0]!,
    payerId: null,
    namelessPayerId: null,
    amountMsat: 1_000_000,
    feeMsat: 50_000,
    shares: [],
    earnings: earnings.map(([{ userId }, contentId, amountMsat]) => ({ userId, contentId, amountMsat })),
    comment: null,
    contentTimeSeconds: null,
    settledAt,
  }
}

const deliver = (...event: Parameters<typeof settled>) => countEarnings(catalog.database)([settled(...event)])

test('without payments the earnings are 0', async () => {
  const caller = callerOf(ben)
  assert.deepEqual(await readEarnings(stats, caller, {}), { msatTotal: 0n })
  assert.deepEqual(await readAllEarnings(stats, caller), { msatTotal: 0n })
  assert.deepEqual(await listEarningMonths(stats, caller), [])
  assert.deepEqual(await listEarnedContents(stats, caller, {}), [])
  const days = await listEarningDays(stats, caller, {})
  assert.equal(days.length, 30)
  assert.deepEqual(days[0], { createdAt: '2030-05-17', msatTotal: 0n })
  assert.deepEqual(days.at(-1), { createdAt: '2030-06-15', msatTotal: 0n })
})

test('30 days include today, days end at midnight in UTC, and the total has no limit', async () => {
  const [one = '', two = ''] = album.trackIds
  await deliver('2030-06-15T00:00:00.000Z', [
    [ada, one, 1_000],
    [ben, one, 7],
  ])
  await deliver('2030-06-14T23:59:59.999Z', [[ada, one, 200]])
  await deliver('2030-05-17T00:00:00.000Z', [[ada, two, 30]])
  await deliver('2030-05-16T23:59:59.999Z', [[ada, two, 4]])
  await deliver('2030-03-31T23:00:00.000Z', [[ada, two, 50_000]])
  const caller = callerOf(ada)
  assert.deepEqual(await readEarnings(stats, caller, {}), { msatTotal: 1_230n })
  assert.deepEqual(await readAllEarnings(stats, caller), { msatTotal: 51_234n })
  const days = await listEarningDays(stats, caller, {})
  assert.deepEqual(
    days.filter(({ msatTotal }) => msatTotal > 0n),
    [
      { createdAt: '2030-05-17', msatTotal: 30n },
      { createdAt: '2030-06-14', msatTotal: 200n },
      { createdAt: '2030-06-15', msatTotal: 1_000n },
    ],
  )
  assert.deepEqual(await listEarningMonths(stats, caller), [
    { createdAt: '2030-03', msatTotal: 50_000n },
    { createdAt: '2030-04', msatTotal: 0n },
    { createdAt: '2030-05', msatTotal: 34n },
    { createdAt: '2030-06', msatTotal: 1_200n },
  ])
  assert.deepEqual(await listEarnedContents(stats, caller, {}), [
    { trackId: one, contentType: 'track', title: 'One', msatTotal: 1_200n },
    { trackId: two, contentType: 'track', title: 'Two', msatTotal: 30n },
  ])
  assert.deepEqual(await listEarnedContents(stats, callerOf(ben), {}), [
    { trackId: one, contentType: 'track', title: 'One', msatTotal: 7n },
  ])
})

test('a payment is counted once, for repeated, late and concurrent events', async () => {
  const [one = '', two = ''] = album.trackIds
  const before0 = (await readAllEarnings(stats, callerOf(ben))).msatTotal
  const count = countEarnings(catalog.database)
  const event = settled('2030-06-15T10:00:00.000Z', [
    [ben, one, 10],
    [ben, two, 5],
  ])
  await Promise.all(Array.from({ length: 8 }, () => count([event])))
  await count([event])
  assert.equal((await readAllEarnings(stats, callerOf(ben))).msatTotal - before0, 15n)
})

test('concurrent payments in opposite order are all counted', async () => {
  const [one = '', two = ''] = album.trackIds
  const before0 = (await readAllEarnings(stats, callerOf(ada))).msatTotal
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [first, second] = index % 2 ? [one, two] : [two, one]
      return deliver('2030-06-15T11:00:00.000Z', [
        [ada, first, 2],
        [ben, second, 1],
        [ada, second, 1],
      ])
    }),
  )
  assert.equal((await readAllEarnings(stats, callerOf(ada))).msatTotal - before0, 60n)
})

test('the window ends at the time of the request', async () => {
  const before0 = (await readEarnings(stats, callerOf(ada), {})).msatTotal
  catalog.step(86_400_000)
  assert.equal((await readEarnings(stats, callerOf(ada), {})).msatTotal, before0 - 30n)
  assert.equal((await listEarningDays(stats, callerOf(ada), {})).at(-1)?.createdAt, '2030-06-16')
  catalog.step(20 * 86_400_000)
  assert.deepEqual((await listEarningMonths(stats, callerOf(ada))).at(-1), { createdAt: '2030-07', msatTotal: 0n })
})

test('a range has its own first and last day, and as many days as it says', async () => {
  const caller = callerOf(ada)
  const range = { from: '2030-05-16', to: '2030-06-14' }
  assert.deepEqual(await readEarnings(stats, caller, range), { msatTotal: 234n })
  const days = await listEarningDays(stats, caller, range)
  assert.equal(days.length, 30)
  assert.deepEqual(days[0], { createdAt: '2030-05-16', msatTotal: 4n })
  assert.deepEqual(
    (await listEarnedContents(stats, caller, range)).map(({ msatTotal }) => msatTotal),
    [200n, 34n],
  )
  for (const wrong of [
    { from: '2030-05-16' },
    { to: '2030-05-16' },
    { from: '2030-05-17', to: '2030-05-16' },
    { from: '2026-01-01', to: '2030-01-01' },
  ]) {
    await assert.rejects(readEarnings(stats, caller, wrong), { status: 422, code: 'rule-broken' })
  }
})

test('sources, supporters and messages have the share of the caller, once per payment', async () => {
  const cleo = await catalog.person('cleo')
  const [one = '', two = ''] = album.trackIds
  const caller = callerOf(cleo)
  const send = countEarnings(catalog.database)
  const pay = (payer: CatalogUser | null, comment: string | null, contentId: string, parts: [string, number][]) =>
    send([
      {
        ...settled(
          `2030-06-15T1${parts.length}:00:00.000Z`,
          parts.map(([id, msat]) => [cleo, id, msat]),
        ),
        payerId: payer?.userId ?? null,
        comment,
        contentId,
      },
    ])
  await pay(ada, 'Storm!', one, [[one, 700]])
  await pay(ada, null, one, [[one, 100]])
  await pay(null, 'From far away', one, [
    [one, 20],
    [two, 3_000],
  ])
  await pay(ben, '', one, [[one, 40]])
  const range = { from: '2030-06-15', to: '2030-06-15' }
  assert.deepEqual(await listEarningSources(stats, caller, range), [
    { source: 'time-split', msatTotal: 3_000n },
    { source: 'balance', msatTotal: 840n },
    { source: 'wallet', msatTotal: 20n },
  ])
  const supporters = await listNamedSupporters(stats, caller, range)
  assert.deepEqual(
    supporters.map(({ supporter, msatTotal, zapTotal }) => [supporter?.name ?? null, msatTotal, zapTotal]),
    [
      [null, 3_020n, 1],
      ['ada', 800n, 2],
      ['ben', 40n, 1],
    ],
  )
  const first = await listWrittenMessages(stats, caller, { limit: 1 })
  assert.deepEqual(
    first.messages.map(({ comment, msatAmount, title, supporter }) => [comment, msatAmount, title, supporter]),
    [['From far away', 3_020n, 'Two', null]],
  )
  const second = await listWrittenMessages(stats, caller, { before: first.next!, limit: 1 })
  assert.deepEqual(
    second.messages.map(({ comment, supporter }) => [comment, supporter?.name]),
    [['Storm!', 'ada']],
  )
  assert.equal(second.next, null)
  assert.deepEqual((await listWrittenMessages(stats, callerOf(ben), {})).messages, [])
})

test('payments of deleted users count as anonymous', async () => {
  const dora = await catalog.person('dora')
  const [one = ''] = album.trackIds
  const send = countEarnings(catalog.database)
  const gone = '01890000-0000-7000-8000-000000000000'
  for (const payerId of [gone, null]) {
    await send([{ ...settled('2030-06-15T09:00:00.000Z', [[dora, one, 50]]), payerId }])
  }
  assert.deepEqual(await listNamedSupporters(stats, callerOf(dora), { from: '2030-06-15', to: '2030-06-15' }), [
    { supporter: null, msatTotal: 100n, zapTotal: 2 },
  ])
})

test('users see only their own statistics, and visitors get a 401', async () => {
  const visitor: Caller = { kind: 'visitor', ip: '192.0.2.1' }
  const reads = [
    readEarnings,
    listEarningDays,
    listEarnedContents,
    listEarningSources,
    listNamedSupporters,
    listWrittenMessages,
  ]
  for (const read of reads) await assert.rejects(async () => read(stats, visitor, {}), { status: 401 })
  for (const read of [readAllEarnings, listEarningMonths]) {
    await assert.rejects(async () => read(stats, visitor), { status: 401 })
  }
})
