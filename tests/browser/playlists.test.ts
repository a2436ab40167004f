/** Playlists, likes, following and the library in a real browser: by mouse, keyboard and touch, and after a reload. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { createAlbum } from '#contract/catalog/albums.ts'
import { addToLibrary, listHistory, listLibraryIds } from '#contract/listening/library.ts'
import { addPlaylistTrack, createPlaylist, getPlaylist } from '#contract/listening/playlists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { newId } from '#server/platform/ids.ts'
import { CHOICES_AS } from '#web/player/state/storage-key.ts'
import { lendAudio, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, PHONE } from './chromium.ts'
import { faultsOf as screenFaultsOf, stopAnimations } from './screen-faults.ts'
import { openStage, journeysOf } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let lena: TestUser
let song: PublishedTrack
const trackIds: string[] = []
let albumId = ''

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  lena = await createTestUser(world, { name: 'lena' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  albumId = (await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Three Songs' } })).id
  for (const title of ['Paper Boats', 'Low Tide', 'Ferry Home']) trackIds.push(await addSong(title))
  await mara.call(publish, { params: { contentId: albumId }, body: {} })
  // The very first page takes longer, on the server and in the browser.
  await visitFirst()
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('playlists', () => ({ browser, origin: world.world.config.publicUrl }))

async function visitFirst(): Promise<void> {
  const { context, page } = await openBrowser(browser, world.world.config.publicUrl)
  await page.goto(`/album/${albumId}`)
  await choose(page, 'Low Tide', 'Like')
  await page.waitForURL('**/login?next=*')
  await context.close()
}

async function addSong(title: string): Promise<string> {
  const body = { albumId, title, order: trackIds.length + 1, extension: 'wav' }
  const { id } = await mara.call(createTrack, { body })
  await lendAudio(world, id, song.trackId)
  return id
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
const pressed = (page: Page, name: string, isPressed: boolean): Locator =>
  page.getByRole('button', { name, exact: true, pressed: isPressed })

/** In the menu of a row. */
async function choose(page: Page, title: string, action: string): Promise<void> {
  await button(page, `More for ${title}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function faultsOf(page: Page): Promise<string[]> {
  await stopAnimations(page)
  return (await screenFaultsOf(page)).map((fault) => `${page.url()} ${fault}`)
}

/** The songs of the playlist on screen, in their order. */
const songsOn = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Songs' }).locator('a[href^="/track/"]').allTextContents()

journey(
  'a like is shown immediately, stays after a reload, and can be removed',
  () => robin,
  async (page) => {
    await page.goto(`/album/${albumId}`)
    await choose(page, 'Low Tide', 'Like')
    await pressed(page, 'Like Three Songs', false).click()
    await pressed(page, 'Like Three Songs', true).waitFor()
    const ids = async () => (await robin.call(listLibraryIds, {})).contentIds
    await until(async () => (await ids()).length === 2)
    await page.reload()
    await choose(page, 'Low Tide', 'Remove like')
    await until(async () => (await ids()).length === 1)
    await page.goto('/library/albums')
    await page.getByRole('link', { name: 'Three Songs' }).waitFor()
    await page.getByRole('link', { name: 'Songs', exact: true }).click()
    await page.getByText('Songs you like will appear here.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  },
)

journey(
  'the song that plays is marked in every list, and nothing else is',
  () => robin,
  async (page) => {
    const current = page.locator('main li[aria-current]')
    const isMarked = () =>
      until(async () => (await current.count()) === 1 && (await current.innerText()).includes('Ferry Home'))
    // Without the radio, the last song stays the current one after it has ended.
    await page.addInitScript((name) => localStorage.setItem(name, JSON.stringify({ autoplay: false })), CHOICES_AS)
    await page.goto(`/album/${albumId}`)
    await button(page, '3, Play Ferry Home').click()
    await isMarked()
    await choose(page, 'Ferry Home', 'Like')
    assert.deepEqual(await faultsOf(page), [])
    for (const address of ['/artist/artist-of-mara', '/search?q=Ferry+Home&type=track', '/library']) {
      await page.goto(address)
      await isMarked()
    }
    await choose(page, 'Ferry Home', 'Remove like')
  },
)

journey(
  'a visitor who likes a song is asked to log in, and returns to the page',
  () => null,
  async (page) => {
    await page.goto(`/album/${albumId}`)
    await choose(page, 'Low Tide', 'Like')
    await page.waitForURL(`**/login?next=${encodeURIComponent(`/album/${albumId}`)}`)
  },
)

journey(
  'a playlist is created in the dialog, filled from rows, ordered by keyboard, shared and deleted',
  () => robin,
  async (page) => {
    await page.goto(`/album/${albumId}`)
    await choose(page, 'Paper Boats', 'Share')
    const sharing = page.getByRole('dialog', { name: 'Share' })
    await sharing.getByText('Paper Boats', { exact: true }).waitFor()
    await sharing.getByRole('tab', { name: 'Clip' }).waitFor()
    await sharing.getByRole('button', { name: 'Close' }).click()
    await choose(page, 'Paper Boats', 'Add to playlist')
    await page.getByLabel('New playlist').fill('By night')
    await button(page, 'Create').click()
    const inIt = page.getByRole('button', { name: /^By night/, pressed: true })
    await inIt.waitFor()
    await page.getByLabel('New playlist').fill('By day')
    await button(page, 'Create').click()
    const rows = page.getByRole('list', { name: 'Your playlists' }).getByRole('button')
    const names = async () => (await rows.allTextContents()).map((text) => text.slice(0, 6))
    await until(async () => (await names()).join() === 'By day,By nig')
    await inIt.click()
    await page.getByRole('button', { name: /^By night/, pressed: false }).click()
    await inIt.waitFor()
    assert.deepEqual(await names(), ['By day', 'By nig'])
    await button(page, 'Done').click()
    for (const title of ['Low Tide', 'Ferry Home']) {
      await choose(page, title, 'Add to playlist')
      await page.getByRole('button', { name: /^By night/, pressed: false }).click()
      await inIt.waitFor()
      await button(page, 'Done').click()
      await inIt.waitFor({ state: 'detached' })
    }
    await page.goto('/playlists')
    await page.getByRole('link', { name: 'By night' }).click()
    await heading(page, 'By night').waitFor()
    const playlistId = new URL(page.url()).pathname.split('/').at(-1)!
    await until(async () => (await songsOn(page)).join() === 'Paper Boats,Low Tide,Ferry Home')

    await button(page, 'Edit songs').click()
    await page.getByText(/^With the keyboard: space at the handle/).waitFor()
    await button(page, 'Move Ferry Home').focus()
    await page.keyboard.press('Space')
    await page.getByText('Ferry Home picked up. Position 3 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('Ferry Home is now at position 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await until(async () => (await songsOn(page)).join() === 'Paper Boats,Ferry Home,Low Tide')
    await button(page, 'Remove Paper Boats').click()
    const kept = async () =>
      (await robin.call(getPlaylist, { params: { playlistId }, query: {} })).tracks.map(({ title }) => title).join()
    await until(async () => (await kept()) === 'Ferry Home,Low Tide')
    await button(page, 'Undo').click()
    await until(async () => (await kept()) === 'Paper Boats,Ferry Home,Low Tide')
    await button(page, 'Undo').waitFor({ state: 'detached' })
    // In any order.
    const noteOf = (title: string) => page.getByRole('listitem').filter({ hasText: title, has: button(page, 'Undo') })
    const undo = (title: string) => noteOf(title).getByRole('button', { name: 'Undo' }).click()
    await button(page, 'Remove Paper Boats').click()
    await button(page, 'Remove Ferry Home').click()
    await until(async () => (await kept()) === 'Low Tide')
    // The older note is behind the newer one until the pointer is on them.
    await noteOf('Ferry Home').hover()
    await undo('Paper Boats')
    await until(async () => (await kept()) === 'Paper Boats,Low Tide')
    await undo('Ferry Home')
    await until(async () => (await kept()) === 'Paper Boats,Ferry Home,Low Tide')
    await button(page, 'Remove Paper Boats').click()
    await until(async () => (await kept()) === 'Ferry Home,Low Tide')
    assert.deepEqual(await faultsOf(page), [])
    await page.reload()
    await until(async () => (await songsOn(page)).join() === 'Ferry Home,Low Tide')

    await button(page, 'Edit playlist').click()
    await page.getByLabel('Name', { exact: true }).fill('By night, slowly')
    await page.getByLabel('Description (optional)').fill('For the last ferry.')
    await page.getByRole('radio', { name: 'Public' }).check()
    await button(page, 'Save').click()
    await heading(page, 'By night, slowly').waitFor()
    const read = async () => (await fetch(`${world.origin}/playlist/${playlistId}`)).text()
    await until(async () => (await read()).includes('By night, slowly via Peal'))
    const html = await read()
    for (const part of ['For the last ferry.', 'MusicPlaylist', 'Ferry Home']) assert.ok(html.includes(part), part)
    assert.ok(!html.includes('noindex'))
    await page.goto('/profile/robin')
    await page.getByRole('link', { name: 'By night, slowly' }).click()
    await page.getByText('For the last ferry.').waitFor()
    await button(page, 'Play By night, slowly').click()
    await button(page, 'Pause By night, slowly').waitFor()
    await button(page, 'Edit playlist').click()
    await button(page, 'Delete playlist').click()
    await button(page, 'Delete for good').click()
    await heading(page, 'Playlists').waitFor()
    await page.getByRole('link', { name: 'Favourites' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'By night, slowly' }).count(), 0)
  },
)

journey(
  'the message after a deletion leaves out the middle of a long name',
  () => robin,
  async (page) => {
    const title = 'Rain on the roof '.repeat(15).trim()
    const { id } = await robin.call(createPlaylist, { body: { title } })
    await page.goto(`/playlist/${id}`)
    await button(page, 'Edit playlist').click()
    await button(page, 'Delete playlist').click()
    await button(page, 'Delete for good').click()
    const message = page.getByText(/^“Rain on the roof .* was deleted\.$/)
    await message.waitFor()
    const words = (await message.textContent())!
    assert.ok(words.length === 160 && words.includes('…'), words)
  },
)

journey(
  'a change by another device is shown, not overwritten',
  () => robin,
  async (page) => {
    const { id } = await robin.call(createPlaylist, { body: { title: 'Two devices' } })
    const add = (trackId: string) => robin.call(addPlaylistTrack, { body: { playlistId: id, trackId } })
    await add(trackIds[0]!)
    await add(trackIds[1]!)
    await page.goto(`/playlist/${id}`)
    await button(page, 'Edit songs').click()
    await button(page, 'Move Low Tide').waitFor()
    await add(trackIds[2]!)
    await button(page, 'Move Low Tide').focus()
    await page.keyboard.press('Space')
    await page.getByText(/^Low Tide picked up/).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText(/^Low Tide is now at position 1/).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await page.getByText('This playlist was changed elsewhere in the meantime.').first().waitFor()
    await until(async () => (await songsOn(page)).join() === 'Paper Boats,Low Tide,Ferry Home')
  },
)

journey(
  'on a phone: following, the notification and the feed of a release, liking, and the user’s history, which can be cleared',
  () => lena,
  async (page) => {
    await page.goto(`/artist/${encodeURIComponent('artist-of-mara')}`)
    await button(page, 'Follow Artist of mara').click()
    await page.getByText('1 follower').waitFor()
    await page.goto('/library/artists')
    await page.getByRole('link', { name: 'Artist of mara' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const album = await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Out today' } })
    const made = { albumId: album.id, title: 'Out today', order: 1, extension: 'wav' }
    const { id } = await mara.call(createTrack, { body: made })
    await lendAudio(world, id, song.trackId)
    await mara.call(publish, { params: { contentId: album.id }, body: {} })
    await page.goto('/transactions?tab=notifications')
    await page.getByText(/New from Artist of mara.*Out today/).waitFor()
    await page.goto('/feed')
    await page.getByText('Artist of mara released an album').first().waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('main').getByRole('link', { name: 'Out today' }).click()
    await heading(page, 'Out today').waitFor()

    for (const trackId of trackIds) await lena.call(addToLibrary, { body: { contentId: trackId } })
    await page.goto('/library')
    await page.getByRole('link', { name: 'Ferry Home' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('link', { name: 'Sort and share' }).click()
    await heading(page, 'Favourites of lena').waitFor()
    assert.deepEqual(await faultsOf(page), [])

    await page.goto('/library/history')
    await page.getByText('What you listen to will appear here.').waitFor()
    const heard = [lena.userId, newId(), trackIds[0], new Date(world.clock.now().getTime() - 60_000)]
    await world.world.database.pool.query('INSERT INTO heard VALUES ($1, $2, $3, $4, 60)', heard)
    await page.reload()
    await page.getByRole('link', { name: 'Paper Boats' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await button(page, 'Clear history').click()
    await button(page, 'Clear for good').click()
    await page.getByText('What you listen to will appear here.').waitFor()
    assert.deepEqual((await lena.call(listHistory, { query: {} })).history, [])
    await button(page, 'Stop recording').click()
    await page.getByText('What you listen to is not recorded.').waitFor()
    assert.equal((await lena.call(listHistory, { query: {} })).isKept, false)
    assert.deepEqual(await faultsOf(page), [])
  },
  PHONE,
)
