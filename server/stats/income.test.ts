/** Payments to a user's content and their breakdown: gross, fee, collaborators and own share add up to the msat. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openFileCatalog, type TestCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import { splitPayment } from '#contract/split.ts'
import type { PaymentSettled } from '#server/events.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { listEarningDays, readEarnings, readIncome } from './earnings.ts'
import type { Stats } from './stats.ts'
import { countEarnings } from './subscribers.ts'
import { listReleases, listTotals } from './totals.ts'

type Album = Awaited<ReturnType<TestCatalog['album']>>

const PAID_AT = '2030-06-15T10:00:00.000Z'
const { catalog, ada, ben } = await openFileCatalog()
let stats: Stats
let storm: Album
let calm: Album

before(async () => {
  stats = {
    database: catalog.database,
    clock: { now: () => catalog.now() },
    files: { publicUrl: (key) => `/files/${key}` },
  }
  storm = await catalog.album(ada, ['Storm'])
  calm = await catalog.album(ada, ['Calm'])
})

const callerOf = ({ userId }: CatalogUser): Caller => signedIn(userId)

/** The event of a payment, split by the arithmetic that books it. */
function paid(contentId: string, amountMsat: number, weights: [CatalogUser, number][]): PaymentSettled {
  const recipients = weights.map(([{ userId }, weight]) => ({ key: userId, weight }))
  const legs = splitPayment(BigInt(amountMsat), { feePpm: 50_000, recipients })
  return {
    paymentId: newId(),
    contentId,
    payerId: null,
    namelessPayerId: null,
    amountMsat,
    shares: [{ contentId, amountMsat }],
    earnings: legs.flatMap(({ key, amountMsat: msat }) =>
      key === null ? [] : { userId: key, contentId, amountMsat: Number(msat) },
    ),
    feeMsat: Number(legs.find(({ key }) => key === null)?.amountMsat ?? 0n),
    comment: null,
    contentTimeSeconds: null,
    settledAt: PAID_AT,
  }
}

test('gross is fee, collaborators and own share together, to the msat; one artist is a part of it', async () => {
  const amounts = [1_000, 1_001, 5_000, 12_345, 99_999_999]
  const count = countEarnings(catalog.database)
  for (const amountMsat of amounts) {
    const event = paid(storm.trackIds[0]!, amountMsat, [
      [ada, 57],
      [ben, 43],
    ])
    await count([event, event])
    await count([event])
  }
  await count([paid(calm.albumId, 7_777, [[ada, 1]])])
  const income = await readIncome(stats, callerOf(ada), {})
  const gross = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  assert.equal(income.msatGross, gross + 7_777n)
  assert.equal(income.msatGross, income.msatFee + income.msatCollaborators + income.msatOwn)
  assert.equal(income.msatOwn, (await readEarnings(stats, callerOf(ada), {})).msatTotal)
  assert.equal(income.msatCollaborators, (await readEarnings(stats, callerOf(ben), {})).msatTotal)
  assert.equal(income.msatFromOthers, 0n)
  const one = await readIncome(stats, callerOf(ada), { artistId: storm.artistId })
  assert.equal(one.msatGross, gross)
  assert.equal(one.msatGross, one.msatFee + one.msatCollaborators + one.msatOwn)
})

test('income from content of others is separate, and so is content whose recipient was deleted', async () => {
  const benIncome = await readIncome(stats, callerOf(ben), {})
  assert.deepEqual(
    [benIncome.msatGross, benIncome.msatOwn, benIncome.msatFromOthers],
    [0n, 0n, (await readEarnings(stats, callerOf(ben), {})).msatTotal],
  )
  const before_ = await readIncome(stats, callerOf(ada), { artistId: calm.artistId })
  const event = paid(calm.trackIds[0]!, 10_000, [
    [ada, 1],
    [ben, 1],
  ])
  const toldWithoutBen = { ...event, earnings: event.earnings.filter(({ userId }) => userId !== ben.userId) }
  await countEarnings(catalog.database)([toldWithoutBen])
  const now = await readIncome(stats, callerOf(ada), { artistId: calm.artistId })
  assert.deepEqual(
    [
      now.msatGross - before_.msatGross,
      now.msatFee - before_.msatFee,
      now.msatCollaborators,
      now.msatOwn - before_.msatOwn,
    ],
    [10_000n, 500n, 4_750n, 4_750n],
  )
})

test('earnings, days, contents and releases can be limited to an artist', async () => {
  const artistId = calm.artistId
  const { msatTotal } = await readEarnings(stats, callerOf(ada), { artistId })
  assert.equal(msatTotal, 7_388n + 4_750n)
  const days = await listEarningDays(stats, callerOf(ada), { artistId })
  assert.deepEqual(
    days.filter((day) => day.msatTotal > 0n),
    [{ createdAt: '2030-06-15', msatTotal }],
  )
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title).toSorted()
  assert.deepEqual(titles(await listTotals(stats, callerOf(ada), { artistId })), ['Calm', 'Dawn'])
  assert.deepEqual(titles(await listReleases(stats, callerOf(ada), { artistId })), ['Dawn'])
  // Naming another user's artist reveals nothing.
  assert.equal((await readEarnings(stats, callerOf(ben), { artistId })).msatTotal, 0n)
})
