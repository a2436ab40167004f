/** A page closed during uploads: afterwards every row is there, states how much has arrived, and resumes when its
 * file is chosen again. Also the other actions of a row. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listAlbumTracks } from '#contract/catalog/tracks.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { tagWav } from '../tagged-audio.ts'
import { type TestWorld } from '../world.ts'
import { lookAt, openBrowser } from './chromium.ts'
import { openThrottledConnection, type ThrottledConnection } from './throttled-connection.ts'
import { openPages, stepsOf, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let line: ThrottledConnection
let browser: Browser
let page: Page
let mara: TestUser
let albumId = ''
let complaints: string[]
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-resume-'))
const pathOf = (name: string) => path.join(folder, name)

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack))
  line = stack.use(await openThrottledConnection(world.origin))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  const { id: artistId } = await mara.call(createArtist, { body: { name: 'Mara Okafor' } })
  albumId = (await mara.call(createAlbum, { body: { artistId, title: 'Storm Songs' } })).id
  for (const [name, seconds, title] of [
    ['a_take_7.wav', 40, 'Undertow'],
    ['b.wav', 40, 'Interlude'],
    ['c.wav', 2, 'Interlude'],
    ['d.wav', 2, 'Slow Lightning'],
    ['other.wav', 3, 'Other'],
  ] as const) {
    fs.writeFileSync(pathOf(name), tagWav(makeWav(seconds, 200 + seconds), { title }))
  }
  ;({ page, complaints } = await openBrowser(browser, line.origin))
  // The browser's own question before a page that is uploading is left.
  page.on('dialog', (question) => void question.accept())
  await storeSession(page, mara)
})
after(() => stack.disposeAsync())

const step = stepsOf('studio-resume', 120_000, () => page)

const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
const dialog = (): Locator => page.getByRole('dialog')
const rows = (): Locator => page.getByRole('list', { name: 'Tracks' }).getByRole('listitem')
const rangeOf = (request: Request) => request.headers()['content-range'] ?? ''
const isPut = (request: Request) => request.method() === 'PUT' && new URL(request.url()).pathname.startsWith('/files/')

async function choose(name: string | RegExp, file: string): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await button(name).click()
  await (await asked).setFiles(pathOf(file))
}

step('four files are uploading, two of them waiting, under the titles of their tags', async () => {
  await page.goto(`/studio/albums/${albumId}`)
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(['a_take_7.wav', 'b.wav', 'c.wav', 'd.wav'].map(pathOf))
  await page.locator('[data-upload]').nth(3).waitFor()
  await until(async () => (await page.getByText('Reading tags').count()) === 0)
  line.narrow(900_000)
  line.cut()
  await button('Upload 4 tracks').click()
  const query = { unpublished: 'true' }
  await until(async () => (await mara.call(listAlbumTracks, { params: { albumId }, query })).length === 4)
  await until(() => line.isStuck())
})

step('after a reload every row is there and states how much of its file has arrived', async () => {
  await page.reload()
  line.narrow(Infinity)
  await page.getByText(/^Interrupted at [1-9]\d? % · a_take_7\.wav$/).waitFor()
  await lookAt(page, 'cut-off')
  assert.equal(await rows().count(), 4)
  await page.getByText('Not uploaded yet · d.wav').waitFor()
  await page.getByText('4 waiting for a file').waitFor()
  assert.equal(await page.getByText(/eing prepared/).count(), 0)
  assert.equal(await rows().getByRole('link', { name: 'Interlude' }).count(), 2, 'two tracks may share a title')
  assert.ok(await button('Publish…').isDisabled())
})

step('the same file resumes at the byte where it stopped; another one starts from the beginning', async () => {
  const put = page.waitForRequest(isPut)
  await choose('Choose the file again for Undertow', 'a_take_7.wav')
  assert.match(rangeOf(await put), /^bytes [1-9]\d{4,}-/)
  await page.getByText('1 ready').first().waitFor()
  await button('Publish…').waitFor()
  const other = page.waitForRequest(isPut)
  await choose(/^Choose the file (again )?for Slow Lightning$/, 'other.wav')
  assert.match(rangeOf(await other), /^bytes 0-/)
  await page.getByText('2 ready').first().waitFor()
})

step('files dropped again are matched to their rows', async () => {
  await page.locator('input[type=file][multiple]').first().setInputFiles(['b.wav', 'c.wav'].map(pathOf))
  await page.getByText('4 ready').first().waitFor()
  assert.equal(await rows().count(), 4)
})

step('a release is published with a date in the past, which it keeps', async () => {
  await button('Publish…').click()
  await dialog().getByRole('switch', { name: 'Choose a date' }).click()
  await dialog().getByText('With a date in the past, it is public now and shows that date.').waitFor()
  await dialog().getByRole('button', { name: 'Publish now' }).waitFor({ state: 'detached' })
  await dialog().getByRole('button', { name: 'Choose a date' }).click()
  await dialog().getByText('Please choose a date and a time.').waitFor()
  await dialog().getByLabel('Date and time').fill('2009-05-01T12:00')
  await dialog().getByText('This date is in the past').waitFor()
  await lookAt(page, 'publish-past')
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Public, dated (1 May 2009|May 1, 2009)/).waitFor()
})

step('one of its tracks is hidden, and scheduled from the menu of its row', async () => {
  await page.getByLabel('Select Undertow').check()
  await page.getByRole('region', { name: 'Actions for selected items' }).getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Not public yet').first().waitFor()
  await button('More options for Undertow').click()
  await page.getByRole('menuitem', { name: 'Publish…' }).click()
  await dialog().getByLabel('Date and time').fill('2031-01-01T12:00')
  await dialog().getByRole('button', { name: 'Schedule' }).click()
  await rows()
    .getByText(/1 January 2031|January 1, 2031/)
    .waitFor()
})

step('a row can be played, its link copied, and it can be deleted', async () => {
  await button('More options for Slow Lightning').click()
  await lookAt(page, 'menu')
  const items = await page.getByRole('menuitem').allTextContents()
  for (const item of ['Play', 'Edit', 'Copy link', 'Replace the audio', 'Delete']) {
    assert.ok(items.includes(item), `${item} is not among ${items.join(', ')}`)
  }
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await until(async () => (await rows().count()) === 3)
})

step('a release is deleted with its tracks after one question', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await button('Delete this release…').click()
  await dialog().getByText('These tracks are deleted with Storm Songs:').waitFor()
  await dialog().getByText('Undertow').waitFor()
  await lookAt(page, 'delete')
  await dialog().getByRole('button', { name: 'Delete release and 3 tracks' }).click()
  await page.waitForURL('/studio/albums')
  assert.equal((await fetch(`${world.origin}/album/${albumId}`)).status, 410)
})

step('the browser reports no errors', async () => {
  assert.deepEqual(complaints, [])
})
