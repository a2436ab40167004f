/** Following on nostr, the feed of followed keys, and the user's relays, on screen over our own relay: entries that
 * other apps added to the lists stay, and nothing is written that could lose them. The contents of the events:
 * protocols/nostr. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { encodeNpub, secretFromHex } from '#protocols/nostr/keys.ts'
import { createTestUser, until } from '../users.ts'
import { connectRelay, type RelayClient } from '../relay-client.ts'
import type { TestWorld } from '../world.ts'
import type { Screen } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { enterByKey, installExtension, type KeyHolder, type Session } from './nostr-people.ts'
import { openStage } from './stage.ts'
import { PHONE } from './chromium.ts'

const LONG_AGO = Math.floor(Date.now() / 1_000) - 100_000

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let client: RelayClient
let second = 0

before(async () => {
  ;({ world, browser } = await openStage(stack, { RELAY_EVENTS_PER_MINUTE: '500' }))
  client = await connectRelay(world.origin)
})
after(async () => {
  client.close()
  await stack.disposeAsync()
})

type NostrUser = KeyHolder & { name: string }

async function createNostrUser(displayName: string): Promise<NostrUser> {
  const held = await enterByKey(world)
  await held.call(updateAccount, { body: { displayName } })
  return { ...held, name: (await held.call(getAccount, {})).name }
}

/** Each a second later. */
async function publish({ key }: NostrUser, kind: number, tags: string[][], content = ''): Promise<NostrEvent> {
  const draft = { kind, created_at: LONG_AGO + ++second, tags, content }
  const event = signEvent(draft, secretFromHex(key.secretHex))
  const { isAccepted, words } = await client.publish(event)
  assert.ok(isAccepted, words)
  return event
}

async function newest({ key }: NostrUser, kind: number): Promise<NostrEvent | undefined> {
  const [event] = await client.list({ kinds: [kind], authors: [key.pubkey] })
  return event
}

type Open = (who: NostrUser | { session: Session }, screen?: Screen) => Promise<Page>

const onStage = scenariosOf('nostr-feed', 90_000, () => ({ browser, origin: world.world.config.publicUrl }))

function scenario(name: string, work: (open: Open) => Promise<void>): void {
  onStage(name, (open) =>
    work((who, screen) =>
      open({ 'peal.session': who.session }, screen, async (page) => {
        if ('key' in who) await installExtension(page, who.key)
      }),
    ),
  )
}

const follow = (page: Page, name: string) => page.getByRole('button', { name: `Follow on nostr: ${name}` })
const unfollow = (page: Page, name: string) => page.getByRole('button', { name: `Following on nostr: ${name}` })
const feed = (page: Page) => page.getByRole('list', { name: 'Nostr feed' })

scenario('following changes one entry in a list of another app, and keeps the others unchanged', async (open) => {
  const [mara, jonas] = [await createNostrUser('Mara'), await createNostrUser('Jonas')]
  const foreign = [
    ['p', 'e'.repeat(64), 'wss://relay.example', 'Eve'],
    ['t', 'music'],
  ]
  const content = '{"wss://relay.example":{"read":true}}'
  await publish(mara, 3, foreign, content)
  const page = await open(mara)
  await page.goto(`/profile/${jonas.name}`)
  await follow(page, 'Jonas').click()
  await unfollow(page, 'Jonas').waitFor()
  await page.getByText(/^You now follow Jonas on nostr/).waitFor()
  await assertFaultless(page)
  const list = await newest(mara, 3)
  assert.deepEqual(list?.tags, [...foreign, ['p', jonas.key.pubkey]])
  assert.equal(list?.content, content)

  // The same user as the owner of an artist; following the artist here is separate.
  const npub = encodeNpub(jonas.key.pubkey)
  const artist = await jonas.call(createArtist, { body: { name: 'Jonas and the Tide', npub } })
  await page.goto(`/artist/${artist.artistUrl}`)
  await page.getByRole('button', { name: 'Follow Jonas and the Tide', exact: true }).waitFor()
  await unfollow(page, artist.name).click()
  await follow(page, artist.name).waitFor()
  const after = await newest(mara, 3)
  assert.deepEqual([after?.tags, after?.content], [foreign, content])
  await assertFaultless(page)

  // Clients are redirected here by a code.
  const led = await fetch(`${world.origin}/n/${npub}`, { redirect: 'manual' })
  assert.deepEqual([led.status, led.headers.get('location')], [302, `/profile/${jonas.name}`])
  const nowhere = await fetch(`${world.origin}/n/${encodeNpub('e'.repeat(64))}`, { headers: { accept: 'text/html' } })
  assert.equal(nowhere.status, 404)
})

scenario(
  'a first list is created only when its owner confirms it, and not while a relay does not respond',
  async (open) => {
    const [lena, ivo] = [await createNostrUser('Lena'), await createNostrUser('Ivo')]
    const page = await open(lena, PHONE)
    let isSilent = true
    await page.routeWebSocket('**/relay', (line) => {
      const relay = line.connectToServer()
      line.onMessage((message) => {
        if (!isSilent || !String(message).includes('"kinds":[3]')) relay.send(message)
      })
    })
    await page.goto(`/profile/${ivo.name}`)
    await follow(page, 'Ivo').click()
    await page.getByText(/^No relay could be reached/).waitFor()
    isSilent = false
    await follow(page, 'Ivo').click()
    const begin = page
      .getByRole('dialog', { name: 'Create a follow list?' })
      .getByRole('button', { name: 'Create list' })
    await begin.waitFor()
    await assertFaultless(page)
    assert.equal(await newest(lena, 3), undefined)
    await begin.click()
    await unfollow(page, 'Ivo').waitFor()
    assert.deepEqual((await newest(lena, 3))?.tags, [['p', ivo.key.pubkey]])
  },
)

scenario('the feed shows posts of followed keys, newest first, and no others', async (open) => {
  const [mara, jonas, eve] = [
    await createNostrUser('Mara'),
    await createNostrUser('Jonas'),
    await createNostrUser('Eve'),
  ]
  const page = await open(mara)
  await page.goto('/feed/nostr')
  await page.getByText(/^You do not follow anyone on nostr yet/).waitFor()
  await assertFaultless(page)

  await publish(mara, 3, [['p', jonas.key.pubkey]])
  await publish(jonas, 0, [], JSON.stringify({ display_name: 'Jonas of the Tide' }))
  for (let at = 1; at <= 41; at++) await publish(jonas, 1, [], `Day ${at} at sea`)
  const byEve = await publish(eve, 1, [], 'Nobody hears me')
  const shared = await publish(eve, 1, [], 'Shared by somebody')
  await publish(jonas, 6, [['e', shared.id]])
  const trackId = '0190f000-0000-7000-8000-000000000001'
  const website = new URL(`/track/${trackId}`, world.world.config.publicUrl).href
  await publish(jonas, 31_337, [
    ['d', trackId],
    ['title', 'Paper Boats'],
    ['c', 'Jonas', 'artist'],
    ['website', website],
  ])
  await publish(jonas, 1, [], 'Look <img src=x> https://pictures.example/a.jpg')

  await page.goto('/library')
  await page.getByRole('main').getByRole('link', { name: 'Following' }).click()
  await page.getByRole('link', { name: 'Nostr feed' }).click()
  await feed(page).getByText('Jonas of the Tide', { exact: true }).first().waitFor()
  const items = await feed(page).getByRole('listitem').allTextContents()
  assert.equal(items.length, 40)
  assert.match(items[0]!, /Look <img src=x> https:\/\/pictures\.example\/a\.jpg$/)
  assert.match(items[1]!, /New song.*Paper Boats.*Jonas/)
  assert.match(items[2]!, /Jonas of the Tide shared.*Shared by somebody$/)
  assert.match(items[3]!, /Day 41 at sea$/)
  assert.ok(!items.some((text) => text.includes(byEve.content)))
  const link = feed(page).getByRole('link', { name: 'Open here: Paper Boats' })
  assert.equal(await link.getAttribute('href'), `/track/${trackId}`)
  await assertFaultless(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await feed(page).getByText('Day 1 at sea').waitFor()
  assert.equal(await feed(page).getByRole('listitem').count(), 44)
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
})

scenario('without a key the feed explains how to get one, and without a relay it says so', async (open) => {
  const { token } = await createTestUser(world)
  const page = await open({ session: { token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() } }, PHONE)
  await page.goto('/feed/nostr')
  await page.getByText(/^This page shows posts from people/).waitFor()
  await assertFaultless(page)

  const nora = await createNostrUser('Nora')
  await publish(nora, 3, [['p', 'e'.repeat(64)]])
  const away = await open(nora, PHONE)
  let isAway = true
  await away.routeWebSocket('**/relay', (line) => (isAway ? void line.close() : void line.connectToServer()))
  await away.goto('/feed/nostr')
  await away.getByText('No relay could be reached. Please try again.').waitFor()
  await assertFaultless(away)
  isAway = false
  await away.getByRole('button', { name: 'Try again' }).click()
  await away.getByText(/^These relays have no posts/).waitFor()
})

scenario("one's relays are published as both lists, and what else stands in them stays", async (open) => {
  const mara = await createNostrUser('Mara')
  await publish(
    mara,
    10_002,
    [
      ['alt', 'Relays'],
      ['r', 'wss://old.example'],
      ['r', 'wss://read.example', 'read'],
    ],
    'x',
  )
  const page = await open(mara, PHONE)
  await page.goto('/settings/profile')
  const panel = page.getByRole('region', { name: 'Nostr relays' })
  const row = (relay: string) => panel.getByRole('group', { name: relay })
  await row('old.example').waitFor()
  await assertFaultless(page)
  assert.deepEqual(await row('read.example').getByRole('checkbox', { checked: true }).count(), 1)
  await panel.getByRole('button', { name: 'Remove old.example' }).click()
  await panel.getByLabel('Relay address').fill('http://no.example')
  await panel.getByRole('button', { name: 'Add relay' }).click()
  await panel.getByText(/^Enter a relay address/).waitFor()
  await panel.getByLabel('Relay address').fill('new.example')
  await panel.getByRole('button', { name: 'Add relay' }).click()
  await row('new.example').getByLabel('Read', { exact: true }).uncheck()
  await panel.getByRole('button', { name: 'Publish relays' }).click()
  await page.getByText('Your relays have been published.').waitFor()
  const uses = await newest(mara, 10_002)
  assert.deepEqual(uses?.tags, [
    ['r', 'wss://read.example/', 'read'],
    ['r', 'wss://new.example/', 'write'],
    ['alt', 'Relays'],
  ])
  assert.equal(uses?.content, 'x')
  assert.deepEqual((await newest(mara, 10_050))?.tags, [['relay', 'wss://new.example/']])
  // The shown version is already published, so there is nothing to publish.
  await until(() => panel.getByRole('button', { name: 'Publish relays' }).isDisabled())
  await assertFaultless(page)
})
