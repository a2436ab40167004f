/** An artist's live chat on screen: its owner opens it, a listener writes, the owner replies and hides, and a visitor
 * without a key can read. The contents of the events are in protocols/nostr/channel.test.ts, the visibility of
 * messages in web/room/room.test.ts. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createArtist, updateArtist } from '#contract/catalog/artists.ts'
import { openChatRoom } from '#contract/community/rooms.ts'
import { draftChannel } from '#protocols/nostr/channel.ts'
import { type NostrEvent, readEvent, signEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { faultsOfEvent } from '../nostr-schemas.ts'
import { createTestUser, until } from '../users.ts'
import { connectRelay, type RelayClient } from '../relay-client.ts'
import type { TestWorld } from '../world.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { installExtension, makeKeyHolder } from './nostr-people.ts'
import { openStage } from './stage.ts'
import { PHONE, DESKTOP } from './chromium.ts'

const ROOM = '/artist/the-quiet-hours/room'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let client: RelayClient

before(async () => {
  ;({ world, browser } = await openStage(stack))
  client = await connectRelay(world.origin)
})
after(async () => {
  client.close()
  await stack.disposeAsync()
})

const scenario = scenariosOf('room', 120_000, () => ({ browser, origin: world.world.config.publicUrl }))

const log = (page: Page) => page.getByRole('log', { name: 'Messages in the room' })
const line = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text })

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await line(page, text).waitFor()
  await until(async () => (await page.getByLabel('Your message').inputValue()) === '')
}

const stored = async (kind: number): Promise<NostrEvent[]> => {
  const events = await client.list({ kinds: [kind] })
  for (const event of events) {
    assert.deepEqual(readEvent(event), event)
    assert.deepEqual(faultsOfEvent(event), [])
  }
  return events
}

scenario('two users write in a new room, and visitors do not see what its owner hides', async (open) => {
  const [mara, jonas] = [await makeKeyHolder(world, 'mara'), await makeKeyHolder(world, 'jonas')]
  const artist = await mara.call(createArtist, { body: { name: 'The Quiet Hours', bio: 'Two of us, at night.' } })
  const visitor = await open({}, DESKTOP)
  await visitor.goto(ROOM)
  await visitor.getByText('The Quiet Hours has not opened a room yet.').waitFor()
  await assertFaultless(visitor)

  // The artist, with the key in the browser, in the studio.
  const atMara = await open({ 'peal.session': mara.session, 'peal.nostr-key': mara.key }, DESKTOP)
  await atMara.goto(`/studio/artists/${artist.id}`)
  await atMara.getByRole('link', { name: 'Room', exact: true }).click()
  await atMara.getByRole('heading', { name: 'Open a room for your listeners' }).waitFor()
  await assertFaultless(atMara)
  await atMara.getByRole('button', { name: 'Open a room' }).click()
  await log(atMara).getByText('No messages yet.').waitFor()
  const [made] = await stored(40)
  assert.equal(made?.pubkey, mara.key.pubkey)
  assert.deepEqual(JSON.parse(made.content), {
    name: 'The Quiet Hours',
    about: 'Two of us, at night.',
    relays: [`${world.world.config.publicUrl.replace('http', 'ws')}/relay`],
  })

  // A listener with an extension, on a phone, from the artist's page.
  const atJonas = await open({ 'peal.session': jonas.session }, PHONE)
  await installExtension(atJonas, jonas.key)
  await atJonas.goto('/artist/the-quiet-hours')
  await atJonas.getByRole('link', { name: 'Enter the room' }).click()
  await write(atJonas, 'When is the next show? https://shows.example/night')
  await line(atMara, 'When is the next show?').waitFor()
  const link = line(atMara, 'When is').getByRole('link', { name: 'https://shows.example/night' })
  assert.equal(await link.getAttribute('rel'), 'nofollow noopener noreferrer ugc')
  await write(atJonas, 'First, by the way')

  await line(atMara, 'When is the next show?')
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await write(atMara, 'On Friday,\nin Porto.')
  await line(atJonas, 'in Porto.').getByText('When is the next show?').waitFor()
  await line(atJonas, 'in Porto.').getByText('Artist', { exact: true }).waitFor()
  const reply = (await stored(42)).find(({ content }) => content === 'On Friday,\nin Porto.')
  assert.deepEqual(
    reply?.tags.map(([name, value, , mark]) => [name, value, mark]).filter(([name]) => name === 'e')[0],
    ['e', made.id, 'root'],
  )
  assert.deepEqual(reply?.tags.at(-1)?.slice(0, 2), ['p', jonas.key.pubkey])

  // A visitor without a key can read; hidden messages disappear immediately.
  await visitor.reload()
  await line(visitor, 'in Porto.').waitFor()
  await line(visitor, 'First, by the way').waitFor()
  assert.equal(await log(visitor).getByRole('button').count(), 0)
  await visitor.getByRole('link', { name: 'Log in' }).last().waitFor()
  const spam = line(atMara, 'First, by the way')
  await spam.getByRole('button', { name: /^Options for/ }).click()
  await spam.getByRole('button', { name: 'Hide for everyone' }).click()
  await log(atMara)
    .getByText(/^You have hidden a message by/)
    .waitFor()
  await line(visitor, 'First, by the way').waitFor({ state: 'detached' })
  await line(atJonas, 'First, by the way').getByText('Hidden by the artist.').waitFor()
  await visitor.reload()
  await line(visitor, 'in Porto.').waitFor()
  assert.equal(await line(visitor, 'First, by the way').count(), 0)
  for (const page of [atMara, atJonas, visitor]) await assertFaultless(page)
  assert.equal((await stored(43)).length, 1)

  // Shown again, and the author muted instead.
  await log(atMara).getByRole('button', { name: 'Show again' }).click()
  await line(atMara, 'First, by the way')
    .getByRole('button', { name: /^Reply to/ })
    .waitFor()
  await until(async () => (await stored(43)).length === 0)
  await line(atJonas, 'in Porto.')
    .getByRole('button', { name: /^Options for/ })
    .click()
  await line(atJonas, 'in Porto.').getByRole('button', { name: 'Hide for me' }).click()
  await log(atJonas)
    .getByText(/^You have hidden a message by The Quiet Hours/)
    .waitFor()
  assert.equal(await line(visitor, 'in Porto.').count(), 1)

  // A new name is announced to other apps when the owner publishes it.
  await mara.call(updateArtist, { body: { artistId: artist.id, name: 'The Loud Hours' } })
  await atMara.goto(ROOM)
  await atMara.waitForURL('**/artist/the-loud-hours/room')
  await atMara.getByText('Other nostr apps still show this room as “The Quiet Hours”').waitFor()
  await atMara.getByRole('button', { name: 'Update on nostr' }).click()
  await atMara.getByText('Other nostr apps still show').waitFor({ state: 'detached' })
  const [renamed] = await stored(41)
  assert.equal((JSON.parse(renamed?.content ?? '') as { name: string }).name, 'The Loud Hours')

  await atMara.getByRole('button', { name: 'Close the room' }).click()
  await atMara.getByRole('dialog').getByRole('button', { name: 'Close the room' }).click()
  await atMara.getByRole('heading', { name: 'Open a room for your listeners' }).waitFor()
  await visitor.goto(`/artist/${artist.id}/room`)
  await visitor.getByText('The Loud Hours has not opened a room yet.').waitFor()
})

scenario('without a key, and without a relay, the room says so', async (open) => {
  const lena = await makeKeyHolder(world, 'lena')
  const { id } = await lena.call(createArtist, { body: { name: 'Paper Boats' } })
  const draft = draftChannel({ name: 'Paper Boats', about: null, picture: null, relays: [] }, 1_700_000_000)
  const event = { ...signEvent(draft, secretFromHex(lena.key.secretHex)), kind: 40 as const }
  await lena.call(openChatRoom, { params: { artistId: id }, body: { event } })
  const { token } = await createTestUser(world)
  const session = { token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  const page = await open({ 'peal.session': session }, PHONE)
  await page.goto('/artist/paper-boats/room')
  await page.getByText('To write here, you need your own nostr key.').waitFor()
  await assertFaultless(page)
  await page.getByRole('link', { name: 'Manage log-ins' }).click()
  await page.waitForURL('**/settings/log-in')

  const cutOff = await open({ 'peal.session': lena.session, 'peal.nostr-key': lena.key }, PHONE)
  await cutOff.routeWebSocket('**/relay', (line) => line.close())
  await cutOff.goto('/artist/paper-boats/room')
  await log(cutOff).getByText('No relay can be reached right now.').waitFor()
  await cutOff.getByLabel('Your message').fill('Is anybody there?')
  await cutOff.getByRole('button', { name: 'Send', exact: true }).click()
  await cutOff.getByText('No relay could be reached. Please try again.').waitFor()
  assert.equal(await cutOff.getByLabel('Your message').inputValue(), 'Is anybody there?')
})
