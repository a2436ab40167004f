/** Time splits are the same on the waveform, beside it, and in the zap dialog; and the share dialog has the content's
 * own address. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot, PHONE } from './chromium.ts'
import { faultsOf, stopAnimations } from './screen-faults.ts'
import { openStage } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let fan: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara' })
  fan = await createTestUser(world, { name: 'robin' })
  const dia = await createTestUser(world, { name: 'dia' })
  const guest = await publishTrack(world, dia, { title: 'Guest' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  const second = { startSeconds: 1, endSeconds: 2, shareNumerator: 1, shareDenominator: 4 }
  const timeSplits = [{ ...second, recipientContentId: guest.trackId }]
  await mara.call(createTimeSplits, { body: { contentId: song.trackId, timeSplits } })
  await fillBalance(world, fan, 90_000_000)
  await fan.call(send, { body: { contentId: song.trackId, msatAmount: 10_000, comment: 'Yes' } })
  const outside = await world.call(createInvoice, { body: { contentId: song.trackId, msatAmount: 5_000 } })
  await world.node.settle(decodeInvoice(outside.request).paymentHash)
  const params = { trackId: song.trackId }
  await until(async () => (await mara.call(getTrack, { params })).msatTotal === 15_000)
})
after(() => stack.disposeAsync())

const PART = '0:01–0:02: 25 % to dia for “Guest”'

for (const [name, screen] of [
  ['wide', undefined],
  ['phone', PHONE],
] as const) {
  test(`a time split is shown on the waveform and beside it (${name})`, async (context) => {
    const { context: tab, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, screen)
    await page.goto(`/track/${song.trackId}`)
    const part = page.locator('[data-shared-lane]').getByRole('button', { name: PART })
    const shown = page.locator('[data-shared-lane] [aria-hidden=true]')
    // The lane is rendered again when its script loads, and loses the focus.
    await until(async () => {
      await part.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      return shown.evaluate((words) => getComputedStyle(words).opacity === '1')
    })
    assert.equal(await shown.innerText(), PART)
    const looks = await shown.evaluate((words) => {
      const { color, backgroundColor } = getComputedStyle(words)
      return { isLegible: color !== backgroundColor, right: words.getBoundingClientRect().right - innerWidth }
    })
    assert.ok(looks.isLegible && looks.right <= 0, JSON.stringify(looks))
    assert.equal(await page.getByRole('listitem').filter({ hasText: PART }).count(), 2)
    await stopAnimations(page)
    context.diagnostic(await saveScreenshot(page, `time-split-lane-${name}`))
    assert.deepEqual(await faultsOf(page), [])
    await tab.close()
    assert.deepEqual(complaints, [])
  })
}

test('the page lists these parts before any script, and supporters and received are one figure', async () => {
  const html = await (await fetch(`${world.origin}/track/${song.trackId}`)).text()
  const text = html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  for (const words of [PART, 'Received so far 15 sats', 'robin 10 sats', 'Everyone else 5 sats', 'before the fee'])
    assert.ok(text.includes(words), `${words} is missing`)
})

test("the share dialog shows the content's own lightning address, also with a single recipient", async () => {
  const { context: tab, page } = await openBrowser(browser, world.world.config.publicUrl)
  await page.goto(`/track/${song.trackId}`)
  await page.getByRole('button', { name: 'Share' }).first().click()
  const host = new URL(world.world.config.publicUrl).host
  await page.getByRole('dialog').getByText(`track.${song.trackId}@${host}`).waitFor()
  assert.equal(await page.getByRole('dialog').getByText(`mara@${host}`, { exact: true }).count(), 0)
  await tab.close()
})
