/** Nostr reactions at the foot of a page: likes, reposts and comments, live updates, deletions, blocks by the
 * artist, and a hint for users without a key. The contents of the events: protocols/nostr/reactions.test.ts and
 * comments.test.ts. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { linkNostrKey, signInWithNostr } from '#contract/accounts/nostr.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { makePhraseKey, type PhraseKey } from '#web/nostr/phrase-key.ts'
import { faultsOfEvent } from '../nostr-schemas.ts'
import { provingCall } from '../proofs.ts'
import {
  createTestUser,
  PASSWORD,
  publishTrack,
  putAudio,
  until,
  type TestUser,
  type PublishedTrack,
} from '../users.ts'
import { connectRelay, type RelayClient } from '../relay-client.ts'
import { makeWav } from '../audio-samples.ts'
import type { TestWorld } from '../world.ts'
import type { Screen } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { callSignedWith, installExtension } from './nostr-people.ts'
import { openStage } from './stage.ts'
import { PHONE, DESKTOP } from './chromium.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let client: RelayClient
let artist: TestUser
let song: PublishedTrack
let songEvent: NostrEvent
let episodeId: string
const artistKey = makePhraseKey().key
const robinKey = makePhraseKey().key

before(async () => {
  ;({ world, browser } = await openStage(stack))
  client = await connectRelay(world.origin)
  stack.defer(() => client.close())
  artist = await createTestUser(world, { name: 'lena', hasFullName: true })
  const linking = provingCall(callOf(artistKey), { method: 'password', password: PASSWORD }, artist.call)
  await linking(linkNostrKey, { body: { authToken: artist.token } })
  song = await publishTrack(world, artist, { title: 'First Light' })
  episodeId = await publishEpisode('Storm Talk')
})
after(() => stack.disposeAsync())

const callOf = (key: PhraseKey) => callSignedWith(world, key)
const nowSeconds = () => Math.floor(Date.now() / 1_000)

async function tell(key: PhraseKey, draft: Omit<UnsignedEvent, 'created_at'>, at = nowSeconds()): Promise<NostrEvent> {
  const event = signEvent({ ...draft, created_at: at }, secretFromHex(key.secretHex))
  const { isAccepted, words } = await client.publish(event)
  assert.ok(isAccepted, words)
  return event
}

async function publishEpisode(show: string): Promise<string> {
  const podcast = await artist.call(createPodcast, { body: { name: show } })
  const body = { podcastId: podcast.id, title: 'On rain', order: 1, extension: 'wav' }
  const { id, presignedUrl } = await artist.call(createEpisode, { body })
  await putAudio(world, presignedUrl, makeWav(1))
  await until(async () => (await artist.call(getEpisode, { params: { episodeId: id } })).liveUrl !== null)
  await artist.call(publish, { params: { contentId: podcast.id }, body: { contentType: 'podcast' } })
  return id
}

type Visitor = { stored?: Record<string, unknown>; extension?: PhraseKey; screen?: Screen }

const onStage = scenariosOf('nostr-reactions', 90_000, () => ({ browser, origin: world.world.config.publicUrl }))

function scenario(name: string, work: (open: (visitor?: Visitor) => Promise<Page>) => Promise<void>): void {
  onStage(name, (open) =>
    work(({ stored = {}, extension, screen = DESKTOP } = {}) =>
      open(stored, screen, async (page) => {
        if (extension !== undefined) await installExtension(page, extension)
      }),
    ),
  )
}

const box = (page: Page) => page.getByRole('region', { name: 'On nostr' })
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })
const counts = (page: Page, words: string) => box(page).getByRole('status').getByText(words, { exact: true })
const comment = (page: Page, words: string) => box(page).getByRole('listitem').filter({ hasText: words }).first()
const stored = (key: PhraseKey, kinds: number[]) => client.list({ kinds, authors: [key.pubkey] })

async function write(page: Page, label: string, words: string, send: string): Promise<void> {
  await box(page).getByRole('textbox', { name: label, exact: true }).fill(words)
  await button(page, send).click()
}

scenario('several users like, repost and comment on a published track, and see each other', async (open) => {
  const params = { contentId: song.trackId }
  const authors = async () => (await artist.call(listNostrAuthors, { params })).pubkeys
  assert.deepEqual(await authors(), [])
  const draft = {
    kind: 36_787,
    tags: [
      ['d', song.trackId],
      ['title', 'First Light'],
    ],
    content: '',
  }
  songEvent = await tell(artistKey, draft)
  // Anybody can sign this; it becomes no link.
  await tell(makePhraseKey().key, draft)
  assert.deepEqual(await authors(), [artistKey.pubkey])

  await tell(robinKey, { kind: 0, tags: [], content: JSON.stringify({ name: 'Robin Reed' }) })
  const signedIn = await callOf(robinKey)(signInWithNostr, {})
  assert.ok('token' in signedIn)
  const session = { token: signedIn.token, expiresAt: signedIn.expiresAt }
  const robin = await open({ stored: { 'peal.session': session, 'peal.nostr-key': robinKey } })
  await robin.goto(`/track/${song.trackId}`)
  await box(robin).scrollIntoViewIfNeeded()
  await counts(robin, 'No reactions on nostr yet.').waitFor()
  await button(robin, 'Like').click()
  await counts(robin, '1 like').waitFor()
  await button(robin, 'Repost').click()
  await counts(robin, '1 like · 1 repost').waitFor()
  await write(robin, 'Your comment', 'I heard it on the ferry', 'Send comment')
  await comment(robin, 'I heard it on the ferry').getByText('Robin Reed', { exact: true }).waitFor()
  const address = `36787:${artistKey.pubkey}:${song.trackId}`
  const said = await stored(robinKey, [7, 16, 1_111])
  assert.deepEqual(new Set(said.map(({ kind }) => kind)), new Set([7, 16, 1_111]))
  for (const event of said) {
    assert.deepEqual(faultsOfEvent(event), [])
    const name = event.kind === 1_111 ? 'A' : 'a'
    assert.equal(event.tags.find((tag) => tag[0] === name)?.[1], address)
    assert.equal(event.tags.find((tag) => tag[0] === 'e')?.[1], songEvent.id)
  }

  // An extension without an account is enough.
  const mara = await open({ extension: makePhraseKey().key, screen: PHONE })
  await mara.goto(`/track/${song.trackId}`)
  await box(mara).scrollIntoViewIfNeeded()
  await counts(mara, '1 like · 1 repost · 1 comment').waitFor()
  await comment(mara, 'I heard it on the ferry').getByText('Robin Reed', { exact: true }).waitFor()
  await button(mara, 'Like').click()
  await button(mara, 'Reply to Robin Reed').click()
  await write(mara, 'Reply to Robin Reed', 'So did I', 'Send reply')
  await counts(robin, '2 likes · 1 repost · 2 comments').waitFor()
  await comment(robin, 'I heard it on the ferry').getByText('So did I', { exact: true }).waitFor()
  await assertFaultless(mara)

  // Undone, and visibly so.
  await button(robin, 'Like').click()
  await counts(robin, '1 like · 1 repost · 2 comments').waitFor()
  await counts(mara, '1 like · 1 repost · 2 comments').waitFor()
  assert.deepEqual(await stored(robinKey, [7]), [])
  const [deletion] = await stored(robinKey, [5])
  assert.deepEqual(faultsOfEvent(deletion!), [])
  await button(robin, 'Like').click()
  await counts(robin, '2 likes · 1 repost · 2 comments').waitFor()

  // A reader hides an author.
  await button(mara, 'Hide posts by Robin Reed').click()
  await box(mara).getByText('One person is hidden in this browser.').waitFor()
  assert.equal(await comment(mara, 'I heard it on the ferry').count(), 0)
  await button(mara, 'Show them again').click()
  await comment(mara, 'I heard it on the ferry').waitFor()
})

scenario('an episode that is not on nostr is referenced by its id, and a comment is deleted', async (open) => {
  const key = makePhraseKey().key
  const page = await open({ extension: key, screen: PHONE })
  await page.goto(`/episode/${episodeId}`)
  await box(page).scrollIntoViewIfNeeded()
  await button(page, 'Like').click()
  await counts(page, '1 like').waitFor()
  assert.equal(await button(page, 'Repost').count(), 0)
  await write(page, 'Your comment', 'Rain at last', 'Send comment')
  await counts(page, '1 like · 1 comment').waitFor()
  const guid = `podcast:item:guid:${episodeId}`
  const said = await stored(key, [17, 1_111])
  assert.deepEqual(
    new Map(said.map((event) => [event.kind, event.tags.find(([name]) => name?.toLowerCase() === 'i')?.[1]])),
    new Map([
      [1_111, guid],
      [17, guid],
    ]),
  )
  for (const event of said) assert.deepEqual(faultsOfEvent(event), [])
  await comment(page, 'Rain at last').getByRole('button', { name: 'Delete', exact: true }).click()
  await counts(page, '1 like').waitFor()
  assert.deepEqual(await stored(key, [1_111]), [])
})

scenario('a user without a key sees everything after a click, and a hint how to get a key', async (open) => {
  const tags = [
    ['k', 'podcast:item:guid'],
    ['i', `podcast:item:guid:${episodeId}`],
  ]
  await tell(makePhraseKey().key, { kind: 17, tags, content: '+' })
  const page = await open({ screen: PHONE })
  await page.goto(`/episode/${episodeId}`)
  await button(page, 'Show reactions').click()
  await box(page)
    .getByRole('status')
    .getByText(/^\d likes?$/)
    .waitFor()
  await box(page).getByText('With your own nostr key').waitFor()
  assert.equal(await box(page).getByRole('textbox').count(), 0)
  assert.equal(await box(page).getByRole('button').count(), 0)
  await assertFaultless(page)
  await box(page).getByRole('link', { name: 'Log in with a nostr key' }).click()
  await page.waitForURL(`/login?next=${encodeURIComponent(`/episode/${episodeId}`)}`)
})

scenario('an artist blocks an author from their content, for everybody, and unblocks them', async (open) => {
  const id = await publishEpisode('Calm Talk')
  const [kind, guid] = ['podcast:item:guid', `podcast:item:guid:${id}`]
  const root = [
    ['I', guid],
    ['K', kind],
  ]
  const on = [
    ['i', guid],
    ['k', kind],
  ]
  const about = [...root, ...on]
  await tell(robinKey, { kind: 0, tags: [], content: JSON.stringify({ name: 'Robin Reed' }) })
  const rude = await tell(robinKey, { kind: 1_111, tags: about, content: 'Boring' })
  const calm = await tell(makePhraseKey().key, { kind: 1_111, tags: about, content: 'I slept well' })
  const answer = { kind: 1_111, tags: [...root, ['e', calm.id], ['k', '1111']], content: 'No wonder' }
  await tell(robinKey, answer)
  await tell(robinKey, { kind: 17, tags: on, content: '+' })
  const visitor = await open({ screen: PHONE })
  await visitor.goto(`/episode/${id}`)
  await button(visitor, 'Show reactions').click()
  await counts(visitor, '1 like · 3 comments').waitFor()
  assert.equal(
    await box(visitor)
      .getByRole('button', { name: /^Block/ })
      .count(),
    0,
  )

  const session = { token: artist.token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  const lena = await open({ stored: { 'peal.session': session, 'peal.nostr-key': artistKey } })
  await lena.goto(`/episode/${id}`)
  await box(lena).scrollIntoViewIfNeeded()
  await counts(lena, '1 like · 3 comments').waitFor()
  const addToBlockList = comment(lena, 'Boring').getByRole('button', { name: /^Block Robin Reed/ })
  await addToBlockList.focus()
  await lena.keyboard.press('Enter')
  await lena.getByText(/^Robin Reed is blocked/).waitFor()
  await counts(lena, '1 comment').waitFor()
  await comment(lena, 'Boring').getByText('Only you see this').waitFor()
  await comment(lena, 'No wonder').getByText('Only you see this').first().waitFor()
  await assertFaultless(lena)

  await visitor.reload()
  await button(visitor, 'Show reactions').click()
  await counts(visitor, '1 comment').waitFor()
  await comment(visitor, 'I slept well').waitFor()
  for (const words of ['Boring', 'No wonder']) assert.equal(await comment(visitor, words).count(), 0)
  // A blocked user sees a notice instead of a form.
  const robin = await open({ stored: { 'peal.nostr-key': robinKey }, screen: PHONE })
  await robin.goto(`/episode/${id}`)
  await box(robin).scrollIntoViewIfNeeded()
  await box(robin).getByText('Posts by your nostr key are not shown here.').waitFor()
  assert.equal(await box(robin).getByRole('textbox').count(), 0)
  await assertFaultless(robin)

  await lena.goto('/studio/comments')
  await lena.getByRole('list', { name: 'Nostr keys you have blocked' }).getByRole('listitem').waitFor()
  await assertFaultless(lena)
  await lena.goto(`/episode/${id}`)
  await box(lena).scrollIntoViewIfNeeded()
  await comment(lena, 'Boring').getByRole('button', { name: 'Unblock Robin Reed' }).click()
  await counts(lena, '1 like · 3 comments').waitFor()
  await visitor.reload()
  await button(visitor, 'Show reactions').click()
  await counts(visitor, '1 like · 3 comments').waitFor()
  // Blocked events were never removed from the relay.
  assert.equal((await client.list({ ids: [rude.id] })).length, 1)
})
