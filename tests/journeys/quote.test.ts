/** The message across the start page: the one with the largest zap of the last seven days that everybody may see. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hideComment } from '#contract/community/comments.ts'
import { getQuote } from '#contract/listening/quote.ts'
import { send } from '#contract/payments/payments.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let artist: TestUser
let fan: TestUser
let track: PublishedTrack

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world)
  fan = await createTestUser(world)
  track = await publishTrack(world, artist)
  await fillBalance(world, artist, 20_000_000)
  await fillBalance(world, fan, 20_000_000)
})
after(() => world[Symbol.asyncDispose]())

const say = (from: TestUser, comment: string, msatAmount: number, contentId = track.trackId) =>
  from.call(send, { body: { contentId, msatAmount, comment, contentTime: 1 } })
/** That of one artist is not kept in memory. */
const quote = async () => (await world.call(getQuote, { query: { artistId: track.artistId } })).quote

test('the largest zap with a message of 8 to 60 characters is quoted, but none of the artist and no hidden one', async () => {
  assert.equal(await quote(), null)
  await say(fan, 'Too short'.slice(0, 7), 9_000_000)
  await say(artist, 'I like my own song', 8_000_000)
  await say(fan, 'x'.repeat(61), 7_000_000)
  await say(fan, 'A smaller zap', 1_000_000)
  await say(fan, 'I think I have your sock.', 2_000_000)
  await until(async () => (await quote())?.message === 'I think I have your sock.')
  const found = (await quote())!
  assert.deepEqual(
    [found.msatAmount, found.name, found.contentTime, found.track.id, found.messageFit !== null],
    [2_000_000, fan.name, 1, track.trackId, true],
  )
  assert.equal((await world.call(getQuote, { query: {} })).quote?.commentId, found.commentId)
  await artist.call(hideComment, { params: { commentId: found.commentId } })
  await until(async () => (await quote())?.message === 'A smaller zap')
})

test('a message is quoted for seven days', async () => {
  world.clock.step(8 * 86_400_000)
  await until(async () => (await quote()) === null)
})
