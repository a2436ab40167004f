/** An artist adds a banner, its focal point and liner notes in the studio; visitors see them on the public pages. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { getArtist } from '#contract/catalog/artists.ts'
import { getImagery, getLinerNotes } from '#contract/catalog/imagery.ts'
import { send } from '#contract/payments/payments.ts'
import { listContentSupporters } from '#contract/listening/support.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-imagery-'))
let world: TestWorld
let browser: Browser
let mara: TestUser
let fan: TestUser
let song: PublishedTrack
let artistUrl = ''

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  fan = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  artistUrl = (await world.call(getArtist, { params: { artistId: song.artistId } })).artistUrl
  const half = (background: string) => sharp({ create: { width: 400, height: 500, channels: 3, background } })
  const photograph = await half('#202020')
    .composite([{ input: await half('#e0e0e0').resize(200).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  fs.writeFileSync(path.join(folder, 'photograph.jpg'), photograph)
  await fillBalance(world, fan, 1_000_000)
  await fan.call(send, { body: { contentId: song.trackId, msatAmount: 21_500, comment: 'Again!' } })
  const supporters = { params: { contentId: song.artistId }, query: {} }
  await until(async () => (await world.call(listContentSupporters, supporters)).supporters.length === 1)
})
after(() => stack.disposeAsync())

function visit(name: string, user: (() => TestUser) | null, work: (page: Page) => Promise<void>): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.world.config.publicUrl)
    if (user) await storeSession(opened.page, user())
    await runVisit(t, opened, 'imagery', () => work(opened.page))
  })
}

const assertMainPasses = (page: Page) => assertAxePasses(page, { within: 'main' })

visit(
  'a banner is uploaded, and its focal point moved with the arrow keys',
  () => mara,
  async (page) => {
    const imagery = () => world.call(getImagery, { params: { artistId: song.artistId } })
    await page.goto(`/studio/edit/artist/${song.artistId}?part=imagery`)
    await page.getByLabel('Choose a banner').setInputFiles(path.join(folder, 'photograph.jpg'))
    const point = page.getByRole('button', { name: /^Focal point: 50 % from the left, 33 % from the top/ })
    await point.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Focal point: 64 % from the left, 35 % from the top/ }).waitFor()
    const banner = page.getByRole('group', { name: 'Banner', exact: true })
    await banner.getByLabel('Description for people who cannot see it').fill('Mara at a window')
    await banner.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await imagery()).banner?.alt === 'Mara at a window')
    assert.deepEqual((await imagery()).banner?.focus, { x: 0.64, y: 0.353 })
    await assertMainPasses(page)
  },
)

visit(
  'liner notes are written with a preview, and have a photograph',
  () => mara,
  async (page) => {
    const notes = () => world.call(getLinerNotes, { params: { albumId: song.albumId } })
    await page.goto(`/studio/edit/album/${song.albumId}?part=notes`)
    await page.getByLabel('Text', { exact: true }).fill('Every door was open. Recorded at **night**.\n\n- <b>lamp</b>')
    await page.getByRole('region', { name: 'Preview' }).getByText('Every door was open.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await notes()).text !== null)
    await page.getByLabel('Add photographs').setInputFiles(path.join(folder, 'photograph.jpg'))
    await until(async () => (await notes()).photographs.length === 1)
    await assertMainPasses(page)
  },
)

visit('visitors see the photograph with the name across it, and who supports the artist', null, async (page) => {
  await page.goto(`/artist/${artistUrl}`)
  const print = page.getByRole('img', { name: 'Mara at a window' })
  await print.waitFor()
  assert.match((await print.getAttribute('src')) ?? '', /-wide-day\.jpg$/)
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('img[alt="Mara at a window"]')
    return image?.complete === true && image.naturalWidth > 0
  })
  await page.locator('[data-year]').getByText('Again!').waitFor()
  await page.locator('[data-supporters]').getByText('21 sats').waitFor()
  await page.getByText('Zaps with a public message, since the beginning.').waitFor()
  await assertMainPasses(page)
})

visit('visitors read the liner notes, in which HTML is text', null, async (page) => {
  await page.goto(`/album/${song.albumId}`)
  await page.getByText('Every door was open.', { exact: true }).waitFor()
  await page.locator('strong', { hasText: 'night' }).waitFor()
  await page.getByText('<b>lamp</b>', { exact: true }).waitFor()
  await assertMainPasses(page)
})

visit(
  'a fan sees what they have given, to the msat',
  () => fan,
  async (page) => {
    await page.goto(`/album/${song.albumId}`)
    await page.locator('[data-supporters]').scrollIntoViewIfNeeded()
    await page.locator('[data-own-support]').getByText('You have given 21.500 sats since').waitFor()
  },
)

test('without scripts the pages have the photograph, the notes and the supporters', async () => {
  const html = async (path: string) => (await fetch(world.world.config.publicUrl + path)).text()
  const artist = await html(`/artist/${artistUrl}`)
  assert.match(artist, /-narrow-night\.jpg/)
  assert.match(artist, /data-supporters/)
  assert.match(artist, /data-year/)
  assert.match(await html(`/album/${song.albumId}`), /Every door was open\./)
})
