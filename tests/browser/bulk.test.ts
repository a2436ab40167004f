/** A label enters past albums: a folder of albums becomes drafts, what is missing is filled in, and all are published at once.
 * The clicks are counted. Then its tracks are changed as a table. `BULK_ALBUMS=20 BULK_FILES=10 npm test --
 * tests/browser/bulk.test.ts` enters 200 files. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { createAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { changeCells, readCells } from '#contract/catalog/bulk/cells.ts'
import { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { publish } from '#contract/catalog/publish.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { addToLibrary } from '#contract/listening/library.ts'
import { createTestUser, lendAudio, type TestUser, until } from '../users.ts'
import { type TestWorld } from '../world.ts'
import { labelFolders, writeFolders } from './album-folders.ts'
import { lookAt, openBrowser } from './chromium.ts'
import { openPages, stepsOf, storeSession } from './stage.ts'

const ALBUMS = Number(process.env['BULK_ALBUMS'] ?? 4)
const FILES = Number(process.env['BULK_FILES'] ?? 2)
const CLICKS_MAX = 60
/** All files have to arrive and be processed. */
const WAIT_MS = 60_000 + ALBUMS * FILES * 4_000
/** A button, the file in the system's window, and its 'Open'. */
const FILE_CLICKS = 3

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
let complaints: string[]
let label: TestUser
let fan: TestUser
let artistId = ''
let clicks = 0
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-bulk-'))
const music = path.join(root, 'music')

before(async () => {
  stack.defer(() => fs.rmSync(root, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack))
  label = await createTestUser(world, { name: 'moon', hasFullName: true })
  fan = await createTestUser(world, { name: 'fan' })
  artistId = (await label.call(createArtist, { body: { name: 'mara okafor' } })).id
  await fan.call(addToLibrary, { body: { contentId: artistId } })
  const cover = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#a8185a' } })
    .jpeg()
    .toBuffer()
  fs.writeFileSync(path.join(root, 'cover.jpg'), cover)
  writeFolders(music, labelFolders(ALBUMS, FILES, cover))
  ;({ page, complaints } = await openBrowser(browser, world.origin))
  page.setDefaultTimeout(WAIT_MS)
  await storeSession(page, label)
})
after(() => stack.disposeAsync())

const step = stepsOf('bulk', 2 * WAIT_MS + 240_000, () => page)

const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
async function click(target: Locator): Promise<void> {
  clicks++
  await target.click()
}
async function chooseFolder(folder: string): Promise<void> {
  clicks += FILE_CLICKS
  await page.locator('input[webkitdirectory]').setInputFiles(folder)
}

step('each folder is assigned to the artist in its tags, and the compilation to its label', async () => {
  await page.goto('/studio/upload')
  await click(page.getByRole('link', { name: 'Several albums at once' }))
  await page.getByText('No drafts.').waitFor()
  await chooseFolder(music)
  const make = button(`Create or continue ${ALBUMS} drafts`)
  await make.waitFor()
  const artistOf = async (index: number) =>
    page.getByLabel(`Artist of Album ${index}`, { exact: true }).locator('option:checked').textContent()
  await page.getByText('Reading tags').first().waitFor({ state: 'detached' })
  assert.equal(await artistOf(1), 'mara okafor')
  assert.equal(await artistOf(2), 'New artist: Teodor Lind')
  assert.equal(await artistOf(3), 'New artist: Moon Records')
  await lookAt(page, 'plan')
  // Each draft is made once.
  clicks++
  await make.dblclick()
})

step('the page says what each draft lacks, also after a reload, and the rest is filled in there', async () => {
  await page.getByText(`Complete: ${ALBUMS - 2} drafts`).waitFor()
  await until(async () => (await label.call(listDrafts, {})).every(({ tracks }) => tracks.length === FILES), WAIT_MS)
  await until(
    async () =>
      (await label.call(listDrafts, {})).every(({ tracks }) => tracks.every(({ state }) => state === 'ready')),
    WAIT_MS,
  )
  await page.reload()
  await page.getByText(`Complete: ${ALBUMS - 2} drafts`).waitFor()
  await page.getByText('No original date', { exact: true }).waitFor()
  await lookAt(page, 'drafts')
  const date = page.getByLabel('Original release date of Album 1', { exact: true })
  await click(date)
  await date.fill('1969-09')
  await date.press('Enter')
  await page.getByText('No original date', { exact: true }).waitFor({ state: 'detached' })
  clicks += FILE_CLICKS
  await page.getByLabel('Choose a cover').and(page.locator('input')).setInputFiles(path.join(root, 'cover.jpg'))
  await page.getByText(`Complete: ${ALBUMS} drafts`).waitFor()
  await click(page.getByText(`Price for the ${ALBUMS} drafts that are not for sale`))
  await page.getByLabel('Minimum').fill('2100')
  await click(button('Set this price'))
  await page.getByText('Not for sale').first().waitFor({ state: 'detached' })
})

step('the same folder again sends only what is missing', async () => {
  const folder = path.join(music, 'Album 2')
  const name = '99 Left.flac'
  fs.copyFileSync(path.join(folder, '01.flac'), path.join(folder, name))
  const modified = new Date('2020-01-01T00:00:00Z')
  fs.utimesSync(path.join(folder, name), modified, modified)
  const { size: sizeBytes } = fs.statSync(path.join(folder, name))
  const drafts = await label.call(listDrafts, {})
  const { id: albumId } = drafts.find(({ title }) => title === 'Album 2')!
  const file = { name, sizeBytes, modifiedAt: modified.toISOString() }
  // As after a window was closed during its upload.
  await label.call(createTrack, { body: { albumId, title: 'Left', order: FILES + 1, extension: 'flac', file } })
  await page.reload()
  await page.getByText(`${FILES} of ${FILES + 1} files ready`).waitFor()
  await page.locator('input[webkitdirectory]').setInputFiles(music)
  const make = button('Create or continue 1 draft')
  await make.waitFor()
  await page.getByText('Continues a draft: 1 file to send').waitFor()
  await make.click()
  await button('Create or continue 0 drafts').waitFor()
  await button('Clear this list').click()
  await page.getByText(`Complete: ${ALBUMS} drafts`).waitFor()
  const all = await label.call(listDrafts, {})
  for (const { title, tracks } of all) assert.equal(tracks.length, title === 'Album 2' ? FILES + 1 : FILES, title)
})

step('all are published with their original dates, and nobody is notified of something new', async () => {
  await click(button(`Publish the ${ALBUMS} complete drafts`))
  await page.getByText('No drafts.').waitFor()
  const albums = await label.call(listOwnAlbums, { query: {} })
  assert.deepEqual(
    new Set(albums.map(({ status, publishedAt }) => `${status} ${publishedAt! < '2020'}`)),
    new Set(['published true']),
  )
  assert.equal(albums.find(({ title }) => title === 'Album 1')?.publishedAt, '1969-09-01T00:00:00.000Z')
  const artists = await label.call(listOwnArtists, { query: {} })
  assert.equal(artists.length, ALBUMS > 5 ? 4 : 3, 'each new artist was created once')
  // A new release is notified, after all releases before it have been looked at.
  const { id: albumId } = await label.call(createAlbum, { body: { artistId, title: 'News' } })
  const { id: trackId } = await label.call(createTrack, {
    body: { albumId, title: 'New', order: 1, extension: 'flac' },
  })
  const past = (await label.call(readCells, { params: { contentId: artistId } })).at(-1)
  await lendAudio(world, trackId, past!.id)
  await label.call(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
  const notified = async () => (await fan.call(listNotifications, { query: {} })).notifications
  await until(async () => (await notified()).length > 0)
  assert.equal((await notified()).length, 1)
  const counted = `${clicks} clicks for ${ALBUMS} albums of ${FILES} files`
  console.log(counted)
  assert.ok(clicks <= CLICKS_MAX, counted)
})

const cell = (column: string, title: string): Locator => page.getByLabel(`${column} of ${title}`, { exact: true })

async function paste(at: Locator, text: string): Promise<void> {
  await at.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const saved = async () => (await label.call(readCells, { params: { contentId: artistId } })).map(({ cells }) => cells)

step('pasted rows are shown before they are applied, and saved together with one text for a selection', async () => {
  await page.goto(`/studio/table/${artistId}`)
  await cell('Title', 'Song 2').first().waitFor()
  const before = await saved()
  await paste(page.locator('[data-cell="0 title"]'), 'Uno 🎹\t1\t7\nDos\t1\t1\n')
  const dialog = page.getByRole('dialog', { name: /^Pasting changes 3 cells/ })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('[data-cell="0 select"]').click()
  await page.locator('[data-cell="2 select"]').click({ modifiers: ['Shift'] })
  await page.getByLabel('Value', { exact: true }).selectOption('Yes')
  await button('Set for 3 selected').click()
  await page.getByText('6 changes').waitFor()
  await page.reload()
  await page.getByText('6 changes').waitFor()
  await lookAt(page, 'table')
  await button('Save changes').click()
  await button('Undo the last save (6 cells)').waitFor()
  const [first, second, third] = await saved()
  const changed = [first?.['title'], first?.['order'], second?.['title'], third?.['explicit']]
  assert.deepEqual(changed, ['Uno 🎹', '7', 'Dos', 'yes'])
  await page.reload()
  await button('Undo the last save (6 cells)').click()
  await page.getByText('The last save is undone.').waitFor()
  assert.deepEqual(await saved(), before)
})

step('of two editors of one cell, the second sees both texts and decides', async () => {
  await page.reload()
  const [row] = await label.call(readCells, { params: { contentId: artistId } })
  const from = row!.cells['title']!
  await page.locator('[data-cell="0 title"]').fill('Mine')
  const changes = [{ id: row!.id, field: 'title' as const, from, to: 'Theirs' }]
  await label.call(changeCells, { params: { contentId: artistId }, body: { changes } })
  await button('Save changes').click()
  await page.getByText('Yours: “Mine”. Saved: “Theirs”.').waitFor()
  assert.equal((await saved())[0]?.['title'], 'Theirs')
  await button('Keep mine').click()
  await button('Save changes').click()
  await button('Undo the last save (1 cell)').waitFor()
  assert.equal((await saved())[0]?.['title'], 'Mine')
  // Undoing a text that was changed again is the same conflict.
  const again = [{ id: row!.id, field: 'title' as const, from: 'Mine', to: 'Again' }]
  await label.call(changeCells, { params: { contentId: artistId }, body: { changes: again } })
  await button('Undo the last save (1 cell)').click()
  await button('Keep the saved text').click()
  await page.getByText('Yours:').waitFor({ state: 'detached' })
  assert.equal((await saved())[0]?.['title'], 'Again')
})

step('an invalid text cannot be saved, and the arrow keys move between the rows', async () => {
  const position = page.locator('[data-cell="0 order"]')
  await position.fill('0')
  await page.getByText('1 cell is not valid.').waitFor()
  assert.ok(await button('Save changes').isDisabled())
  await position.press('ArrowDown')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), '1 order')
  await button('Discard').click()
  await page.getByText('1 cell is not valid.').waitFor({ state: 'detached' })
  assert.deepEqual(
    complaints.filter((text) => !text.includes('409')),
    [],
  )
})
