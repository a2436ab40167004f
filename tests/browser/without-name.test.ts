/** Anonymous zaps in a real browser: chosen once, remembered by the device, and "Anonymous" to everybody else. Also
 * the dollars beside amounts, and the page of promos without any. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillBalance, type TestUser } from '../users.ts'
import { openBrowser, type Screen, PHONE } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { runNamedVisit, storeSession, openTrackStage } from './stage.ts'

const stack = new AsyncDisposableStack()
const { world, browser, mara: artist, robin: fan, song } = await openTrackStage(stack, 'First Light', true)

before(async () => {
  await fillBalance(world, fan, 90_000_000)
})
after(() => stack.disposeAsync())

async function visit(name: string, user: TestUser, work: (page: Page) => Promise<void>, screen?: Screen) {
  const { context, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, screen)
  await storeSession(page, user)
  // Tests request no price service; this is its simulated price.
  const price = { isSandbox: false, usdPerBtc: 100_000, fetchedAt: new Date().toISOString() }
  await page.route('**/v1/price', (route) => route.fulfill({ json: { success: true, data: price } }))
  await runNamedVisit(name, { context, page, complaints }, () => work(page))
}

const assertNoFaults = (page: Page) => assertFaultless(page, { except: '[data-sonner-toaster]' })

test("an anonymous zap: chosen, sent, remembered, found in the payer's own history", () =>
  visit(
    'without-name',
    fan,
    async (page) => {
      await page.goto(`/track/${song.trackId}`)
      await page.getByRole('button', { name: 'Zap with a message' }).click()
      const dialog = page.getByRole('dialog')
      const choice = dialog.getByRole('switch', { name: 'Zap anonymously' })
      assert.equal(await choice.getAttribute('aria-checked'), 'false')
      await dialog.getByText('with your name and the amount').waitFor()
      await choice.click()
      await dialog.getByText('as a comment, with the amount').waitFor()
      await assertNoFaults(page)
      await dialog.getByLabel('Message').fill('Guess who')
      await dialog.getByRole('button', { name: 'Send 1,000 sats' }).click()
      await dialog.getByRole('button', { name: 'Zap again' }).click()
      // The same the next time, also after the page was left.
      await choice.waitFor()
      assert.equal(await choice.getAttribute('aria-checked'), 'true')
      await page.goto('/transactions')
      await page.getByRole('link', { name: 'Statement', exact: true }).click()
      await page.getByText('Anonymous').first().waitFor()
      await page.goto(`/track/${song.trackId}`)
      const comment = page
        .getByRole('region', { name: 'Comments' })
        .getByRole('listitem')
        .filter({ hasText: 'Guess who' })
      await comment.getByText('Someone').waitFor()
      assert.equal(await page.getByRole('link', { name: 'robin' }).count(), 0)
      await comment.getByRole('button', { name: /^Options for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Zap with a message' }).click()
      assert.equal(await choice.getAttribute('aria-checked'), 'true')
    },
    PHONE,
  ))

test('the artist reads "Anonymous", what it is worth, and has no promos yet', () =>
  visit('without-name-artist', artist, async (page) => {
    await page.goto('/studio')
    await page.getByText('about $0.95').first().waitFor()
    assert.equal(await page.getByText('robin').count(), 0)
    await page.goto('/studio/analytics')
    await page.getByText('about $0.95').first().waitFor()
    await page.goto('/studio/promos')
    await page.getByRole('heading', { level: 1, name: 'Promos' }).waitFor()
    assert.equal(await page.title(), 'Promos · Peal Studio')
    const tabs = page.getByRole('navigation', { name: 'Studio', exact: true })
    assert.equal(await tabs.locator('[aria-current]').count(), 1)
    await page.getByText('You have no promos yet.').waitFor()
    await assertNoFaults(page)
  }))
