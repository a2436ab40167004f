/** Paying several recipients on other servers: no shares of an amount that is not valid, and afterwards what became of each
 * share, in the order in which it was shown. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { listTransactions } from '#contract/accounts/account.ts'
import { addForeignFeed, getForeignFeed, listForeignFeeds } from '#contract/listening/foreign/feeds.ts'
import { type AddressServer, startAddressServer } from '../address-server.ts'
import { type HttpDouble, startHttpDouble } from '../http-double.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { lookAt, openBrowser } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openPages, runVisit, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let host: HttpDouble
let artists: AddressServer
let world: TestWorld
let browser: Browser
let robin: TestUser
let itemId: string

before(async () => {
  host = stack.use(await startHttpDouble())
  artists = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  stack.defer(() => artists.close())
  const settings = { OUTBOUND_ALLOW: [new URL(host.url).host, artists.hostAndPort].join(',') }
  ;({ world, browser } = await openPages(stack, { settings, expectedLogs: ['paid-after-release'] }))
  robin = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, robin, 5_000_000)
  const recipient = (name: string, type: string, address: string, split: number) =>
    `<podcast:valueRecipient name="${name}" type="${type}" address="${address}" split="${split}"/>`
  const value = [
    recipient('Cleo', 'node', '02'.repeat(33), 400),
    recipient('Mara', 'lnaddress', `mara@${artists.hostAndPort}`, 595),
    recipient('Noor', 'lnaddress', `noor@${artists.hostAndPort}`, 5),
  ].join('')
  host.answerWith(() => ({
    text: `<rss version="2.0"><channel><title>A show</title><item><title>A talk</title><guid>one</guid>
      <enclosure url="/a.mp3" length="1" type="audio/mpeg"/>
      <podcast:value type="lightning" method="lnaddress">${value}</podcast:value></item></channel></rss>`,
  }))
  const { id } = await robin.call(addForeignFeed, { body: { url: `${host.url}/show` } })
  itemId = (await robin.call(getForeignFeed, { params: { feedId: id } })).items[0]!.id
})
after(() => stack.disposeAsync())

test('a payment elsewhere says what is paid, kept and not paid, in one order', async (t) => {
  const opened = await openBrowser(browser, world.origin)
  await storeSession(opened.page, robin)
  await runVisit(t, opened, 'boost', async () => {
    const { page } = opened
    const dialog = page.getByRole('dialog')
    const names = () => dialog.locator('dt').allInnerTexts()
    await page.goto(`/library/elsewhere?item=${itemId}`)
    await page.getByRole('main').getByRole('button', { name: 'Zap', exact: true }).click()
    await dialog.getByRole('button', { name: 'Pay 60 sats' }).waitFor()
    assert.deepEqual(await names(), ['Cleo', 'Mara', 'Noor'])
    await dialog.getByText('40 sats stay in your balance, for recipients that cannot be paid.').waitFor()

    for (const typed of ['', 'ten', '0', '1.5', '99999999999', '20000']) {
      await dialog.getByLabel('Amount').fill(typed)
      const button = dialog.getByRole('button', { name: /^(Zap|Pay )/ })
      await button.and(page.locator(':disabled[aria-describedby]')).waitFor()
      const reason = await button.evaluate((one) => {
        return document.getElementById(one.getAttribute('aria-describedby')!)!.textContent
      })
      assert.match(reason, /^(Please enter|Too|Your balance is)/, typed)
      assert.equal(await dialog.getByText(reason).count(), 2, typed)
      assert.deepEqual(await names(), [], typed)
      assert.equal(await dialog.getByText('Pay 0 sats').count(), 0)
    }
    await assertAxePasses(page)
    await lookAt(page, 'boost-too-much')

    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByRole('button', { name: 'Pay 60 sats' }).click()
    const status = dialog.getByRole('status')
    await status.getByText('Paid, and a part is kept').waitFor()
    await status.getByText('Paid: 59.500 sats').waitFor()
    await status.getByText('Kept until there is enough: 0.500 sats').waitFor()
    await status.getByText('Not paid: 40 sats').waitFor()
    assert.deepEqual(await names(), ['Cleo', 'Mara', 'Noor'])
    await lookAt(page, 'boost-paid')

    const { transactions } = await robin.call(listTransactions, { params: { page: '1' }, query: {} })
    const { paymentId } = Object.values(transactions)
      .flat()
      .find(({ note }) => note === 'boost')!
    await page.goto(`/transactions/${paymentId}`)
    const paper = page.getByRole('article')
    await paper.getByRole('status').getByText('Paid, and a part is kept').waitFor()
    assert.equal(await paper.getByText('Waiting', { exact: true }).count(), 0)
    assert.deepEqual((await paper.locator('dt').allInnerTexts()).slice(0, 3), ['Cleo', 'Mara', 'Noor'])
    await lookAt(page, 'boost-receipt')
  })
})

test('a feed that was removed from the library comes back with Undo', async (t) => {
  const opened = await openBrowser(browser, world.origin)
  await storeSession(opened.page, robin)
  await runVisit(t, opened, 'feed-undo', async () => {
    const { page } = opened
    const feeds = async () => (await robin.call(listForeignFeeds, {})).map(({ title }) => title).join()
    await page.goto('/library/elsewhere')
    await page.getByRole('main').getByRole('link', { name: 'A show' }).click()
    await page.getByRole('button', { name: 'Remove from the library' }).click()
    await until(async () => (await feeds()) === '')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await until(async () => (await feeds()) === 'A show')
    await page.goto('/library/elsewhere')
    await page.getByRole('main').getByRole('link', { name: 'A show' }).waitFor()
  })
})
