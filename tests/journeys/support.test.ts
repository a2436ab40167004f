/** Supporters, own support and an artist's year over HTTP: named only with a public message, exact to the msat. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { blockCommenter, muteUser, unmuteUser } from '#contract/community/blocks.ts'
import { hideComment, listReceivedComments } from '#contract/community/comments.ts'
import { getArtistYear, getOwnSupport, listContentSupporters } from '#contract/listening/support.ts'
import { send } from '#contract/payments/payments.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let ana: TestUser
let ben: TestUser
let song: PublishedTrack

const supporters = (caller: Pick<TestUser, 'call'> = world, query = {}) =>
  caller.call(listContentSupporters, { params: { contentId: song.artistId }, query })
const names = async (caller?: Pick<TestUser, 'call'>, query?: object) =>
  (await supporters(caller, query)).supporters.map(({ name, msatTotal }) => [name, msatTotal])

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  ana = await createTestUser(world, { name: 'ana' })
  ben = await createTestUser(world, { name: 'ben' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  for (const fan of [ana, ben]) await fillBalance(world, fan, 10_000_000)
  const zap = (fan: TestUser, contentId: string, msatAmount: number, more = {}) =>
    fan.call(send, { body: { contentId, msatAmount, ...more } })
  await zap(ana, song.trackId, 3_001, { comment: 'Again!' })
  await zap(ana, song.albumId, 2_000, { comment: 'All of it' })
  await zap(ana, song.artistId, 1_500)
  await zap(ben, song.trackId, 4_000, { comment: 'Hello' })
  await zap(ben, song.trackId, 9_000, { comment: 'Secretly', isAnonymous: true })
  await until(async () => (await supporters()).unnamed.msatTotal === 10_500)
  await until(async () => (await supporters()).supporters.length === 2)
})
after(() => world[Symbol.asyncDispose]())

test('those who wrote under their name are listed by what they sent; all other zaps are one line', async () => {
  assert.deepEqual(await names(), [
    ['ana', 5_001],
    ['ben', 4_000],
  ])
  const { unnamed, nextBefore } = await supporters()
  assert.deepEqual(unnamed, { zapCount: 2, msatTotal: 10_500 })
  assert.equal(nextBefore, null)
  assert.deepEqual(await names(world, { sort: 'new' }), [
    ['ben', 4_000],
    ['ana', 5_001],
  ])
  assert.doesNotMatch(JSON.stringify(await supporters()), /13000|9000|Secretly/)
})

test('a page continues where the last one ended, in both orders', async () => {
  for (const sort of ['top', 'new'] as const) {
    const first = await supporters(world, { sort, limit: '1' })
    assert.equal(first.supporters.length, 1)
    const second = await supporters(world, { sort, limit: '1', before: first.nextBefore! })
    assert.deepEqual(
      [...first.supporters, ...second.supporters].map(({ name }) => name),
      (await names(world, { sort })).map(([name]) => name),
    )
    assert.equal(second.nextBefore, null)
  }
  assert.equal((await refusalOf(supporters(world, { before: 'nothing' }))).status, 400)
})

test('a user sees exactly what they sent, also anonymously, and nothing of other users', async () => {
  const own = (fan: TestUser, contentId: string) => fan.call(getOwnSupport, { params: { contentId } })
  const anas = await own(ana, song.artistId)
  assert.deepEqual([anas.msatTotal, anas.zapCount], [6_501, 3])
  assert.ok(anas.since !== null)
  assert.equal((await own(ana, song.albumId)).msatTotal, 5_001)
  assert.deepEqual(await own(ben, song.artistId).then(({ msatTotal, zapCount }) => [msatTotal, zapCount]), [13_000, 2])
  assert.deepEqual(await own(mara, song.artistId), { msatTotal: 0, zapCount: 0, since: null })
  assert.equal((await refusalOf(world.call(getOwnSupport, { params: { contentId: song.artistId } }))).status, 401)
})

test('the year has 52 weeks from Monday to Sunday, sums to the msat, and faces of visible messages', async () => {
  const year = () => world.call(getArtistYear, { params: { artistId: song.artistId } })
  await until(async () => (await year()).weeks.at(-1)!.msatAmount === 19_501)
  const { weeks, faces } = await year()
  assert.equal(weeks.length, 52)
  for (const { startsOn } of weeks) assert.equal(new Date(startsOn).getUTCDay(), 1, startsOn)
  assert.equal(
    weeks.slice(0, -1).reduce((sum, { msatAmount }) => sum + msatAmount, 0),
    0,
  )
  assert.deepEqual(
    faces.map(({ week, msatAmount, name, message }) => [week, msatAmount, name, message]),
    [[51, 9_000, null, 'Secretly']],
  )
})

test('muted, hidden and blocked authors are not listed, and what they sent is in the last line', async () => {
  await mara.call(muteUser, { body: { userId: ben.userId } })
  assert.deepEqual(await names(mara), [['ana', 5_001]])
  assert.equal((await names()).length, 2, 'for others nothing has changed')
  await mara.call(unmuteUser, { params: { userId: ben.userId } })
  const { comments } = await mara.call(listReceivedComments, { query: {} })
  const hidden = comments.find(({ content }) => content === 'All of it')!
  await mara.call(hideComment, { params: { commentId: hidden.id } })
  assert.deepEqual(await names(), [
    ['ben', 4_000],
    ['ana', 3_001],
  ])
  assert.equal((await supporters()).unnamed.msatTotal, 12_500)
  await mara.call(blockCommenter, { body: { userId: ben.userId } })
  assert.deepEqual(await names(), [['ana', 3_001]])
  assert.deepEqual((await supporters()).unnamed, { zapCount: 4, msatTotal: 16_500 })
})

test('content that is not public has neither supporters nor a year', async () => {
  const unknown = '01890000-0000-7000-8000-000000000000'
  for (const refused of [
    () => world.call(listContentSupporters, { params: { contentId: unknown }, query: {} }),
    () => world.call(getArtistYear, { params: { artistId: unknown } }),
    () => world.call(getArtistYear, { params: { artistId: song.albumId } }),
    () => ana.call(getOwnSupport, { params: { contentId: unknown } }),
  ]) {
    assert.equal((await refusalOf(refused())).status, 404)
  }
})
