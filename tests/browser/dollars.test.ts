/** The user's amounts have dollars beside them, by the sandbox's price and labelled so; never by a price that is too
 * old. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createDeposit, send } from '#contract/payments/payments.ts'
import { getPrice } from '#contract/payments/price.ts'
import { getSandboxState, payFromExternal } from '#contract/operator/sandbox.ts'
import { getAllEarnings } from '#contract/listening/stats.ts'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { openBrowser } from './chromium.ts'
import { openPages, runVisit, storeSession } from './stage.ts'

const HOUR_MS = 3_600_000

const stack = new AsyncDisposableStack()
const { world, browser } = await openPages(stack, {
  lightning: 'sandbox',
  settings: { PORT: String(await findFreePort()) },
  expectedLogs: ['price-not-fetched'],
})
const mara = await createTestUser(world, { name: 'mara', hasFullName: true })
const robin = await createTestUser(world, { name: 'robin' })
const song = await publishTrack(world, mara, { title: 'Kite String' })

before(async () => {
  // At 100 000 dollars per bitcoin, a thousand sats are one dollar.
  await until(async () => (await world.call(getPrice, {})) !== null, 30_000)
  const { request } = await robin.call(createDeposit, { body: { msatAmount: 3_000_000 } })
  await world.call(payFromExternal, { body: { bolt11: request } })
  await until(async () => (await robin.balance()) === 3_000_000)
  await robin.call(send, { body: { contentId: song.trackId, msatAmount: 1_000_000 } })
  await until(async () => (await mara.call(getAllEarnings, {})).msatTotal > 0)
})
after(() => stack.disposeAsync())

function scenario(name: string, who: () => TestUser, work: (page: Page) => Promise<void>): void {
  test(name, async (t) => {
    const { page, context, complaints } = await openBrowser(browser, world.origin)
    await storeSession(page, who())
    await runVisit(t, { context, page, complaints }, 'dollars', () => work(page))
  })
}

const about = (dollars: string) => `about $${dollars} (sandbox price)`

scenario(
  'a listener sees dollars in the wallet, on a receipt, in every form and beside what content has received',
  () => robin,
  async (page) => {
    const dialog = page.getByRole('dialog')
    await page.goto('/transactions')
    await page.getByText(about('2.00')).first().waitFor()
    const totals = page.getByRole('definition')
    await totals.filter({ hasText: '+3,000' }).getByText(about('3.00')).waitFor()
    await totals.filter({ hasText: '1,000' }).getByText(about('1.00')).waitFor()

    await page.getByRole('button', { name: 'Deposit', exact: true }).click()
    await dialog.getByText(about('10.00')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const { lightningAddress } = await world.call(getSandboxState, {})
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog.getByLabel('Lightning invoice or address').fill(lightningAddress ?? '')
    await page.keyboard.press('Enter')
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByLabel('Amount', { exact: true }).fill('1500')
    await dialog.getByText(about('1.50')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.locator('main a[href^="/transactions/"]:not([href*="/year/"])').first().click()
    await page.waitForURL('**/transactions/*/*')
    await page.getByText(/about \$1\.00 \(sandbox price\)/).waitFor()

    for (const path of [`/track/${song.trackId}`, `/album/${song.albumId}`]) {
      await page.goto(path)
      const received = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Received so far' }) })
      // Its code is loaded once a reader comes near.
      await received.scrollIntoViewIfNeeded()
      await received.getByText(about('1.00')).waitFor()
    }

    // Code that arrives after the price: its part of the page first takes over the HTML, which has no prices.
    const { promise: isPriced, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/received-notes-*.js', (route) => isPriced.then(() => route.continue()))
    await page.goto(`/track/${song.trackId}`)
    await page.getByRole('button', { name: /^Zap/ }).first().click()
    await dialog
      .getByText(/\$\d+\.\d\d \(sandbox price\)/)
      .first()
      .waitFor()
    arrive()
    await page.getByText(about('1.00')).waitFor()
  },
)

scenario(
  'an artist sees dollars beside the price of a ticket while typing, and sats beside a price in dollars',
  () => mara,
  async (page) => {
    await page.goto('/studio/create/event')
    await page.getByText(about('5.00')).waitFor()
    await page.getByLabel('Price').fill('30000')
    await page.getByText(about('30.00')).waitFor()
    await page.getByText(/^At this price at most 3 tickets/).waitFor()
    await page.getByLabel('Currency').selectOption('usd')
    await page.getByLabel('Price').fill('12.50')
    await page.getByText('About 12,500 sats at the moment').waitFor()
    assert.equal(await page.getByText(/^At this price at most/).count(), 0)
  },
)

scenario(
  'an artist sees dollars beside earnings in the studio',
  () => mara,
  async (page) => {
    await page.goto('/studio')
    await page.getByText(about('0.95')).first().waitFor()
  },
)

scenario(
  'a price older than a day is not used',
  () => robin,
  async (page) => {
    const price = {
      isSandbox: true,
      usdPerBtc: 100_000,
      fetchedAt: new Date(Date.now() - 25 * HOUR_MS).toISOString(),
    }
    await page.route('**/v1/price', (route) => route.fulfill({ json: { success: true, data: price } }))
    const answered = page.waitForResponse('**/v1/price')
    await page.goto(`/track/${song.trackId}`)
    await answered
    await page.getByText(/^All zaps, from any account/).waitFor()
    assert.equal(await page.getByText('$').count(), 0)
  },
)
