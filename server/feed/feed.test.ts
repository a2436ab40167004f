/** The feed over HTTP: its items, their order, its pages, and who sees it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { muteUser } from '#contract/community/blocks.ts'
import { listReceivedComments, replyToComment } from '#contract/community/comments.ts'
import { listFeed } from '#contract/community/feed.ts'
import { follow, unfollow } from '#contract/community/follows.ts'
import { send } from '#contract/payments/payments.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { lendAudio, fillBalance, createTestUser, type TestUser, publishTrack, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const DAY_MS = 86_400_000

let world: TestWorld
let artist: TestUser
let album: { trackId: string; albumId: string; artistId: string }
let podcastId = ''

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world)
  album = await publishTrack(world, artist, { title: 'First' })
  podcastId = (await artist.call(createPodcast, { body: { name: 'A show' } })).id
})
after(() => world[Symbol.asyncDispose]())

async function releaseEpisode(title: string): Promise<void> {
  const { id } = await artist.call(createEpisode, { body: { podcastId, title, order: 1, extension: 'wav' } })
  await lendAudio(world, id, album.trackId, 'episode')
  await artist.call(publish, { params: { contentId: id }, body: {} })
}

async function addTrack(title: string): Promise<void> {
  const body = { albumId: album.albumId, title, order: 2, extension: 'wav' }
  const { id } = await artist.call(createTrack, { body })
  await lendAudio(world, id, album.trackId)
  await artist.call(publish, { params: { contentId: id }, body: {} })
}

/** A listener zaps with a message, and the artist replies. */
async function replyTo(listener: TestUser, content: string): Promise<void> {
  await fillBalance(world, listener, 10_000)
  await listener.call(send, { body: { contentId: album.trackId, msatAmount: 1_000, comment: 'From a listener' } })
  let commentId = ''
  await until(async () => {
    const { comments } = await artist.call(listReceivedComments, { query: {} })
    commentId = comments.find(({ userId }) => userId === listener.userId)?.id ?? ''
    return commentId !== ''
  })
  await artist.call(replyToComment, { body: { commentId, content } })
}

const feedOf = (user: TestUser, query: { before?: string; limit?: string } = {}) => user.call(listFeed, { query })
const linesOf = async (user: TestUser) =>
  (await feedOf(user)).items.map(({ kind, content, text }) => `${kind} ${text ?? content.title}`)

test('the feed has releases, episodes, later tracks and replies of followed artists, newest first, without gaps between pages', async () => {
  const fan = await createTestUser(world)
  assert.deepEqual(await feedOf(fan), { items: [], nextBefore: null, isFollowing: false })
  await fan.call(follow, { body: { contentId: album.artistId } })
  assert.deepEqual(await linesOf(fan), ['album Album of First'])
  world.clock.step(2 * DAY_MS)
  await addTrack('Added later')
  world.clock.step(1_000)
  await releaseEpisode('Number one')
  world.clock.step(1_000)
  await replyTo(await createTestUser(world), 'Thank you')
  assert.deepEqual(await linesOf(fan), ['message Thank you', 'track Added later', 'album Album of First'])
  await fan.call(follow, { body: { contentId: podcastId } })
  const all = await linesOf(fan)
  assert.deepEqual(all, ['message Thank you', 'episode Number one', 'track Added later', 'album Album of First'])

  const pages: string[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof feedOf>> = await feedOf(fan, { limit: '1', ...(before && { before }) })
    pages.push(...page.items.map(({ kind, content, text }) => `${kind} ${text ?? content.title}`))
    before = page.nextBefore
  } while (before !== null)
  assert.deepEqual(pages, all)

  const [reply] = (await feedOf(fan)).items
  assert.equal(reply!.source.id, album.artistId)
  assert.equal(reply!.source.type, 'artist')
  assert.deepEqual([reply!.content.id, reply!.content.type], [album.trackId, 'track'])
  await fan.call(unfollow, { params: { contentId: album.artistId } })
  assert.deepEqual(await linesOf(fan), ['episode Number one'])
})

test('content that is not public, or of a muted user, is not in the feed', async () => {
  const fan = await createTestUser(world)
  await fan.call(follow, { body: { contentId: album.artistId } })
  assert.equal((await linesOf(fan)).includes('message Thank you'), true)
  await fan.call(muteUser, { body: { userId: artist.userId } })
  assert.equal((await linesOf(fan)).includes('message Thank you'), false)
  await artist.call(publish, { params: { contentId: album.albumId }, body: { isDraft: true } })
  assert.deepEqual(await feedOf(fan), { items: [], nextBefore: null, isFollowing: true })
  await artist.call(publish, { params: { contentId: album.albumId }, body: {} })
})

test('an invalid cursor is a 400, and a visitor has no feed', async () => {
  const fan = await createTestUser(world)
  const statusOf = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error: { status?: number }) => error.status,
    )
  const nobody = '00000000-0000-0000-0000-000000000000'
  for (const before of ['yesterday', `9999999999999999_${nobody}`, `1_${'-'.repeat(36)}`]) {
    assert.equal(await statusOf(feedOf(fan, { before })), 400)
  }
  assert.equal(await statusOf(world.call(listFeed, { query: {} })), 401)
})
