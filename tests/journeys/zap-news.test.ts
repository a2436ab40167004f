/** The newest zaps over HTTP: the list, and the live stream with its filter, its moderation and its limits. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WireEvent } from '#contract/endpoint.ts'
import { hideComment, listReceivedComments } from '#contract/community/comments.ts'
import { publish } from '#contract/catalog/publish.ts'
import { listLatestZaps, watchZaps } from '#contract/listening/zap-news.ts'
import { send } from '#contract/payments/payments.ts'
import { followEvents } from '#web/data/api-events.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

type News = WireEvent<typeof watchZaps>

let world: TestWorld
let mara: TestUser
let fan: TestUser
let song: PublishedTrack
let second: PublishedTrack

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  fan = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  second = await publishTrack(world, mara, { title: 'Second' })
  await fillBalance(world, fan, 90_000_000)
})
after(() => world[Symbol.asyncDispose]())

async function zap(contentId: string, sats: number, more: { contentTime?: number; comment?: string } = {}) {
  world.clock.step(1_000)
  await fan.call(send, { body: { contentId, msatAmount: sats * 1_000, ...more } })
}

/** The events of a stream so far; aborted at the end of the test. */
async function follow(work: (news: News[]) => Promise<void>, query: { contentId?: string } = {}): Promise<void> {
  const line = new AbortController()
  const news: News[] = []
  const opened = Promise.withResolvers<void>()
  const fetchStream: typeof fetch = async (address, init) => {
    const response = await fetch(new URL(address as string, world.origin), init)
    opened.resolve()
    return response
  }
  const following = followEvents(
    watchZaps,
    { query },
    { signal: line.signal, onEvent: (one) => void news.push(one), fetchStream },
  )
  await opened.promise
  try {
    await work(news)
  } finally {
    line.abort()
    await following
  }
}

const describe = ({ title, msatAmount, atSeconds, name, message }: News) => [
  title,
  msatAmount / 1_000,
  atSeconds,
  name,
  message,
]

test('zaps arrive in the stream with their message, in order, without earlier ones', async () => {
  await zap(song.trackId, 9)
  await follow(async (news) => {
    await zap(song.trackId, 21, { contentTime: 1, comment: 'Here!' })
    await zap(second.trackId, 5)
    await until(() => Promise.resolve(news.length === 2))
    assert.deepEqual(news.map(describe), [
      ['First Light', 21, 1, 'robin', 'Here!'],
      ['Second', 5, null, null, null],
    ])
  })
})

test('with a content, the stream has what was sent to it and to its tracks', async () => {
  await follow(
    async (news) => {
      await zap(second.trackId, 7)
      await zap(song.trackId, 8)
      await zap(song.albumId, 10)
      await until(() => Promise.resolve(news.length === 2))
      assert.deepEqual(
        news.map(({ msatAmount }) => msatAmount),
        [8_000, 10_000],
      )
    },
    { contentId: song.albumId },
  )
})

test('the list is the newest first, without hidden messages and without what is no longer public', async () => {
  await zap(song.trackId, 33, { comment: 'Not nice' })
  const read = () => fan.call(listLatestZaps, { query: {} })
  await until(async () => (await read())[0]?.message === 'Not nice')
  const { comments } = await mara.call(listReceivedComments, { query: {} })
  const comment = comments.find(({ content }) => content === 'Not nice')
  await mara.call(hideComment, { params: { commentId: comment!.id } })
  const [newest] = await read()
  assert.deepEqual([newest?.msatAmount, newest?.message, newest?.name, newest?.avatarUrl], [33_000, null, null, null])
  const isDraft = (draft: boolean) =>
    mara.call(publish, { params: { contentId: second.albumId }, body: { contentType: 'album', isDraft: draft } })
  assert.ok((await read()).some(({ contentId }) => contentId === second.trackId))
  await isDraft(true)
  assert.ok((await read()).every(({ contentId }) => contentId !== second.trackId))
  await isDraft(false)
})

test('with a content, the list has what was sent to it and to what it contains', async () => {
  const noor = await createTestUser(world, { name: 'noor' })
  const other = await publishTrack(world, noor, { title: 'Of another artist' })
  await zap(other.trackId, 3)
  await zap(song.trackId, 11)
  await zap(song.albumId, 12)
  await zap(song.artistId, 13, { comment: 'For all of it' })
  const sumsOf = async (contentId: string) =>
    (await fan.call(listLatestZaps, { query: { contentId } })).map(({ msatAmount }) => msatAmount / 1_000)
  assert.deepEqual((await sumsOf(song.artistId)).slice(0, 3), [13, 12, 11])
  assert.deepEqual((await sumsOf(song.albumId)).slice(0, 2), [12, 11])
  assert.equal((await sumsOf(song.trackId))[0], 11)
  assert.deepEqual(await sumsOf(other.artistId), [3])
  assert.deepEqual(await sumsOf(crypto.randomUUID()), [])
  assert.equal((await fetch(`${world.origin}/v1/zaps/latest?contentId=nonsense`)).status, 400)
  const messagesOf = async () =>
    (await fan.call(listLatestZaps, { query: { contentId: song.artistId } })).map(({ message }) => message)
  await until(async () => (await messagesOf())[0] === 'For all of it')
  const { comments } = await mara.call(listReceivedComments, { query: {} })
  await mara.call(hideComment, {
    params: { commentId: comments.find(({ content }) => content === 'For all of it')!.id },
  })
  assert.deepEqual((await messagesOf())[0], null)
})

test('an anonymous zap has no name, and a message hidden before it was sent on does not arrive', async () => {
  await follow(async (news) => {
    world.clock.step(1_000)
    await fan.call(send, {
      body: { contentId: song.trackId, msatAmount: 4_000, comment: 'Guess who', isAnonymous: true },
    })
    await until(() => Promise.resolve(news.length === 1))
    assert.deepEqual([news[0]?.name, news[0]?.displayName, news[0]?.message], [null, null, 'Guess who'])
  })
})

test('the stream ends with the server, refuses nonsense, and each address has a limited number', async () => {
  assert.equal((await fetch(`${world.origin}/v1/zaps/live?contentId=nonsense`)).status, 400)
  const lines = new AbortController()
  const open = () => fetch(`${world.origin}/v1/zaps/live`, { signal: lines.signal })
  const answers = await Promise.all(Array.from({ length: 205 }, open))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 200)
  assert.equal(statuses.filter((status) => status === 429).length, 5)
  lines.abort()
  await until(async () => {
    const again = new AbortController()
    const { status } = await fetch(`${world.origin}/v1/zaps/live`, { signal: again.signal })
    again.abort()
    return status === 200
  })
  const other = await createTestWorld()
  const { body } = await fetch(`${other.origin}/v1/zaps/live`)
  await Promise.all([new Response(body).text(), other[Symbol.asyncDispose]()])
})
