/** The horizon in a browser: seeking by keyboard, playing from an avatar, zapping below the line, and what is drawn. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { getHorizon } from '#contract/listening/horizon.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { send } from '#contract/payments/payments.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot, type Screen, PHONE } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openStage, storeSession } from './stage.ts'

const DESK: Screen = { width: 1440, height: 900, colorScheme: 'light', isMoving: true }

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let song: PublishedTrack
let quiet: PublishedTrack
let waiting: PublishedTrack
let fan: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  fan = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  quiet = await publishTrack(world, mara, { title: 'Not zapped' })
  waiting = await publishTrack(world, mara, { title: 'Zapped while open' })
  await fillBalance(world, fan, 90_000_000)
  const body = { contentId: song.trackId, msatAmount: 5_000_000, contentTime: 1, comment: 'Right here!' }
  await fan.call(send, { body })
  await fan.call(send, { body: { contentId: song.trackId, msatAmount: 1_000_000 } })
  const params = { contentId: song.trackId }
  await until(async () => (await fan.call(getHorizon, { params })).largest[0]?.message === 'Right here!')
})
after(() => stack.disposeAsync())

function onScreen(name: string, screen: Screen, path: () => string, work: (page: Page) => Promise<void>): void {
  test(name, async (context) => {
    const opened = await openBrowser(browser, world.world.config.publicUrl, screen)
    const { page } = opened
    try {
      await page.goto(path())
      await work(page)
      assert.deepEqual(opened.complaints, [])
    } catch (error) {
      context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'horizon')}`)
      throw error
    } finally {
      await opened.context.close()
    }
  })
}

const sound = (page: Page) => page.getByRole('slider', { name: /^Position in/ })
const ofSong = () => `/track/${song.trackId}`

/** The share of painted pixels of the canvas. */
const painted = (page: Page, place: string): Promise<number> =>
  page.locator(`[data-horizon] ${place} canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) count++
    return count / (data.length / 4)
  })

onScreen('the keyboard moves the position, and a screen reader announces it', DESK, ofSong, async (page) => {
  const slider = sound(page)
  // Two seconds of audio would end meanwhile.
  await page.evaluate(() => (HTMLMediaElement.prototype.play = async () => undefined))
  await slider.focus()
  await page.keyboard.press('End')
  await until(async () => (await slider.getAttribute('aria-valuenow')) === '2')
  await page.keyboard.press('Home')
  await until(async () => (await slider.getAttribute('aria-valuetext'))?.startsWith('0:00') === true)
  await page.getByRole('region', { name: 'Player' }).getByText('First Light').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await until(async () => (await slider.getAttribute('aria-valuenow')) === '2')
  await page.keyboard.press('PageDown')
  await until(async () => Number(await slider.getAttribute('aria-valuenow')) < 2)
  // The keyboard cannot press below the line; `z` zaps the current second instead.
  await page.keyboard.press('z')
  await page.getByRole('dialog').getByText(/0:0\d/).first().waitFor()
})

onScreen('a list of all zaps opens by keyboard, and each plays from its second', DESK, ofSong, async (page) => {
  await page.getByText('plus 1,000 sats not tied to a moment', { exact: true }).waitFor()
  await page.getByText('All zaps by second').focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'All zaps by second' })
  await list.getByText('Right here!').waitFor()
  await list.getByRole('button', { name: 'Play from 0:01' }).press('Enter')
  await until(async () => Number(await sound(page).getAttribute('aria-valuenow')) >= 1)
})

test('a zap from another browser appears live: the bar, the avatar, the total, the ticker', async () => {
  const visitors = await Promise.all([`/track/${waiting.trackId}`, '/'].map(openVisit))
  const [onTrack, onHome] = visitors.map(({ page }) => page) as [Page, Page]
  const opened = visitors.map(() => false)
  for (const [index, { page }] of visitors.entries())
    page.on('response', (response) => (opened[index] ||= response.url().includes('/v1/zaps/live')))
  await Promise.all([onTrack.goto(`/track/${waiting.trackId}`), onHome.goto('/')])
  // The stream opens once a reader has moved.
  await until(async () => {
    for (const page of [onTrack, onHome]) await page.mouse.move(200 + Math.random() * 200, 200)
    return opened.every(Boolean)
  })
  await onTrack.getByText('No zaps yet. Press Zap while you listen, and yours will be the first.').waitFor()
  await fan.call(send, {
    body: { contentId: waiting.trackId, msatAmount: 7_000_000, contentTime: 1, comment: 'From elsewhere' },
  })
  await onTrack.getByRole('list', { name: 'Zaps by second' }).getByText('From elsewhere').waitFor()
  await until(async () => (await painted(onTrack, '.horizon-sats')) > 0)
  await onTrack.getByText('7,000', { exact: true }).first().waitFor()
  await onHome.getByRole('region', { name: 'Newest zaps' }).getByText('From elsewhere').waitFor()
  for (const visit of visitors) {
    assert.deepEqual(visit.complaints, [])
    await visit.context.close()
  }
})

test('the buttons of a release with one track zap the track, and the release shows the zap', async (context) => {
  const { context: profile, page, complaints } = await openVisit()
  await storeSession(profile, fan)
  const dialog = page.getByRole('dialog')
  const totalOf = async () => (await fan.call(getTrack, { params: { trackId: waiting.trackId } })).msatTotal
  const before0 = await totalOf()
  try {
    await page.goto('/')
    await page
      .getByRole('button', { name: /^Zap (First Light|Not zapped|Zapped while open)$/ })
      .first()
      .waitFor()
    await page.goto(`/album/${waiting.albumId}`)
    await page.getByRole('button', { name: 'Zap with a message' }).click()
    await dialog.getByRole('heading', { name: 'Zap Zapped while open' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Zap Zapped while open', exact: true }).click()
    await dialog.getByLabel('Message').fill('For the song')
    await dialog.getByRole('button', { name: 'Send 1,000 sats' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('region', { name: 'Newest zaps' }).getByText('For the song').waitFor()
    await page.getByRole('region', { name: 'Comments' }).getByText('For the song').waitFor()
    assert.equal(await totalOf(), before0 + 1_000_000)
    assert.deepEqual(complaints, [])
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'horizon')}`)
    throw error
  } finally {
    await profile.close()
  }
})

/** Another browser profile. */
const openVisit = () => openBrowser(browser, world.world.config.publicUrl, DESK)

onScreen(
  'the ticker is in the page as the server sent it',
  DESK,
  () => '/',
  async (page) => {
    const html = await (await page.request.get('/')).text()
    assert.match(html, /Newest zaps[\s\S]*Right here!/)
  },
)

onScreen('audio is drawn above the line and the zap below it', DESK, ofSong, async (page) => {
  await sound(page).waitFor()
  await until(async () => (await painted(page, '.horizon-sound')) > 0.05)
  const sats = await painted(page, '.horizon-sats')
  assert.ok(sats > 0 && sats < 0.1, String(sats))
})

for (const [screenName, screen] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  onScreen(`an avatar on ${screenName} shows who sent what, and plays from there`, screen, ofSong, async (page) => {
    const zaps = page.getByRole('list', { name: 'Zaps by second' })
    const face = zaps.getByRole('button', { name: 'robin at 0:01, sats: 5,000 Right here!' })
    await face.click()
    await until(async () => Number(await sound(page).getAttribute('aria-valuenow')) >= 1)
    await assertAxePasses(page)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
  })
}

onScreen('a press below the line zaps that second', DESK, ofSong, async (page) => {
  const ground = page.locator('[data-horizon] .horizon-sats canvas')
  const box = (await ground.boundingBox())!
  await ground.click({ position: { x: box.width * 0.75, y: 6 } })
  await page.getByRole('dialog').getByText('0:01').first().waitFor()
})

onScreen(
  'without zaps there is a hint below the line',
  PHONE,
  () => `/track/${quiet.trackId}`,
  async (page) => {
    await page.getByText('No zaps yet. Press Zap while you listen, and yours will be the first.').waitFor()
  },
)
