/** The days of the wallet: their sums are those of the statement's lines, in any time zone and through changes of
 * clocks; and whose content was zapped. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { listTransactions, TransactionType } from '#contract/accounts/account.ts'
import { listDays } from '#contract/accounts/days.ts'
import { getStatementYear } from '#contract/accounts/statement-year.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { newId } from '#server/platform/ids.ts'
import { send } from '#contract/payments/payments.ts'
import { createTestUser, fillBalance, publishTrack, type TestUser } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const NOW_MS = Date.UTC(2027, 3, 5, 12)
const DAY_MS = 86_400_000
/** Clocks changed in each of them within the 31 days before, except in Kathmandu. */
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const types = Object.values(TransactionType.def.entries)

let world: TestWorld
let ana: TestUser

before(async () => {
  world = await createTestWorld()
  world.clock.step(NOW_MS - Date.now())
  ana = await createTestUser(world, { name: 'ana' })
})
after(() => world[Symbol.asyncDispose]())

async function readLines(user: TestUser) {
  const lines = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { transactions, pagination } = await user.call(listTransactions, { params: { page: String(page) } })
    lines.push(...Object.values(transactions).flat())
    pages = pagination.totalPages
  }
  return lines
}

/** The statement's lines by local date, as the wallet must sum them. */
async function sumStatement(user: TestUser, timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const sums = new Map<string, { lineCount: number; msatIn: number; msatZapped: number; msatOut: number }>()
  for (const { createdAt, type, msatChange } of await readLines(user)) {
    const day = format.format(new Date(createdAt))
    const sum = sums.get(day) ?? { lineCount: 0, msatIn: 0, msatZapped: 0, msatOut: 0 }
    sums.set(day, sum)
    sum.lineCount++
    if (msatChange > 0) sum.msatIn += msatChange
    else if (type === 'Zap Sent') sum.msatZapped -= msatChange
    else sum.msatOut -= msatChange
  }
  return sums
}

test('the sums of each day are exactly those of its lines', async () => {
  const line = fc.record({
    type: fc.constantFrom(...types),
    agoMs: fc.oneof(
      fc.integer({ min: 0, max: 33 * DAY_MS }),
      // Around local midnights.
      fc.integer({ min: 0, max: 32 * 24 }).map((hours) => hours * 3_600_000 + 12 * 3_600_000),
    ),
    change_msat: fc.bigInt({ min: -50_000_000n, max: 50_000_000n }),
  })
  const property = fc.asyncProperty(fc.array(line, { minLength: 60, maxLength: 90 }), async (lines) => {
    const user = await createTestUser(world, { verified: false })
    // An older line makes the sum equal to the balance, which the audit compares.
    const others = lines.reduce((sum, { change_msat }) => sum + change_msat, 0n)
    const older = { type: 'Deposit' as const, agoMs: 40 * DAY_MS, change_msat: -others }
    const rows = [...lines, older].map(({ type, agoMs, change_msat }) => {
      const amount_msat = change_msat < 0n ? -change_msat : change_msat
      const created_at = new Date(NOW_MS - agoMs)
      return { id: newId(), user_id: user.userId, type, payment_id: newId(), amount_msat, change_msat, created_at }
    })
    await world.world.database.transaction((tx) => insertLines(tx, rows))
    for (const timeZone of zones) {
      const { days } = await user.call(listDays, { query: { days: '31', timeZone } })
      const wanted = await sumStatement(user, timeZone)
      assert.equal(days.length, 31)
      for (const { day, most, ...sums } of days) {
        assert.equal(most, null)
        const none = { lineCount: 0, msatIn: 0, msatZapped: 0, msatOut: 0 }
        // A sum may be negative zero here.
        const expected = Object.fromEntries(Object.entries(wanted.get(day) ?? none).map(([key, sum]) => [key, sum + 0]))
        assert.deepEqual(sums, expected, `${day} in ${timeZone}`)
      }
    }
  })
  await fc.assert(property, { numRuns: 3 })
})

test('what was zapped names the content of the day and its artists, with the full amounts', async () => {
  const [mara, luz] = [await createTestUser(world, { name: 'mara' }), await createTestUser(world, { name: 'luz' })]
  const slow = await publishTrack(world, mara, { title: 'Slow Lightning' })
  const bus = await publishTrack(world, luz, { title: 'Night Bus' })
  await fillBalance(world, ana, 1_000_000)
  for (const [contentId, msatAmount] of [
    [slow.trackId, 30_000],
    [bus.trackId, 20_500],
    [bus.trackId, 20_000],
    [slow.albumId, 2_001],
  ] as const) {
    await ana.call(send, { body: { contentId, msatAmount } })
  }
  const { days, makers } = await ana.call(listDays, { query: {} })
  assert.equal(days.length, 30)
  const today = days.at(-1)!
  assert.deepEqual([today.lineCount, today.msatIn, today.msatZapped, today.msatOut], [5, 1_000_000, 72_501, 0])
  assert.deepEqual(
    [today.most?.contentId, today.most?.title, today.most?.msatAmount],
    [bus.trackId, 'Night Bus', 40_500],
  )
  assert.deepEqual(
    makers.map(({ name, msatAmount, contentType }) => [name, msatAmount, contentType]),
    [
      ['Artist of luz', 40_500, 'artist'],
      ['Artist of mara', 32_001, 'artist'],
    ],
  )
  const lines = await readLines(ana)
  assert.deepEqual(
    lines.filter(({ type }) => type === 'Zap Sent').map(({ contentBy }) => contentBy),
    ['Artist of mara', 'Artist of luz', 'Artist of luz', 'Artist of mara'],
  )
  // Money of other users is not included.
  const stranger = await createTestUser(world)
  const others = await stranger.call(listDays, { query: {} })
  assert.ok(others.makers.length === 0 && others.days.every(({ lineCount }) => lineCount === 0))
})

test('invalid days and time zones are refused', async () => {
  for (const query of [
    { days: '0' },
    { days: '32' },
    { days: '1e1' },
    { timeZone: 'Europe/Atlantis' },
    { timeZone: '+02' },
  ]) {
    assert.equal((await refusalOf(ana.call(listDays, { query }))).status, 400, JSON.stringify(query))
  }
})

test('the statement of a year has each receipt at the price at that moment, and says where none was known', async () => {
  const eve = await createTestUser(world, { name: 'eve' })
  const receive = async (at: string, type: (typeof types)[number], msat: bigint, usdPerBtc: number | null) => {
    const { pool, read } = world.world.database
    const time = new Date(at)
    await pool.query('UPDATE price SET usd_per_btc = $1, fetched_at = $2', [usdPerBtc, usdPerBtc && time])
    const amount = msat < 0n ? -msat : msat
    const line = { id: newId(), user_id: eve.userId, type, payment_id: newId(), amount_msat: amount, change_msat: msat }
    await insertLines(read, [{ ...line, created_at: time }])
  }
  // Midnight of New Year in Berlin is 23:00 UTC.
  await receive('2026-12-31T22:59:59Z', 'Earnings', 1_000n, 100_000)
  await receive('2026-12-31T23:00:00Z', 'Earnings', 1_234_567n, 100_000)
  await receive('2027-01-10T12:00:00Z', 'Earnings', 999n, 43_210.99)
  await receive('2027-01-11T12:00:00Z', 'Ticket Sale', 5_000_000n, null)
  await receive('2027-02-01T12:00:00Z', 'Earnings', 10_000n, 50_000)
  await receive('2027-02-01T12:00:00Z', 'Withdraw', -7_000n, 50_000)
  const request = { params: { year: '2027' }, query: { timeZone: 'Europe/Berlin' } }
  const { sums } = await eve.call(getStatementYear, request)
  const row = (
    month: number,
    type: string,
    lineCount: number,
    msatAmount: number,
    microUsd: number,
    msatWithoutPrice = 0,
  ) => ({ month, type, lineCount, msatAmount, microUsd, msatWithoutPrice })
  // 1 234 567 msat at $100 000 are $1.234567, 999 at $43 210.99 are $0.000432 (0.00043167…), 10 000 at $50 000 are $0.005.
  assert.deepEqual(sums, [
    row(1, 'Earnings', 2, 1_235_566, 1_234_567 + 432),
    row(1, 'Ticket Sale', 1, 5_000_000, 0, 5_000_000),
    row(2, 'Earnings', 1, 10_000, 5_000),
  ])
  const headers = { authorization: `Bearer ${eve.token}` }
  const csv = await fetch(`${world.origin}/v1/accounts/statement/2027/csv?timeZone=Europe/Berlin`, { headers })
  const lines = (await csv.text()).trimEnd().split('\r\n')
  const cells = lines.slice(1).map((line) => line.split(',').toSpliced(2, 1))
  assert.deepEqual(cells, [
    ['2027-01-01 00:00:00 GMT+01:00', 'Earnings', '1234567', '100000.00', '1.234567', '', ''],
    ['2027-01-10 13:00:00 GMT+01:00', 'Earnings', '999', '43210.99', '0.000432', '', ''],
    ['2027-01-11 13:00:00 GMT+01:00', 'Ticket Sale', '5000000', '', '', 'no price known', ''],
    ['2027-02-01 13:00:00 GMT+01:00', 'Earnings', '10000', '50000.00', '0.005000', '', ''],
  ])
  assert.equal((await ana.call(getStatementYear, { params: { year: '2025' }, query: {} })).sums.length, 0)
})
