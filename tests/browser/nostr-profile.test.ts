/** The nostr profile on screen, where others have a relay, too: name and image in the header for users who have set
 * none here, the profiles of their keys in the settings, and named relays. The relays themselves are in
 * relay-pool.test.ts. */
import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { makePhraseKey } from '#web/nostr/phrase-key.ts'
import { answerWell } from '../listening-relay.ts'
import { until } from '../users.ts'
import type { Screen } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { enterByKey, type KeyHolder, openRelayStage } from './nostr-people.ts'
import { PIXEL } from './stage.ts'
import { PHONE } from './chromium.ts'

const PICTURE = 'https://pictures.example/mara.jpg'

const stack = new AsyncDisposableStack()
const { world, browser, elsewhere, client } = await openRelayStage(stack)
let second = 0

after(() => stack.disposeAsync())
afterEach(() => {
  elsewhere.stored = []
  elsewhere.answer = (message) => answerWell(elsewhere, message)
})

function profileOf({ key }: KeyHolder, said: object): NostrEvent {
  const created_at = Math.floor(Date.now() / 1_000) - 1_000 + ++second
  return signEvent({ kind: 0, created_at, tags: [], content: JSON.stringify(said) }, secretFromHex(key.secretHex))
}

const onStage = scenariosOf('nostr-profile', 60_000, () => ({ browser, origin: world.world.config.publicUrl }))

function scenario(
  name: string,
  work: (open: (who: KeyHolder, screen?: Screen) => Promise<Page>) => Promise<void>,
): void {
  onStage(name, (open) =>
    work(({ session, key }, screen) =>
      open({ 'peal.session': session, 'peal.nostr-key': key }, screen, (page) =>
        page
          .context()
          .route(`${new URL(PICTURE).origin}/**`, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL })),
      ),
    ),
  )
}

const avatar = (page: Page) => page.getByRole('button', { name: 'Open user menu', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Nostr profile' })

scenario(
  'the header shows name and avatar of the newest profile on any relay, until the user sets others here',
  async (open) => {
    const mara = await enterByKey(world)
    const [old, newest] = [
      profileOf(mara, { name: 'before' }),
      profileOf(mara, { display_name: 'Mara', picture: PICTURE }),
    ]
    assert.ok((await client.publish(old)).isAccepted)
    elsewhere.stored = [newest]
    const page = await open(mara)
    await page.goto('/')
    const picture = avatar(page).locator('img')
    await picture.waitFor()
    assert.equal(await picture.getAttribute('src'), `${PICTURE}#nostr`)
    await until(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
    await avatar(page).click()
    await page.getByRole('menuitem', { name: 'Mara', exact: true }).waitFor()
    // The server has stored the profile, and does not need the relays next time.
    const known = async () => (await mara.call(getAccount, {})).nostrProfileData[0]?.metadata?.displayName
    await until(async () => (await known()) === 'Mara')
    elsewhere.answer = () => []
    await page.reload()
    await picture.waitFor()
    await mara.call(updateAccount, { body: { displayName: 'Mara of Peal' } })
    await page.reload()
    await avatar(page).click()
    await page.getByRole('menuitem', { name: 'Mara of Peal' }).waitFor()
  },
)

scenario('a key without a profile gets one from the settings, signed in this browser', async (open) => {
  const robin = await enterByKey(world)
  await robin.call(updateAccount, { body: { displayName: 'Robin Reed' } })
  elsewhere.answer = (message) =>
    message[0] === 'EVENT'
      ? [['OK', (message[1] as NostrEvent).id, false, 'restricted: members only']]
      : answerWell(elsewhere, message)
  const page = await open(robin, PHONE)
  await page.goto('/settings/profile')
  await panel(page).getByText('2 of 2 relays connected').waitFor()
  await panel(page)
    .getByText(/^No profile of this key was found/)
    .waitFor()
  await assertFaultless(page)
  await panel(page).getByRole('button', { name: 'Publish name and picture' }).click()
  await page.getByText('Published to one relay.').waitFor()
  await panel(page).getByText('Robin Reed', { exact: true }).waitFor()
  await panel(page)
    .getByText(`${new URL(elsewhere.address).host}: restricted: members only`)
    .waitFor()
  const [kept] = await client.list({ kinds: [0], authors: [robin.key.pubkey] })
  const { name } = await robin.call(getAccount, {})
  assert.deepEqual(JSON.parse(kept!.content), { name, display_name: 'Robin Reed' })
})

scenario('the settings show the profile and the followers of a key as the relays have them', async (open) => {
  const lena = await enterByKey(world)
  assert.ok((await client.publish(profileOf(lena, { name: 'lena', about: 'Sings' }))).isAccepted)
  for (const follower of [makePhraseKey().key, makePhraseKey().key]) {
    const draft = { kind: 3, created_at: Math.floor(Date.now() / 1_000), tags: [['p', lena.key.pubkey]], content: '' }
    assert.ok((await client.publish(signEvent(draft, secretFromHex(follower.secretHex)))).isAccepted)
  }
  const page = await open(lena)
  await page.goto('/settings/profile')
  await panel(page).getByText('lena', { exact: true }).waitFor()
  await panel(page).getByText('Sings · 2 known followers').waitFor()
  assert.equal(
    await panel(page)
      .getByRole('button', { name: /^(?!Copy)/ })
      .count(),
    0,
  )
  assert.ok((await client.publish(profileOf(lena, { name: 'lena', display_name: 'Lena Anew' }))).isAccepted)
  await panel(page).getByText('Lena Anew', { exact: true }).waitFor()
})

scenario('nothing is published for a key that this browser cannot sign with', async (open) => {
  const ivo = await enterByKey(world)
  const page = await open({ ...ivo, key: makePhraseKey().key })
  await page.goto('/settings/profile')
  await panel(page).getByRole('button', { name: 'Publish name and picture' }).click()
  await panel(page)
    .getByText(/^This key is not in this browser/)
    .waitFor()
  assert.deepEqual(await client.list({ kinds: [0], authors: [ivo.key.pubkey] }), [])
})

scenario('a message is sent to the relays on which its recipient receives messages', async (open) => {
  const [mara, jonas] = [await enterByKey(world), await enterByKey(world)]
  const listOf = ({ key }: KeyHolder, kind: number, tags: string[][]) =>
    signEvent({ kind, created_at: Math.floor(Date.now() / 1_000), tags, content: '' }, secretFromHex(key.secretHex))
  assert.ok((await client.publish(listOf(jonas, 10_050, [['relay', elsewhere.address]]))).isAccepted)
  elsewhere.heard = []
  const page = await open(mara)
  await page.goto(`/messages?with=${jonas.key.pubkey}`)
  await page.getByLabel('Your message').fill('Meet me at the pier.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log').getByText('· Sent').waitFor()
  const wraps = elsewhere.heard.flatMap(([type, event]) => (type === 'EVENT' ? [event as NostrEvent] : []))
  assert.ok(wraps.some(({ kind, tags }) => kind === 1_059 && tags[0]?.[1] === jonas.key.pubkey))
  // For a user who named no relay, only our own relay has a copy.
  const { rows } = await sql<{ value: string }>`
    SELECT t.value FROM nostr_event e JOIN nostr_tag t ON t.event_id = e.id AND t.name = 'p'
    WHERE e.kind = 1059`.execute(world.world.database.read)
  assert.deepEqual(rows, [{ value: mara.key.pubkey }])
})
