/** Creating a clip in the share dialog, and the card of a zap, in a browser: selected, awaited across a reload,
 * saved. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen, PHONE } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const DESK: Screen = { width: 1440, height: 900, colorScheme: 'light' }

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let fan: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openStage(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  fan = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light', audio: makeWav(6) })
  await fillBalance(world, fan, 90_000_000)
})
after(() => stack.disposeAsync())

const assertNoFaults = (page: Page) => assertFaultless(page, { within: '[role=dialog]' })

async function openClips(page: Page) {
  await page.getByRole('button', { name: 'Share First Light' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Make a clip' }).click()
  return dialog
}

test('a clip is selected by keyboard, created, restored after a reload, and saved', async (t) => {
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await runVisit(t, visit, 'clips', async () => {
    await page.goto(`/track/${song.trackId}`)
    let dialog = await openClips(page)
    const start = dialog.getByRole('slider', { name: 'Start' })
    const end = dialog.getByRole('slider', { name: 'End' })
    await start.waitFor()
    await start.press('Home')
    await start.press('ArrowRight')
    await start.press('ArrowRight')
    await end.press('ArrowLeft')
    assert.deepEqual(
      [await start.getAttribute('aria-valuetext'), await end.getAttribute('aria-valuetext')],
      ['0:02', '0:05'],
    )
    await dialog.getByText('3 seconds').waitFor()
    // By pointer: the whole part, to the beginning.
    const wave = dialog.locator('[data-clip-range]')
    const { width } = (await wave.boundingBox())!
    await wave.click({ position: { x: width * (3.5 / 6), y: 40 } })
    await dialog.getByText('3 seconds').waitFor()
    await assertNoFaults(page)
    const requested = page.waitForResponse((response) => response.url().endsWith('/v1/clips'))
    await dialog.getByRole('button', { name: 'Make the clip' }).click()
    await requested
    await page.reload()
    dialog = await openClips(page)
    const video = dialog.getByLabel('Clip of First Light')
    await video.waitFor()
    await until(async () => (await video.evaluate((one: HTMLVideoElement) => one.videoWidth)) !== -1)
    await assertNoFaults(page)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    const saved = await saving
    assert.equal(saved.suggestedFilename(), 'First Light.mp4')
    assert.ok(fs.statSync(await saved.path()).size > 10_000)
  })
})

test('a paid zap offers a card with the name of its payer, to save or as a link to the second', async (t) => {
  const visit = await openBrowser(browser, world.world.config.publicUrl, DESK)
  const { page } = visit
  await storeSession(page, fan)
  await runVisit(t, visit, 'zap-card', async () => {
    await page.goto(`/track/${song.trackId}`)
    await page.getByRole('button', { name: /^Zap/ }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Send/ }).click()
    const card = dialog.getByRole('img', { name: /sats to First Light/ })
    await card.waitFor()
    assert.match((await card.getAttribute('src'))!, /^\/cards\/zap\/[\da-f-]{36}\.n\.en\./)
    await until(() => card.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1_200))
    await assertNoFaults(page)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    assert.equal((await saving).suggestedFilename(), 'zap.jpg')
  })
})
