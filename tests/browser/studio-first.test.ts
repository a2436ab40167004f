/** The first release of a new user: the form from the tags, errors beside the button, a username before publishing,
 * a split of exact thirds that is removed again, and the figures of one artist. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { getAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { register, verifyEmail } from '#contract/accounts/auth.ts'
import { send } from '#contract/payments/payments.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { getSplit } from '#contract/catalog/splits.ts'
import { getIncome } from '#contract/listening/stats.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { fillBalance, createTestUser, until } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { tagWav } from '../tagged-audio.ts'
import { type TestWorld } from '../world.ts'
import { lookAt, openBrowser } from './chromium.ts'
import { openPages, stepsOf, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
let complaints: string[]
let albumId = ''
let call: TestWorld['call']
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-first-'))

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack))
  for (const name of ['teodor', 'june']) await createTestUser(world, { name })
  const { token } = await world.call(register, {
    body: { email: 'new@example.com', password: 'a long enough password' },
  })
  call = world.callWith(token)
  const [mail] = await listUnsentMails(world.world.database, 'new@example.com')
  const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
  await world.call(verifyEmail, { body: { oobCode } })
  await call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  const release = { album: 'Storm Songs', year: '2019-05-03', label: 'Moon Records', copyright: '℗ 2019 Moon Records' }
  const tags = { title: 'Undertow', artist: 'Mara Okafor', genre: "Drum'n'Bass", ...release }
  fs.writeFileSync(path.join(folder, '01_final.wav'), tagWav(makeWav(2), tags))
  ;({ page, complaints } = await openBrowser(browser, world.origin))
  await storeSession(page, { token })
})
after(() => stack.disposeAsync())

const step = stepsOf('studio-first', 120_000, () => page)

const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
const dialog = (): Locator => page.getByRole('dialog')

step('tags fill in the form, the subgenre, the original date and the rights', async () => {
  await page.goto('/studio/upload')
  await page.locator('input[type=file][multiple]').first().setInputFiles(path.join(folder, '01_final.wav'))
  await page.locator('[data-upload] input[value=Undertow]').waitFor()
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).locator('option:checked').textContent()
  await until(async () => (await chosen('Genre')) === 'Electronic')
  assert.equal(await chosen('Subgenre'), 'Drum & Bass')
  assert.equal(await chosen('Kind of release'), 'Single')
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  assert.equal(await valueOf('Original release date'), '2019-05-03')
  assert.equal(await valueOf('Label'), 'Moon Records')
  assert.equal(await valueOf('℗ line (recording)'), '2019 Moon Records')
  await page.getByLabel('Publication date').fill('2019-01-01T00:00')
  await page.getByText('This date is in the past').waitFor()
})

step('errors are shown beside the button', async () => {
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('')
  await button('Create the release and upload 1 track').click()
  await page
    .getByRole('region', { name: 'Ready to upload' })
    .getByRole('alert')
    .getByText(/^Title: /)
    .waitFor()
  await page.getByRole('switch', { name: 'Show my account under this name too', checked: true }).waitFor()
  await lookAt(page, 'release-error')
  await title.fill('Storm Songs')
  await button('Create the release and upload 1 track').click()
  await page.waitForURL(/\/studio\/albums\/[0-9a-f-]{36}$/)
  albumId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByText('1 ready').first().waitFor()
})

step('the split names the artist, and a username is chosen before the first publication', async () => {
  await page.getByText('Mara Okafor (you)').waitFor()
  // Offered beside the name of the first artist.
  assert.equal((await call(getAccount, {})).displayName, 'Mara Okafor')
  await button('Publish…').click()
  const name = dialog().getByLabel('Your username')
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await dialog().getByText('3 to 30 letters').waitFor()
  await name.fill('teodor')
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await dialog().getByText('That name is taken.').waitFor()
  await lookAt(page, 'first-name')
  await name.fill('mara')
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Public, dated (1 January 2019|January 1, 2019)/).waitFor()
  const album = await call(getAlbum, { params: { albumId } })
  assert.equal(album.publishedAt, new Date('2019-01-01T00:00').toISOString())
  assert.equal(album.tracks[0]?.publishedAt, album.publishedAt)
  assert.equal((await call(getTrack, { params: { trackId: album.tracks[0]?.id ?? '' } })).title, 'Undertow')
})

step('a fraction beside rounded percentages is stored as exact thirds, and can be removed', async () => {
  await page.reload()
  const heading = page.locator('#split-title:focus')
  await button('Share with others').click()
  await heading.waitFor()
  await button('Not now').click()
  await button('Share with others').and(page.locator(':focus')).waitFor()
  await button('Share with others').click()
  await button('Add a person').click()
  for (const [index, name] of ['mara', 'teodor', 'june'].entries()) {
    await page.getByLabel(`Username of person ${index + 1}`).fill(name)
    await page.getByLabel(`Share of person ${index + 1}`).fill(index === 0 ? '4/3' : '33.333')
  }
  await page.getByText('or a fraction up to 1, like 1/3').waitFor()
  await page.getByLabel('Share of person 1').fill('1/3')
  await lookAt(page, 'split')
  await button('Set this split').click()
  await dialog().getByRole('button', { name: 'Set this split' }).click()
  await button('Remove split').waitFor()
  await heading.waitFor()
  const split = () => call(getSplit, { params: { contentId: albumId, contentType: 'album' } })
  assert.deepEqual(
    (await split())?.splitRecipients.map(({ share }) => share),
    [1, 1, 1],
  )
  const listener = await createTestUser(world)
  await fillBalance(world, listener, 50_000)
  await listener.call(send, { body: { contentId: albumId, msatAmount: 10_001 } })
  await button('Remove split').click()
  await lookAt(page, 'split-remove')
  await dialog().getByRole('button', { name: 'Remove split' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('Mara Okafor (you)').waitFor()
  assert.equal(await split(), null)
})

step('analytics show where the money went, and can be filtered by artist', async () => {
  await call(createArtist, { body: { name: 'The Other One' } })
  await until(async () => (await call(getIncome, { query: {} })).msatGross === 10_001)
  const income = await call(getIncome, { query: {} })
  assert.equal(income.msatGross, income.msatFee + income.msatCollaborators + income.msatOwn)
  await page.goto('/studio/analytics')
  const sum = page.getByRole('table', { name: 'Where the money went' })
  await sum.getByText('10.001 sats').waitFor()
  await lookAt(page, 'analytics')
  await page.getByText('Filter by artist, release or source').click()
  await page.getByLabel('Artist', { exact: true }).selectOption({ label: 'The Other One' })
  await sum.getByText('0 sats').first().waitFor()
  await button('7 days').click()
  assert.match(page.url(), /artist=/)
})

step('a folder with guests and discs in its tags becomes a compilation, whose page shows both', async () => {
  writeCompilation()
  await page.goto('/studio/upload')
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(path.join(folder, 'Night and Day'))
  await page.locator('[data-upload] input[value=Dusk]').waitFor()
  const region = page.getByRole('region', { name: 'Ready to upload' })
  await region.getByText('feat. Björn').waitFor()
  assert.equal(await page.getByLabel('Kind of release', { exact: true }).inputValue(), 'compilation')
  assert.equal(await page.getByLabel('Titles of the discs', { exact: true }).inputValue(), '\n\nNightside')
  await page.getByLabel('Artist', { exact: true }).selectOption({ label: 'Mara Okafor' })
  await lookAt(page, 'release-discs')
  await button('Create the release and upload 4 tracks').click()
  await page.waitForURL(/\/studio\/albums\/[0-9a-f-]{36}$/)
  await page.getByText('4 ready').first().waitFor()
  await button('Publish…').click()
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Public since/).waitFor()
  await page.goto(new URL(page.url()).pathname.replace('/studio/albums', '/album'))
  const main = page.getByRole('main')
  await main.getByText('Various artists').first().waitFor()
  assert.deepEqual(await main.getByRole('heading', { level: 3, name: /^Disc/ }).allTextContents(), [
    'Disc 1',
    'Disc 3 · Nightside',
  ])
  const titles = main.getByRole('link', { name: /^(Before|Dawn|Dusk|Moonrise 🌙)$/ })
  assert.deepEqual(await titles.allTextContents(), ['Before', 'Dawn', 'Dusk', 'Moonrise 🌙'])
  for (const byline of ['Mara Okafor feat. Björn', 'Cleo', 'נועה'])
    await main.getByText(byline, { exact: true }).waitFor()
  await main.getByRole('button', { name: /Play Dusk$/ }).click()
  await page.getByRole('region', { name: 'Player' }).getByText('Cleo').first().waitFor()
  await page.getByRole('button', { name: 'Next' }).first().click()
  await page.getByRole('region', { name: 'Player' }).getByText('נועה').first().waitFor()
})

/** Two discs of three: the first begins with track 0, and the last track has no title of its disc. */
function writeCompilation(): void {
  const home = path.join(folder, 'Night and Day')
  fs.mkdirSync(home)
  const tracks = [
    { title: 'Moonrise 🌙', artist: 'נועה', trackNumber: 2, discNumber: 3 },
    { title: 'Dusk', artist: 'Cleo', remixer: 'Rex', trackNumber: 1, discNumber: 3, discTitle: 'Nightside' },
    { title: 'Dawn (feat. Björn)', artist: 'Mara Okafor', trackNumber: 100, discNumber: 1 },
    { title: 'Before', artist: 'Mara Okafor', trackNumber: 0, discNumber: 1 },
  ]
  for (const [index, track] of tracks.entries()) {
    const tags = { ...track, album: 'Night and Day', albumArtist: 'Various Artists' }
    fs.writeFileSync(path.join(home, `${index}.wav`), tagWav(makeWav(2), tags))
  }
}

step('the browser reports no errors', async () => {
  assert.deepEqual(complaints, [])
})
