/** What is typed into a form outlives a reload and other pages, and publishing names what is not saved. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { createArtist } from '#contract/catalog/artists.ts'
import { createAlbum, getAlbum } from '#contract/catalog/albums.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { createTestUser, lendAudio, publishTrack, type PublishedTrack, type TestUser, until } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { journeysOf, openStage, PIXEL } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
/** Logs out too. */
let lena: TestUser
let lenaAlbumId = ''
let albumId = ''
let trackId = ''
let published: PublishedTrack

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  const song = await publishTrack(world, mara, { title: 'First Light' })
  published = song
  albumId = (await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Night Bus' } })).id
  trackId = (await mara.call(createTrack, { body: { albumId, title: 'Last Bus', order: 1, extension: 'wav' } })).id
  await lendAudio(world, trackId, song.trackId)
  lena = await createTestUser(world, { name: 'lena', hasFullName: true })
  const { id: artistId } = await lena.call(createArtist, { body: { name: 'Lena Ort' } })
  lenaAlbumId = (await lena.call(createAlbum, { body: { artistId, title: 'Day Bus' } })).id
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('unsaved', () => ({ browser, origin: world.world.config.publicUrl }))

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true })
const dialog = (page: Page): Locator => page.getByRole('dialog')

journey(
  'a split that is typed but not set outlives a reload, and publishing says so and leads there',
  () => mara,
  async (page) => {
    await page.goto(`/studio/albums/${albumId}`)
    await button(page, 'Share with others').click()
    await field(page, 'Username of person 2').fill('teodor')
    await page.reload()
    assert.equal(await field(page, 'Username of person 2').inputValue(), 'teodor')
    await button(page, 'Publish…').click()
    await dialog(page).getByText('These changes are not saved.').waitFor()
    await dialog(page).getByRole('button', { name: 'Publish without these' }).waitFor()
    await dialog(page).getByRole('link', { name: 'Night Bus: Split' }).click()
    await page.waitForURL(`/studio/edit/album/${albumId}?part=split`)
    assert.equal(await field(page, 'Username of person 2').inputValue(), 'teodor')
    await button(page, 'Not now').click()
    await page.goBack()
    await button(page, 'Publish…').click()
    await dialog(page).getByRole('button', { name: 'Publish now' }).waitFor()
    assert.equal(await dialog(page).getByText('These changes are not saved.').count(), 0)
  },
)

journey(
  'the fields of an edit page are kept until they are saved, discarded, or the user logs out',
  () => mara,
  async (page) => {
    const edit = `/studio/edit/track/${trackId}`
    const title = field(page, 'Title')
    const questions: string[] = []
    page.on('dialog', (question) => {
      questions.push(question.type())
      void question.accept()
    })
    await page.goto(edit)
    await title.fill('Last Tram')
    await page.getByText('Not saved yet.').waitFor()
    await page.reload()
    assert.equal(await title.inputValue(), 'Last Tram')
    assert.deepEqual(questions, ['beforeunload'])
    await page.getByRole('main').getByRole('link', { name: 'Night Bus' }).click()
    await page.waitForURL(`/studio/albums/${albumId}`)
    await page.goBack()
    assert.equal(await title.inputValue(), 'Last Tram')
    await button(page, 'Undo changes').click()
    assert.equal(await title.inputValue(), 'Last Bus')
    await page.reload()
    assert.equal(await title.inputValue(), 'Last Bus')
    assert.deepEqual(questions, ['beforeunload'], 'nothing to lose')
    await page.getByRole('switch', { name: 'Explicit' }).click()
    await page.reload()
    assert.equal(await page.getByRole('switch', { name: 'Explicit' }).getAttribute('aria-checked'), 'true')
    await button(page, 'Save changes').click()
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
    const { isExplicit } = await mara.call(getTrack, { params: { trackId } })
    assert.equal(isExplicit, true)
    assert.equal(await readDrafts(page), '[]')
    await title.fill('Last Tram')
    await page.getByText('Not saved yet.').waitFor()
    await button(page, 'Open user menu').click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('/')
    await page.waitForFunction(() => !sessionStorage.getItem('peal.drafts')?.includes('Last Tram'))
  },
)

journey(
  'a chosen cover outlives a reload, until it is saved or the user logs out',
  () => lena,
  async (page) => {
    const choose = (name: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: PIXEL })
    await page.goto(`/studio/edit/album/${lenaAlbumId}`)
    await choose('front.png')
    await page.getByText('Not saved yet.').waitFor()
    await page.reload()
    await page.getByText('front.png', { exact: true }).waitFor()
    await button(page, 'Save changes').click()
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
    assert.notEqual((await lena.call(getAlbum, { params: { albumId: lenaAlbumId } })).artworkUrl, null)
    await page.reload()
    await button(page, 'Save changes').waitFor()
    assert.equal(await page.getByText('front.png', { exact: true }).count(), 0)
    await choose('back.png')
    await page.getByText('Not saved yet.').waitFor()
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    assert.deepEqual(await databases(), ['peal.covers'])
    await button(page, 'Open user menu').click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('/')
    await until(async () => (await databases()).length === 0)
  },
)

journey(
  'the message of a zap that is not sent outlives a reload',
  () => null,
  async (page) => {
    await page.goto(`/album/${published.albumId}`)
    const message = dialog(page).getByLabel('Message')
    await page.getByRole('button', { name: 'Zap First Light' }).first().click()
    await message.fill('For the song')
    await page.reload()
    await page.getByRole('button', { name: 'Zap First Light' }).first().click()
    await message.waitFor()
    assert.equal(await message.inputValue(), 'For the song')
  },
)

const readDrafts = (page: Page) => page.evaluate(() => sessionStorage.getItem('peal.drafts'))
