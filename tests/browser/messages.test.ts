/** Private messages on screen: two users write to each other over our own relay, one with a key stored in the
 * browser and one with an extension, and nobody else sees anything. The messages themselves are in
 * protocols/nostr/private-message.test.ts. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { type NostrEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { createMessageKey } from '#protocols/nostr/private-message.ts'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, until } from '../users.ts'
import { connectRelay } from '../relay-client.ts'
import type { TestWorld } from '../world.ts'
import { PHONE } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { enterByKey, type KeyHolder } from './nostr-people.ts'
import { openPages } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser

before(async () => {
  const port = await findFreePort()
  // Authentication names the relay, so it must know its own URL.
  const settings = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  ;({ world, browser } = await openPages(stack, { settings }))
})
after(() => stack.disposeAsync())

type NostrUser = Omit<KeyHolder, 'call'> & { name: string }

async function createNostrUser(displayName: string): Promise<NostrUser> {
  const { call, ...held } = await enterByKey(world)
  await call(updateAccount, { body: { displayName } })
  return { ...held, name: (await call(getAccount, {})).name }
}

const scenario = scenariosOf('messages', 90_000, () => ({ browser, origin: world.world.config.publicUrl }))

const keptBy = ({ session, key }: NostrUser) => ({ 'peal.session': session, 'peal.nostr-key': key })

/** Simulates the extension that holds a user's key. */
async function installExtension(page: Page, { key: { pubkey, secretHex } }: NostrUser): Promise<void> {
  const secretKey = secretFromHex(secretHex)
  const held = createMessageKey(secretKey)
  await page.exposeFunction('extensionSigns', (event: UnsignedEvent) => signEvent(event, secretKey))
  await page.exposeFunction('extensionEncrypts', (peer: string, text: string) => held.encrypt(peer, text))
  await page.exposeFunction('extensionDecrypts', (peer: string, text: string) => held.decrypt(peer, text))
  await page.addInitScript((own) => {
    const { extensionSigns, extensionEncrypts, extensionDecrypts } = globalThis as unknown as Record<string, unknown>
    const nip44 = { encrypt: extensionEncrypts, decrypt: extensionDecrypts }
    Object.assign(globalThis, { nostr: { getPublicKey: async () => own, signEvent: extensionSigns, nip44 } })
  }, pubkey)
}

const talks = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const log = (page: Page) => page.getByRole('log')
const said = (page: Page) => log(page).locator('li > p:first-of-type').allTextContents()

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

async function begin(page: Page, to: string): Promise<void> {
  await page.getByRole('link', { name: 'New message' }).click()
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByRole('button', { name: 'Continue' }).click()
}

scenario('two users write to each other, and a third sees nothing', async (open) => {
  const [mara, jonas, eve] = [
    await createNostrUser('Mara'),
    await createNostrUser('Jonas'),
    await createNostrUser('Eve'),
  ]
  const atMara = await open(keptBy(mara))
  const atJonas = await open(
    { 'peal.session': jonas.session, 'peal.nostr-key': { kind: 'extension', pubkey: jonas.key.pubkey } },
    PHONE,
  )
  await installExtension(atJonas, jonas)
  await Promise.all([atMara.goto('/messages'), atJonas.goto('/messages')])
  for (const page of [atMara, atJonas]) await page.getByText('No messages yet.').waitFor()
  await assertFaultless(atJonas)

  await begin(atMara, jonas.name)
  await write(atMara, 'Meet me at the pier.\nBring the guitar.')
  await log(atMara).getByText('· Sent').waitFor()

  // Shown immediately where the user waits.
  await talks(atJonas).getByText('Meet me at the pier.').click()
  await log(atJonas).getByText('Bring the guitar.').waitFor()
  await write(atJonas, 'On my way 🌊')
  await log(atMara).getByText('On my way 🌊').waitFor()
  for (const page of [atMara, atJonas]) await assertFaultless(page)

  const all = ['Meet me at the pier.\nBring the guitar.', 'On my way 🌊']
  for (const page of [atMara, atJonas]) {
    await page.reload()
    await log(page).getByText('On my way 🌊').waitFor()
    await until(async () => (await said(page)).length === 2)
    assert.deepEqual(await said(page), all)
  }
  await talks(atMara).getByText('On my way 🌊').waitFor()

  const atEve = await open(keptBy(eve))
  await atEve.goto(`/messages?with=${mara.key.pubkey}`)
  await atEve.getByText('No messages yet.').waitFor()
  assert.deepEqual(await said(atEve), [])
  const client = await connectRelay(world.origin)
  await assert.rejects(client.list({ kinds: [1_059], '#p': [mara.key.pubkey] }), /auth-required/)
  assert.deepEqual(await client.list({ authors: [mara.key.pubkey, jonas.key.pubkey] }), [])
  client.close()
})

scenario(
  'a refusal of a relay is shown with its reason, and can be sent again; a lost connection is authenticated again',
  async (open) => {
    const [lena, ivo] = [await createNostrUser('Lena'), await createNostrUser('Ivo')]
    const page = await open(keptBy(lena))
    let isRefusing = true
    // The header has its own connection.
    const lines: { close(): Promise<void> }[] = []
    await page.routeWebSocket('**/relay', (line) => {
      const relay = line.connectToServer()
      lines.push(line, relay)
      line.onMessage((message) => {
        const [type, event] = JSON.parse(String(message)) as [string, NostrEvent]
        if (type === 'EVENT' && isRefusing) line.send(JSON.stringify(['OK', event.id, false, 'blocked: full house']))
        else relay.send(message)
      })
    })
    await page.goto('/messages')
    await begin(page, ivo.key.pubkey)
    await write(page, 'Is anybody there?')
    await log(page).getByText('Not sent: blocked: full house').waitFor()
    await assertFaultless(page)
    isRefusing = false
    await log(page).getByRole('button', { name: 'Send again' }).click()
    await log(page).getByText('· Sent').waitFor()
    assert.equal(await log(page).getByRole('button').count(), 0)

    const atIvo = await open(keptBy(ivo), PHONE)
    await atIvo.goto('/messages')
    await talks(atIvo).getByText('Is anybody there?').waitFor()
    assert.equal(await talks(atIvo).getByRole('link').count(), 1)
    const lineCount = lines.length
    await Promise.all(lines.map((line) => line.close()))
    await until(() => lines.length > lineCount)
    await talks(atIvo).getByRole('link').click()
    await write(atIvo, 'I am here.')
    await log(page).getByText('I am here.').waitFor()
  },
)

scenario('an unknown recipient and a message that is too long are refused', async (open) => {
  const robin = await createNostrUser('Robin')
  const plain = await createTestUser(world)
  const page = await open(keptBy(robin))
  await page.goto(`/profile/${plain.name}`)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Nobody here has this username, or they have no nostr key.').waitFor()
  await assertFaultless(page)
  // To the user's own address.
  await page.getByLabel('To', { exact: true }).fill(`${robin.name}@${new URL(world.world.config.publicUrl).host}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Notes to yourself' }).waitFor()
  await page.getByLabel('Your message').fill('x'.repeat(41_000))
  await page.getByText(/^This message is too long: [\d,]+ bytes, and the limit is [\d,]+\.$/).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await write(page, 'Buy strings')
  await log(page).getByText('· Sent').waitFor()
})

scenario('without a key in this browser, the page explains how to get one', async (open) => {
  const { token } = await createTestUser(world)
  const session = { token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  const page = await open({ 'peal.session': session }, PHONE)
  await page.goto('/messages')
  await page.getByText(/^Messages are encrypted with a nostr key/).waitFor()
  await assertFaultless(page)
  await page.getByRole('link', { name: 'Manage log-ins' }).click()
  await page.waitForURL('**/settings/log-in')

  const nora = await createNostrUser('Nora')
  const elsewhere = await open({ 'peal.session': nora.session })
  await elsewhere.goto('/messages')
  await elsewhere.getByText(/^Your nostr key is not in this browser/).waitFor()
})
