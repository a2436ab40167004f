/** Comments over HTTP: messages of payments, replies, and what hides them from which users. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { takeDown, undoTakedown } from '#contract/operator/admin.ts'
import { decideCases, listCases } from '#contract/operator/moderation.ts'
import * as blocks from '#contract/community/blocks.ts'
import * as calls from '#contract/community/comments.ts'
import type { Wire } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { publish } from '#contract/catalog/publish.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { setRole } from '#server/accounts/roles.ts'
import { newId } from '#server/platform/ids.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { saveMessages } from '#server/comments/subscribers.ts'

type Comment = Wire<typeof calls.listComments>['comments'][number]

let world: TestWorld
let artist: TestUser
let fan: TestUser
let other: TestUser
let song: PublishedTrack

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world, { name: 'artist' })
  fan = await createTestUser(world, { name: 'fan' })
  other = await createTestUser(world, { name: 'other' })
  song = await publishTrack(world, artist, { title: 'Talked about' })
  await fillBalance(world, fan, 90_000_000)
  await fillBalance(world, other, 90_000_000)
})
after(() => world[Symbol.asyncDispose]())

/** As a signed-in user sees them: responses to visitors may be a moment old. */
const read = async (user: TestUser, contentId: string, query: object = {}) =>
  user.call(calls.listComments, { params: { contentId }, query })
const wordsOf = (found: readonly { content: string }[]) => found.map(({ content }) => content)

async function say(
  user: TestUser,
  comment: string,
  { contentId = song.trackId, msatAmount = 1_000, contentTime = 0 } = {},
) {
  world.clock.step(1_000)
  await user.call(send, { body: { contentId, msatAmount, comment, contentTime } })
  let found: Comment | undefined
  await until(async () => {
    const { comments } = await artist.call(calls.listReceivedComments, { query: {} })
    found = comments.find(({ content }) => content === comment)
    return found !== undefined
  })
  return found!
}

async function answer(user: TestUser, commentId: string, content: string) {
  world.clock.step(61_000)
  return user.call(calls.replyToComment, { body: { commentId, content } })
}

const notesOf = async (user: TestUser, kind: string) =>
  (await user.call(listNotifications, { query: {} })).notifications.filter((note) => note.kind === kind)

test("a zap's message appears under the track, its album and its artist, with amount and position", async () => {
  await say(fan, 'What a voice', { msatAmount: 21_000, contentTime: 83 })
  for (const contentId of [song.trackId, song.albumId, song.artistId]) {
    const [found] = (await read(other, contentId)).comments
    assert.equal(found?.content, 'What a voice')
    assert.deepEqual([found.msatAmount, found.contentTime, found.name, found.userId], [21_000, 83, 'fan', fan.userId])
    assert.deepEqual([found.contentId, found.contentType, found.title], [song.trackId, 'track', 'Talked about'])
  }
  const params = { contentId: song.trackId }
  await until(async () => {
    const { comments, supporters } = await world.call(calls.listComments, { params, query: {} })
    return comments[0]?.state === 'shown' && supporters[0]?.msatTotal === 21_000
  })
})

test('a zap without a message is no comment, and an external payer has no name', async () => {
  await fan.call(send, { body: { contentId: song.trackId, msatAmount: 5_000 } })
  const body = { contentId: song.albumId, msatAmount: 7_000, comment: 'From far away' }
  const invoice = await world.call(createInvoice, { body })
  await world.node.settle(decodeInvoice(invoice.request).paymentHash)
  await until(async () => wordsOf((await read(other, song.albumId)).comments).includes('From far away'))
  const { comments } = await read(other, song.albumId)
  assert.deepEqual(wordsOf(comments), ['From far away', 'What a voice'])
  assert.deepEqual([comments[0]?.userId, comments[0]?.name, comments[0]?.msatAmount], [null, null, 7_000])
  assert.deepEqual(wordsOf((await read(other, song.trackId)).comments), ['What a voice'])
})

test('a payment reported repeatedly has one comment', async () => {
  const { rows } = await sql<{ payload: never }>`
    SELECT payload FROM outbox WHERE topic = 'payment-settled'`.execute(world.world.database.read)
  const save = saveMessages(world.world)
  for (let time = 0; time < 3; time++) await save(rows.map(({ payload }) => payload))
  assert.equal((await read(other, song.artistId)).comments.length, 2)
})

test('comments are listed newest or largest first, page by page, without repeats or gaps', async () => {
  const heard = await publishTrack(world, artist, { title: 'Much talked about' })
  const amounts = [3_000, 9_000, 1_000, 9_000, 5_000]
  for (const [index, msatAmount] of amounts.entries()) {
    await say(index % 2 === 0 ? fan : other, `Number ${index}`, { contentId: heard.trackId, msatAmount })
  }
  const all = async (sort: string) => {
    const found: string[] = []
    let before: string | null = null
    do {
      const query = { sort, limit: '2', ...(before !== null && { before }) }
      const page: Wire<typeof calls.listComments> = await read(other, heard.trackId, query)
      assert.equal(page.supporters.length, before === null ? 2 : 0)
      found.push(...wordsOf(page.comments))
      before = page.nextBefore
    } while (before !== null)
    return found
  }
  assert.deepEqual(await all('new'), ['Number 4', 'Number 3', 'Number 2', 'Number 1', 'Number 0'])
  assert.deepEqual(await all('top'), ['Number 3', 'Number 1', 'Number 4', 'Number 0', 'Number 2'])
  const { supporters } = await read(other, heard.trackId)
  assert.deepEqual(
    supporters.map(({ name, msatTotal }) => [name, msatTotal]),
    [
      ['other', 18_000],
      ['fan', 9_000],
    ],
  )
  // Without a message, anonymous and external: counted as one, so that the lines sum to what the content received.
  await fan.call(send, { body: { contentId: heard.trackId, msatAmount: 4_000 } })
  const secretly = { contentId: heard.trackId, msatAmount: 2_000, comment: 'Secretly', isAnonymous: true }
  await other.call(send, { body: secretly })
  const outside = await world.call(createInvoice, { body: { contentId: heard.trackId, msatAmount: 6_000 } })
  await world.node.settle(decodeInvoice(outside.request).paymentHash)
  await until(async () => (await read(other, heard.trackId)).supporters.at(-1)?.msatTotal === 12_000)
  const everybody = (await read(other, heard.trackId)).supporters
  assert.deepEqual(
    everybody.map(({ name, msatTotal }) => [name, msatTotal]),
    [
      ['other', 18_000],
      ['fan', 9_000],
      [null, 12_000],
    ],
  )
  const { msatTotal } = await world.call(getTrack, { params: { trackId: heard.trackId } })
  assert.equal(
    everybody.reduce((sum, one) => sum + one.msatTotal, 0),
    msatTotal,
  )
  const refused = read(other, heard.trackId, { before: `1_${'-'.repeat(36)}` })
  assert.equal((await refusalOf(refused)).status, 400)
})

test('a reply to a reply is listed under the same comment; the author of the comment and the artist are notified', async () => {
  const asked = await say(fan, 'When is the next one?')
  const first = await answer(other, asked.id, 'I would like to know too')
  const second = await answer(artist, first.id, 'Soon')
  assert.equal(second.parentId, asked.id)
  const [found] = (await read(fan, song.trackId)).comments
  assert.deepEqual(wordsOf(found!.replies), ['I would like to know too', 'Soon'])
  await until(async () => (await notesOf(fan, 'reply')).length === 2 && (await notesOf(other, 'reply')).length === 1)
  await until(async () => (await notesOf(artist, 'comment')).length === 1)
  const [note] = await notesOf(artist, 'comment')
  assert.deepEqual([note?.comment, note?.contentTitle], ['I would like to know too', 'Talked about'])
})

test('an artist without a share in a track is still notified of messages on it', async () => {
  const shared = await publishTrack(world, artist, { title: 'Given away', split: [{ name: 'other', share: 1 }] })
  await say(fan, 'For a good cause', { contentId: shared.trackId })
  await until(async () => (await notesOf(artist, 'comment')).some(({ comment }) => comment === 'For a good cause'))
})

test('authors can delete their comment; one with replies leaves a placeholder; nobody else can delete it', async () => {
  const lonely = await say(fan, 'I regret this')
  const answered = await say(fan, 'I regret this too')
  const reply = await answer(other, answered.id, 'Too late')
  for (const id of [lonely.id, reply.id]) {
    const call = artist.call(calls.deleteComment, { params: { commentId: id } })
    assert.equal((await refusalOf(call)).status, 403)
  }
  for (const { id } of [lonely, answered]) await fan.call(calls.deleteComment, { params: { commentId: id } })
  const again = fan.call(calls.deleteComment, { params: { commentId: lonely.id } })
  assert.equal((await refusalOf(again)).status, 404)
  const found = async () => (await read(fan, song.trackId)).comments
  assert.equal(
    (await found()).some(({ id }) => id === lonely.id),
    false,
  )
  const empty = (await found()).find(({ id }) => id === answered.id)!
  assert.deepEqual([empty.content, empty.isDeleted, empty.name, empty.replies.length], ['', true, null, 1])
  await other.call(calls.deleteComment, { params: { commentId: reply.id } })
  assert.equal(
    (await found()).some(({ id }) => id === answered.id),
    false,
  )
})

test("a comment hidden by the content's owner is hidden from everyone else until it is shown again", async () => {
  const rude = await say(other, 'Not nice')
  await artist.call(calls.hideComment, { params: { commentId: rude.id } })
  const isSeen = async (user: TestUser) => (await read(user, song.trackId)).comments.find(({ id }) => id === rude.id)
  assert.equal(await isSeen(fan), undefined)
  assert.equal(await isSeen(other), undefined)
  assert.equal((await isSeen(artist))?.state, 'hidden')
  assert.equal((await refusalOf(answer(fan, rude.id, 'Where is it?'))).status, 404)
  await artist.call(calls.unhideComment, { params: { commentId: rude.id } })
  assert.equal((await isSeen(fan))?.state, 'shown')
})

test('a blocked user can zap, but their comments are hidden and they cannot reply; unblocking restores them', async () => {
  const open = await say(fan, 'Open to all')
  await artist.call(blocks.blockCommenter, { body: { userId: other.userId } })
  await artist.call(blocks.blockCommenter, { body: { userId: other.userId } })
  const newest = async () => (await notesOf(artist, 'zap-received'))[0]
  await until(async () => (await newest())?.comment === 'Open to all')
  const zapCount = (await newest())?.count ?? 0
  const shut = await say(other, 'Shut out')
  assert.equal(shut.state, 'blocked')
  await until(async () => (await newest())?.count === zapCount + 1)
  const note = await newest()
  assert.deepEqual([note?.actorName, note?.comment], ['fan', 'Open to all'])
  const isSeen = async () => wordsOf((await read(fan, song.trackId)).comments).includes('Shut out')
  assert.equal(await isSeen(), false)
  assert.equal((await refusalOf(answer(other, open.id, 'Let me in'))).code, 'comment-refused')
  const lists = await artist.call(blocks.listBlocked, {})
  assert.deepEqual([lists.muted.length, lists.blocked.map(({ name }) => name)], [0, ['other']])
  await artist.call(blocks.unblockCommenter, { params: { userId: other.userId } })
  assert.equal(await isSeen(), true)
  const self = artist.call(blocks.blockCommenter, { body: { userId: artist.userId } })
  assert.equal((await refusalOf(self)).status, 422)
  assert.equal((await refusalOf(artist.call(blocks.muteUser, { body: { userId: newId() } }))).status, 404)
})

test("a muted user's comments are hidden from the user who muted them, and from nobody else", async () => {
  await fan.call(blocks.muteUser, { body: { userId: other.userId } })
  const quiet = await say(other, 'Does the fan read me?')
  const mine = await say(fan, 'Peace at last')
  await answer(other, mine.id, 'Hello?')
  await answer(artist, mine.id, 'Enjoy it')
  const heard = async () => (await notesOf(fan, 'reply')).map(({ comment }) => comment)
  await until(async () => (await heard()).includes('Enjoy it'))
  assert.equal((await heard()).includes('Hello?'), false)
  const seen = (await read(fan, song.trackId)).comments
  assert.equal(
    seen.some(({ id }) => id === quiet.id),
    false,
  )
  assert.deepEqual(wordsOf(seen.find(({ id }) => id === mine.id)!.replies), ['Enjoy it'])
  assert.equal(
    (await read(artist, song.trackId)).comments.some(({ id }) => id === quiet.id),
    true,
  )
  await fan.call(blocks.unmuteUser, { params: { userId: other.userId } })
  assert.equal(
    (await read(fan, song.trackId)).comments.some(({ id }) => id === quiet.id),
    true,
  )
})

test('a reported comment is listed for operators with its text; once removed, nobody sees it', async () => {
  const boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  const bad = await say(other, 'Buy my coins')
  const body = { reason: 'spam' as const, note: 'Everywhere' }
  const first = await fan.call(calls.reportComment, { params: { commentId: bad.id }, body })
  assert.deepEqual(await fan.call(calls.reportComment, { params: { commentId: bad.id }, body }), first)
  await artist.call(calls.reportComment, { params: { commentId: bad.id }, body })
  const { cases } = await boss.call(listCases, { query: {} })
  assert.equal(cases.length, 1)
  const { caseId, reportCount, subjectType, title, affectedName, seenOn } = cases[0]!
  assert.deepEqual(
    [reportCount, subjectType, title, affectedName, seenOn?.contentId],
    [2, 'comment', 'Buy my coins', 'other', song.trackId],
  )
  await boss.call(decideCases, { body: { caseIds: [caseId], outcome: 'acted', reason: 'Advertising' } })
  assert.deepEqual((await boss.call(listCases, { query: {} })).cases, [])
  assert.equal(
    (await read(fan, song.trackId)).comments.some(({ id }) => id === bad.id),
    false,
  )
  const late = fan.call(calls.reportComment, { params: { commentId: bad.id }, body })
  assert.equal((await refusalOf(late)).status, 404)
})

test('comments on content that is not public can be neither read nor written, and return with the content', async () => {
  const before = wordsOf((await read(fan, song.artistId)).comments)
  const [one] = (await read(fan, song.trackId)).comments
  await artist.call(publish, { params: { contentId: song.trackId }, body: { isDraft: true } })
  assert.equal((await refusalOf(read(fan, song.trackId))).status, 404)
  assert.equal((await refusalOf(answer(fan, one!.id, 'Too late'))).status, 404)
  assert.ok((await read(fan, song.artistId)).comments.every(({ contentId }) => contentId !== song.trackId))
  assert.ok((await artist.call(calls.listReceivedComments, { query: {} })).comments.some(({ id }) => id === one!.id))
  await artist.call(publish, { params: { contentId: song.trackId }, body: {} })
  assert.deepEqual(wordsOf((await read(fan, song.artistId)).comments), before)

  const boss = world.callWith((await createTestUser(world, { name: 'chief' })).token)
  await setRole(world.world.database.read, 'chief', 'owner')
  const body = { artistIds: [song.artistId], reason: 'A test' }
  const { takedownId } = await boss(takeDown, { body })
  for (const id of [song.trackId, song.albumId, song.artistId])
    assert.equal((await refusalOf(read(fan, id))).status, 404)
  await boss(undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'A test' } })
  assert.deepEqual(wordsOf((await read(fan, song.artistId)).comments), before)
})

test('replies are limited per minute and per comment', async () => {
  const talker = await createTestUser(world, { name: 'talker' })
  const busy = await say(fan, 'Busy')
  world.clock.step(61_000)
  const write = (content: string) => talker.call(calls.replyToComment, { body: { commentId: busy.id, content } })
  // A minute may end in between, so there are twice as many.
  const outcomes: number[] = []
  for (let index = 0; index < 21; index++) {
    const failed = await write(`Reply ${index}`).then(
      () => null,
      (error: { status: number }) => error.status,
    )
    outcomes.push(failed ?? 200)
  }
  assert.ok(outcomes.slice(0, 10).every((status) => status === 200))
  assert.ok(outcomes.includes(429))
  await sql`
    INSERT INTO comment (id, parent_id, author_id, content_id, maker_id, owner_id, body, created_at)
    SELECT gen_random_uuid(), id, author_id, content_id, maker_id, owner_id, 'Filler', now()
    FROM comment, generate_series(1, 40) WHERE id = ${busy.id}`.execute(world.world.database.read)
  assert.equal((await refusalOf(answer(other, busy.id, 'Full?'))).status, 422)
  assert.equal((await refusalOf(answer(other, busy.id, '   '))).status, 400)
  assert.equal((await refusalOf(answer(other, busy.id, 'x'.repeat(313)))).status, 400)
})

test('deleting an account deletes its comments; the payments stay', async () => {
  const leaver = await createTestUser(world, { name: 'leaver' })
  await fillBalance(world, leaver, 1_000)
  const farewell = await say(leaver, 'Farewell')
  await answer(leaver, (await say(fan, 'Stay')).id, 'No')
  await artist.call(blocks.blockCommenter, { body: { userId: leaver.userId } })
  await leaver.prove(deleteAccount, { body: { confirm: 'leaver' } })
  const traces = async () => {
    const { rows } = await sql`
      SELECT FROM comment WHERE author_id = ${leaver.userId}
      UNION ALL SELECT FROM blocked_commenter WHERE person_id = ${leaver.userId}`.execute(world.world.database.read)
    return rows.length
  }
  await until(async () => (await traces()) === 0)
  const { comments } = await artist.call(calls.listReceivedComments, { query: { limit: '50' } })
  assert.equal(
    comments.some(({ id }) => id === farewell.id),
    false,
  )
  assert.deepEqual(comments.find(({ content }) => content === 'Stay')?.replies, [])
})
