/** Every function of the player in a real browser: on desktop and phone, by mouse, touch and keyboard, on two devices,
 * with and without a network. How tracks follow each other is measured in player-gap.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { login } from '#contract/accounts/auth.ts'
import { addForeignFeed, getForeignFeed } from '#contract/listening/foreign/feeds.ts'
import { addPlaylistTrack, getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { listPositions } from '#contract/listening/positions.ts'
import { QUEUE_AS } from '#web/player/state/storage-key.ts'
import { startHttpDouble, type HttpDouble } from '../http-double.ts'
import { makeWav } from '../audio-samples.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { type TestWorld } from '../world.ts'
import { lookAt, openBrowser, type Screen, PHONE, DESKTOP } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { makePlayerCatalogue, SONG_SECONDS, type PlayerCatalogue } from './player-catalogue.ts'
import { openPages, runVisit } from './stage.ts'

const stack = new AsyncDisposableStack()
let host: HttpDouble
let world: TestWorld
let browser: Browser
let mara: TestUser
let catalogue: PlayerCatalogue
let page: Page
let context: BrowserContext

before(async () => {
  host = stack.use(await startHttpDouble())
  const settings = { OUTBOUND_ALLOW: new URL(host.url).host }
  ;({ world, browser } = await openPages(stack, { settings }))
  mara = await createTestUser(world, { name: 'mara' })
  catalogue = await makePlayerCatalogue(world, mara)
})
after(() => stack.disposeAsync())

function scenario(name: string, screen: Screen, who: 'visitor' | 'mara', work: () => Promise<void>): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.origin, screen)
    ;({ page, context } = opened)
    await runVisit(t, opened, 'player', async () => {
      if (who === 'mara') await comeIn(page)
      await work()
    })
  })
}

async function comeIn(on: Page): Promise<void> {
  const session = await world.call(login, { body: { email: mara.email, password: 'a long enough password' } })
  await on.addInitScript((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), session)
}

const player = (): Locator => page.getByRole('region', { name: 'Player', exact: true })
const screen = (): Locator => page.getByRole('dialog', { name: 'Now playing' })
const inPlayer = (name: string | RegExp): Locator => player().getByRole('button', { name, exact: true })
const inScreen = (name: string | RegExp): Locator => screen().getByRole('button', { name, exact: true })
const slider = (within: Locator): Locator => within.getByRole('slider', { name: 'Position' })
const secondsOf = async (within: Locator): Promise<number> => Number(await slider(within).getAttribute('aria-valuenow'))
const titles = (): Promise<string[]> =>
  screen()
    .getByRole('list', { name: 'Queue' })
    .getByRole('button', { name: /^Play / })
    .evaluateAll((rows) => rows.map((row) => row.querySelector('.font-semi')?.textContent ?? ''))
const show = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

async function playAlbum(): Promise<void> {
  await page.goto(`/album/${catalogue.albumId}`)
  await page.getByRole('button', { name: 'Play Slow Lightning' }).click()
  await page.getByRole('button', { name: 'Pause Slow Lightning' }).waitFor()
}

// The dialog itself has no size; its contents are visible or not.
const isClosed = (): Promise<void> => inScreen('Close now playing').waitFor({ state: 'detached' })

async function isPlayingAt(within: Locator, least: number): Promise<void> {
  await until(async () => (await secondsOf(within)) >= least)
}

scenario(
  'the first track and its album are in the system controls, and the bar offers Like and Lyrics',
  DESKTOP,
  'visitor',
  async () => {
    await playAlbum()
    const known = () =>
      page.evaluate(() => [navigator.mediaSession.playbackState, navigator.mediaSession.metadata?.album ?? null])
    await until(async () => (await known()).join() === 'playing,Slow Lightning')
    await inPlayer(/^Like/).waitFor()
    await inPlayer('Pause').click()
    await until(async () => (await known())[0] === 'paused')
    await inPlayer('Lyrics').click()
    await screen().getByText('Slow is the light').waitFor()
  },
)

scenario(
  'the queue is played, ordered by keyboard, added to, jumped in, and restored after a reload',
  DESKTOP,
  'visitor',
  async () => {
    await playAlbum()
    // So that the song does not end meanwhile, however slow the machine is.
    await inPlayer('Pause').click()
    await inPlayer('Open the queue').click()
    await screen().getByRole('heading', { name: 'Up next' }).waitFor()
    await until(async () => (await titles()).join() === 'Last Bus,Kite String,Half a Moon')
    await assertAxePasses(page)

    await inScreen('Move Half a Moon').focus()
    await page.keyboard.press('Space')
    await show(/Half a Moon picked up/)
    await page.keyboard.press('ArrowUp')
    await show(/Half a Moon is at position 2/)
    await page.keyboard.press('Space')
    await until(async () => (await titles()).join() === 'Last Bus,Half a Moon,Kite String')

    const [from, to] = [await inScreen('Move Kite String').boundingBox(), await inScreen('Move Last Bus').boundingBox()]
    await page.mouse.move(from!.x + 10, from!.y + 20)
    await page.mouse.down()
    await page.mouse.move(from!.x + 10, from!.y, { steps: 4 })
    await page.mouse.move(to!.x + 10, to!.y + 8, { steps: 12 })
    await page.mouse.up()
    await until(async () => (await titles()).join() === 'Kite String,Last Bus,Half a Moon')
    // The drag kit swallows clicks within 50 ms of a drop, and this one can be quicker.
    await until(async () => {
      if ((await titles()).includes('Last Bus')) await inScreen('Remove Last Bus from the queue').click()
      return (await titles()).join() === 'Kite String,Half a Moon'
    })
    await inScreen('Close now playing').click()
    await isClosed()

    await page.getByRole('button', { name: 'More for Last Bus' }).click()
    await page.getByRole('menu', { name: 'More for Last Bus' }).getByRole('menuitem', { name: 'Play next' }).click()
    await page.getByRole('button', { name: 'More for First Light' }).click()
    await page
      .getByRole('menu', { name: 'More for First Light' })
      .getByRole('menuitem', { name: 'Add to queue' })
      .click()
    // While a menu is open, it handles the letter keys.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    await until(async () => (await titles()).join() === 'Last Bus,Kite String,Half a Moon,First Light')
    await inScreen(/^Play Kite String/).click()
    await screen().getByRole('link', { name: 'Kite String' }).first().waitFor()
    await isPlayingAt(screen(), 1)
    await slider(screen()).focus()
    await page.keyboard.press('PageUp')
    await isPlayingAt(screen(), 30)
    await inScreen('Pause').click()

    await page.reload()
    await player().getByRole('link', { name: 'Kite String' }).waitFor()
    await until(async () => (await secondsOf(player())) >= 28)
    await inPlayer('Play').waitFor()
    await inPlayer('Open the queue').click()
    await until(async () => (await titles()).join() === 'Half a Moon,First Light')
    await inScreen('Play').click()
    await isPlayingAt(screen(), 31)
  },
)

scenario(
  'a long queue is shown in parts; clearing it leaves it empty and can be undone',
  DESKTOP,
  'visitor',
  async () => {
    await playAlbum()
    await inPlayer('Pause').click()
    const stored = () => page.evaluate((name) => localStorage.getItem(name), QUEUE_AS)
    await until(async () => (await stored()) !== null)
    const queue = JSON.parse((await stored())!) as { tracks: unknown[] }
    const tracks = Array.from({ length: 130 }, (_, index) => queue.tracks[index % queue.tracks.length])
    await page.addInitScript(
      ([name, value]) => localStorage.setItem(name!, value!),
      [QUEUE_AS, JSON.stringify({ ...queue, tracks, index: 0, seconds: 0 })],
    )
    const radios: string[] = []
    page.on('request', (request) => request.url().includes('/v1/radio') && radios.push(request.url()))
    await page.reload()
    await inPlayer('Play').click()
    await isPlayingAt(player(), 1)
    await inPlayer('Pause').click()
    await inPlayer('Open the queue').click()
    await until(async () => (await titles()).length === 100)
    await inScreen('Move Last Bus').first().focus()
    await page.keyboard.press('Space')
    await show('Last Bus picked up, position 1 of 129')
    await page.keyboard.press('Escape')
    await inScreen('Show 29 more').click()
    await until(async () => (await titles()).length === 129)

    await inScreen('Clear').click()
    await show('The queue is cleared.')
    assert.deepEqual(await titles(), [])
    assert.deepEqual(radios, [])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await titles()).length === 129)

    // Similar songs are added near the end of the track.
    await inScreen('Clear').click()
    await until(async () => (await titles()).length === 0)
    await slider(screen()).focus()
    await until(async () => {
      await page.keyboard.press('PageUp')
      return radios.length === 1
    })
  },
)

scenario('the keyboard shortcuts work, except in text fields; a list of them opens', DESKTOP, 'visitor', async () => {
  await playAlbum()
  await isPlayingAt(player(), 1)
  await page.getByRole('main').focus()
  await page.keyboard.press('5')
  await isPlayingAt(player(), SONG_SECONDS / 2)
  await page.keyboard.press('k')
  await inPlayer('Play').waitFor()
  await page.keyboard.press('k')
  await inPlayer('Pause').waitFor()
  await page.keyboard.press('q')
  await page.keyboard.press('m')
  await inScreen('Unmute').waitFor()
  await page.keyboard.press('m')
  await inScreen('Mute').waitFor()
  await page.keyboard.press('s')
  await screen().getByRole('button', { name: 'Shuffle', pressed: true }).waitFor()
  await page.keyboard.press('s')
  await page.keyboard.press('r')
  await inScreen('Repeat: all').waitFor()
  await page.keyboard.press('q')
  await isClosed()
  await page.keyboard.press('m')
  await inPlayer('Unmute').click()
  await inPlayer('Unmute').waitFor({ state: 'detached' })
  await inPlayer('Like First Light').waitFor()
  await page.keyboard.press('Shift+N')
  await player().getByRole('link', { name: 'Last Bus' }).waitFor()
  await page.keyboard.press('Shift+P')
  await player().getByRole('link', { name: 'First Light' }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('heading', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await assertAxePasses(page)
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  const search = page.getByRole('banner').locator('[type=search]')
  await search.focus()
  await page.keyboard.type('mask?')
  assert.equal(await search.inputValue(), 'mask?')
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('peal.player') ?? '{}').muted), false)
  assert.equal(await page.getByRole('dialog').count(), 0)
})

scenario(
  'lyrics follow the song, timed artwork changes, the song keeps playing through 30 pages',
  { ...DESKTOP, isMoving: true },
  'visitor',
  async () => {
    await playAlbum()
    await isPlayingAt(player(), 1)
    await page.keyboard.press('w')
    const line = (words: string) => screen().getByRole('listitem').filter({ hasText: words })
    await screen().getByRole('button', { name: 'Play from “And the rain comes after”' }).click()
    await until(async () => (await line('And the rain').getAttribute('aria-current')) === 'true')
    const cover = () => screen().locator('img').first().getAttribute('src')
    const usual = await cover()
    await slider(screen()).focus()
    await page.keyboard.press('ArrowRight')
    await until(async () => (await cover()) !== usual)
    await screen().getByRole('button', { name: 'Play from “Slow is the light”' }).click()
    await until(async () => (await cover()) === usual)
    await page.keyboard.press('Escape')
    await isClosed()

    await page.evaluate(() => {
      const pauses: string[] = []
      Object.assign(window, { pauses })
      const pause = HTMLMediaElement.prototype.pause
      HTMLMediaElement.prototype.pause = function () {
        pauses.push('pause')
        return pause.call(this)
      }
    })
    const rooms = ['Top 40', 'New', 'Home']
    for (let turn = 0; turn < 30; turn++) {
      const name = rooms[turn % rooms.length]!
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
      await until(() => new URL(page.url()).pathname === { 'Top 40': '/top', New: '/new', Home: '/' }[name])
    }
    await inPlayer('Pause').waitFor()
    await player()
      .getByRole('link', { name: /First Light|Last Bus/ })
      .waitFor()
    const pauses = await page.evaluate(() => (window as unknown as { pauses: string[] }).pauses.length)
    // Only audio elements whose track has ended may have been paused.
    assert.ok(pauses <= 2, `${pauses} pauses`)
  },
)

scenario(
  'on a phone the bar opens the screen, whose panels replace the cover; the sleep timer stops at the end of a track',
  PHONE,
  'visitor',
  async () => {
    await playAlbum()
    await inPlayer('Pause').click()
    await player()
      .getByRole('button', { name: /^Open now playing/ })
      .click()
    await screen().getByRole('link', { name: 'First Light' }).waitFor()
    await assertAxePasses(page)
    await inScreen('Queue, 3').click()
    await screen().getByRole('heading', { name: 'Up next' }).waitFor()
    await inScreen('Lyrics').click()
    await screen().getByText('Count with me').waitFor()
    await inScreen('More').click()
    // As text, not as icons.
    assert.equal(await inScreen(/^Like/).innerText(), 'Like')
    await inScreen('Artwork').click()
    await inScreen('More').click()
    // Everything about how it plays is in one place.
    await screen().getByRole('slider', { name: 'Crossfade' }).waitFor()
    await screen().getByRole('group', { name: 'Quality' }).waitFor()
    await screen().getByText('End of track').click()
    await screen().getByText('Stops playing when this ends').waitFor()
    await assertAxePasses(page)
    const small = await screen()
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
          .map(({ name }) => name),
      )
    assert.deepEqual(small, [])
    await inScreen('Play').click()
    await inScreen('Pause').waitFor()
    await slider(screen()).focus()
    await page.keyboard.press('End')
    await screen().getByRole('link', { name: 'Last Bus' }).waitFor()
    await inScreen('Play').waitFor()
  },
)

scenario(
  'an episode plays faster, without its pauses, by chapters, and from where it was stopped on another device',
  PHONE,
  'mara',
  async () => {
    await page.goto(`/episode/${catalogue.episodeId}`)
    await page.getByRole('button', { name: 'Play The Sleeper to Bergen' }).first().click()
    await player()
      .getByRole('button', { name: /^Open now playing/ })
      .click()
    await inScreen('More').click()
    await screen().getByText('2×', { exact: true }).click()
    await screen().getByText('End of episode', { exact: true }).waitFor()
    await screen().getByRole('switch', { name: 'Skip silence' }).click()
    await inScreen('Chapters').click()
    await screen()
      .getByRole('button', { name: /Over the mountains/ })
      .click()
    await isPlayingAt(screen(), 32)
    await inScreen('Pause').click()
    const stoppedAt = await secondsOf(screen())
    await until(async () => {
      const [known] = await mara.call(listPositions, { query: { contentId: catalogue.episodeId } })
      return known !== undefined && Math.abs(known.positionSeconds - stoppedAt) < 2
    })

    const other = await openBrowser(browser, world.origin, DESKTOP)
    await comeIn(other.page)
    page = other.page
    await page.goto(`/episode/${catalogue.episodeId}`)
    await page.getByRole('button', { name: 'Play The Sleeper to Bergen' }).first().click()
    await isPlayingAt(player(), stoppedAt - 2)
    await other.context.close()
  },
)

scenario(
  'when the network fails, the player says so, retries, and does not skip through the queue',
  DESKTOP,
  'visitor',
  async () => {
    await page.goto(`/album/${catalogue.albumId}`)
    await context.route('**/*.mp3', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Play Slow Lightning' }).click()
    await player().getByText('The connection was lost. Trying again…').first().waitFor()
    await player().getByRole('link', { name: 'First Light' }).waitFor()
    await context.unroute('**/*.mp3')
    await isPlayingAt(player(), 2)
    await player().getByRole('link', { name: 'First Light' }).waitFor()
    assert.equal(await player().getByText('The connection was lost').count(), 0)

    await context.route('**/*.mp3', (route) => route.fulfill({ status: 404 }))
    await inPlayer('Next').click()
    await inPlayer('Next').click()
    await player().getByText('This is no longer available.').first().waitFor()
    await page.keyboard.press('q')
    await screen().getByRole('heading', { name: 'Up next' }).waitFor()
  },
)

scenario(
  'a podcast of a site that does not permit Web Audio plays, and the next song is mixed again',
  DESKTOP,
  'mara',
  async () => {
    const enclosure = '<enclosure url="https://audio.example/one.wav" length="1" type="audio/wav"/>'
    const item = `<item><title>Elsewhere</title><guid>one</guid>${enclosure}</item>`
    host.answerWith(() => ({ text: `<rss version="2.0"><channel><title>A show</title>${item}</channel></rss>` }))
    const audio = makeWav(20)
    // Without `Access-Control-Allow-Origin`.
    await page.route('https://audio.example/one.wav', (route) =>
      route.fulfill({ body: audio, contentType: 'audio/wav' }),
    )
    const feed = await mara.call(addForeignFeed, { body: { url: `${host.url}/show` } })
    const { items } = await mara.call(getForeignFeed, { params: { feedId: feed.id } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/library/elsewhere?item=${items[0]!.id}`)
    await page.getByRole('button', { name: 'Play Elsewhere' }).click()
    await isPlayingAt(player(), 1)
    await inPlayer('Pause').click()
    await inPlayer('Play').click()
    await isPlayingAt(player(), 2)
    await playAlbum()
    await isPlayingAt(player(), 1)
    // The former edge is drawn while it sinks, but there is no horizon of it here.
    assert.ok(asked.includes(`/v1/horizon/${catalogue.trackIds[0]}`))
    assert.ok(!asked.includes(`/v1/horizon/${items[0]!.id}`))

    // It is added to a playlist, plays from there, and can be moved.
    await page.goto(`/library/elsewhere?item=${items[0]!.id}`)
    await page.getByRole('button', { name: 'Add to playlist: Elsewhere' }).click()
    await show('Everybody who opens the playlist can see the address of the feed.')
    await page.getByRole('textbox', { name: 'New playlist' }).fill('Mixed')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Mixed/, pressed: true }).waitFor()
    const [list] = await mara.call(listOwnPlaylists, { query: {} })
    const body = { playlistId: list!.id, trackId: catalogue.trackIds[0]! }
    await mara.call(addPlaylistTrack, { body })
    await page.goto(`/playlist/${list!.id}`)
    await show(`From ${new URL(host.url).host}`)
    await lookAt(page, 'mixed-playlist')
    await assertAxePasses(page)
    await page.getByRole('list', { name: 'Songs' }).getByRole('button', { name: 'Play Elsewhere' }).first().click()
    await isPlayingAt(player(), 1)
    await page.getByRole('button', { name: 'Edit songs' }).click()
    await page.getByRole('button', { name: 'Move Elsewhere', exact: true }).focus()
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await until(async () => {
      const { itemsElsewhere } = await mara.call(getPlaylist, { params: { playlistId: list!.id }, query: {} })
      return itemsElsewhere[0]!.order === 2
    })
  },
)
