/** Smart playlists created by keyboard and saved as a fixed copy, and suggestions after signing up, in a real
 * browser. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { listFollowedGenres } from '#contract/listening/taste.ts'
import { listLibraryIds } from '#contract/listening/library.ts'
import { getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { updateAlbum } from '#contract/catalog/albums.ts'
import { publishTrack, until } from '../users.ts'
import { assertFaultless } from './screen-faults.ts'
import { journeysOf, openTrackStage } from './stage.ts'

const ROCK = 22

const stack = new AsyncDisposableStack()
const { world, browser, mara, robin, song } = await openTrackStage(stack, 'First Light')

before(async () => {
  await publishTrack(world, mara, { title: 'Low Tide' })
  await mara.call(updateAlbum, { body: { albumId: song.albumId, genreId: String(ROCK) } })
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('discovery', () => ({ browser, origin: world.world.config.publicUrl }))

journey(
  'the start page of signed-in users has no gap where visitors read what the site is',
  () => robin,
  async (page) => {
    await page.goto('/')
    const play = page.getByRole('main').getByRole('button', { name: /^Play Album of/ })
    const [header, button] = await Promise.all([page.getByRole('banner'), play.first()].map((one) => one.boundingBox()))
    const gap = button!.y - header!.y - header!.height
    assert.ok(gap <= 100, `${gap} px`)
  },
)

journey(
  'a smart playlist is created by keyboard, shows its matches, and is saved as a fixed playlist',
  () => robin,
  async (page) => {
    await page.goto('/playlists/smart')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.focus()
    await page.keyboard.type('Only rock')
    const found = page.getByRole('region', { name: 'Songs found now' })
    await found.getByText('2 songs', { exact: true }).waitFor()
    // Match, the field of the first rule, its only genre with releases.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    assert.ok(await page.getByRole('checkbox', { name: 'Rock' }).isChecked())
    await found.getByText('1 song', { exact: true }).waitFor()
    await found.getByText('First Light').waitFor()
    await assertFaultless(page)
    await name.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/playlist\/[\da-f-]{36}$/)
    await page.getByRole('heading', { name: 'Only rock', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save as a fixed playlist' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Rock of today')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Rock of today', exact: true }).waitFor()
    const lists = await robin.call(listOwnPlaylists, { query: {} })
    assert.deepEqual(
      new Set(lists.map(({ title, isSmart, visibility }) => `${title} ${isSmart} ${visibility}`)),
      new Set(['Only rock true private', 'Rock of today false unlisted']),
    )
    const { id: playlistId } = lists.find(({ isSmart }) => !isSmart)!
    const { tracks } = await robin.call(getPlaylist, { params: { playlistId }, query: {} })
    assert.deepEqual(
      tracks.map(({ id }) => id),
      [song.trackId],
    )
  },
)

journey(
  'the preview of rules that find many songs says how many it does not list',
  () => robin,
  async (page) => {
    await page.route('**/v1/playlists/smart/preview', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { count: number } }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, count: 11 } } })
    })
    await page.goto('/playlists/smart')
    const found = page.getByRole('region', { name: 'Songs found now' })
    await found.getByText('11 songs', { exact: true }).waitFor()
    await found.getByText('And 9 more songs.').waitFor()
  },
)

journey(
  'after signing up, artists and genres are chosen by keyboard and followed',
  () => null,
  async (page) => {
    await page.goto('/register')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('lena@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.getByRole('textbox', { name: /^Name on/ }).fill('lena')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.waitForURL('**/welcome')
    await page.getByRole('heading', { name: 'Choose three artists or genres you like' }).waitFor()
    // A toast begins above the bar at the bottom.
    const [roomPx, barPx] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return [
        parseFloat(style.getPropertyValue('--page-bar')) * parseFloat(style.fontSize),
        document.querySelector('[data-page-bar]')!.getBoundingClientRect().height,
      ] as const
    })
    assert.ok(roomPx >= barPx, `${roomPx} px above ${barPx} px`)
    await page.getByRole('checkbox', { name: 'Artist of mara' }).first().press('Space')
    await page.getByRole('checkbox', { name: 'Rock' }).press('Space')
    await page.getByText('2 of 3 chosen').waitFor()
    await assertFaultless(page)
    await page.getByRole('button', { name: 'Follow', exact: true }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    const stored = await page.evaluate(() => localStorage.getItem('peal.session'))
    const lena = world.callWith((JSON.parse(stored!) as { token: string }).token)
    await until(async () => (await lena(listFollowedGenres, {})).genreIds.includes(ROCK))
    assert.equal((await lena(listLibraryIds, {})).contentIds.length, 1)
  },
)
