/** A serialization failure (40001) at every statement and COMMIT in turn: work is repeated as a whole, so no call fails, and
 * everything happens once. PostgreSQL itself fails, so that the transaction is really over. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { publish } from '#contract/catalog/publish.ts'
import { getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { FAIL } from '../conflicts.ts'
import { assertBooksBalance } from '../refusals.ts'
import { createTestUser, fillBalance, type PublishedTrack, publishTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const MSAT = 1_000

let world: TestWorld
let fan: TestUser
let mara: TestUser
let album: PublishedTrack
before(async () => {
  world = await createTestWorld()
  ;[fan, mara] = [await createTestUser(world), await createTestUser(world)]
  await fillBalance(world, fan, 1_000_000)
  album = await publishTrack(world, mara)
})
after(() => world[Symbol.asyncDispose]())

type Query = { text: string }
const prototype = pg.Client.prototype as unknown as { query: (this: unknown, query: Query) => unknown }

/** Runs `work` with this in place of each statement of the server; `text` of BEGIN and ROLLBACK is never changed. */
async function changing(textOf: (text: string) => string, work: () => Promise<unknown>): Promise<void> {
  const original = prototype.query
  prototype.query = function (query) {
    const isOurs = typeof query === 'object' && 'text' in query && !/^(begin|start|rollback)/i.test(query.text)
    const text = isOurs ? textOf(query.text) : ''
    const args = isOurs && text !== query.text ? [{ text }] : arguments
    return Reflect.apply(original, this, args) as unknown
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
}

/** Does `work` once to see its statements, and then once for each with a failure there. Returns the statements that failed, and
 * how often `work` was done. */
async function failEach(work: () => Promise<unknown>): Promise<{ failed: string[]; times: number }> {
  const seen = new Map<string, number>()
  await changing((text) => (seen.set(text, (seen.get(text) ?? 0) + 1), text), work)
  const turns = [...seen].flatMap(([text, count]) =>
    Array.from({ length: /^commit$/i.test(text) ? count : 1 }, (_, nth) => ({ text, nth })),
  )
  const failed: string[] = []
  for (const { text, nth } of turns) {
    await world.world.database.pool.query('DELETE FROM rate_limit')
    let left = nth
    // What a background job does may not come again.
    const failOnce = (one: string) => (one !== text || left-- !== 0 ? one : (failed.push(text), FAIL))
    await changing(failOnce, work)
  }
  return { failed, times: turns.length + 1 }
}

const have = (failed: readonly string[], ...parts: string[]) => {
  for (const part of parts)
    assert.ok(
      failed.some((text) => text.toLowerCase().includes(part)),
      `${part} did not fail`,
    )
}
const countOf = async (text: string) => (await world.world.database.pool.query<{ count: number }>(text)).rows[0]!.count

test('zaps with a failure at each statement are each booked once', async () => {
  const before = [await fan.balance(), await mara.balance()] as const
  const { failed, times } = await failEach(() =>
    fan.call(send, { body: { contentId: album.artistId, msatAmount: MSAT } }),
  )
  have(failed, 'post_all', 'insert into zap', 'insert into outbox', 'commit')
  assert.equal(await fan.balance(), before[0] - times * MSAT)
  assert.equal(await mara.balance(), before[1] + times * MSAT * 0.95)
  assert.equal(await countOf('SELECT count(*)::int AS count FROM zap'), times)
  await assertBooksBalance(world)
})

test('withdrawals with a failure at each statement are each paid once', async () => {
  const before = await fan.balance()
  const { failed, times } = await failEach(async () => {
    const invoice = world.node.makeInvoice({ amountMsat: 1_000n }).bolt11
    const { paymentId } = await fan.prove(withdraw, { body: { invoice } })
    await until(async () => (await fan.call(getPayment, { params: { paymentId } })).state === 'settled')
  })
  have(failed, 'post_all', 'insert into payout', 'update payout', 'commit')
  assert.equal(await countOf(`SELECT count(*)::int AS count FROM payout WHERE state = 'settled'`), times)
  assert.equal(await fan.balance(), before - times * MSAT)
  await assertBooksBalance(world)
})

test('content is published with a failure at each statement', async () => {
  const { albumId: contentId } = album
  const setDraft = (isDraft: boolean) =>
    mara.call(publish, { params: { contentId }, body: { contentType: 'album', isDraft } })
  const { failed } = await failEach(async () => {
    await setDraft(true)
    assert.equal((await setDraft(false)).isDraft, false)
  })
  have(failed, 'update "album"', 'update "track"', 'commit')
})
