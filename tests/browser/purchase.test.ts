/** Buying a release in the browser: without an account by invoice, to the private link; with one from the balance, to the
 * collection; what the artist offers, and a code from its sheet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { getOwnDownloadOffer } from '#contract/catalog/downloads.ts'
import { PRICE_SETTINGS, setPrice } from '../prices.ts'
import { createTestUser, fillBalance, publishTrack, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let albumId: string

before(async () => {
  ;({ world, browser } = await openStage(stack, PRICE_SETTINGS))
  world.expectLogs('price-not-fetched')
  await setPrice(world, 87_654.32)
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  ;({ albumId } = await publishTrack(world, mara, { title: 'Lightning' }))
})
after(() => stack.disposeAsync())

async function visit(user: TestUser | null) {
  const opened = await openBrowser(browser, world.origin, { width: 390, height: 844, colorScheme: 'light' })
  if (user !== null) await storeSession(opened.context, user)
  return opened
}

test('what the artist offers is for sale once its files are ready, also on open pages', async (t) => {
  const fan = await visit(null)
  await fan.page.goto(`/album/${albumId}`)
  const opened = await visit(mara)
  await runVisit(t, opened, 'purchase-offer', async () => {
    const { page } = opened
    await page.goto(`/studio/edit/album/${albumId}?part=downloads`)
    await page.getByRole('radio', { name: 'Pay what you want' }).check()
    await page.getByRole('textbox', { name: 'Minimum', exact: true }).fill('7')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Fans can buy it now.').waitFor()
    const own = await mara.call(getOwnDownloadOffer, { params: { contentId: albumId } })
    assert.deepEqual([own.mode, own.msatMin], ['paid', 7_000])
  })
  await runVisit(t, fan, 'purchase-open-page', async () => {
    const { page } = fan
    // As after a change of tabs.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('button', { name: 'Buy from 7 sats' }).waitFor()
  })
})

test('without an account: the files and a private link once the invoice is paid', async (t) => {
  const opened = await visit(null)
  await runVisit(t, opened, 'purchase-invoice', async () => {
    const { page } = opened
    await page.goto(`/album/${albumId}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: /^Buy/ }).click()
    const dialog = page.getByRole('dialog')
    const mail = dialog.getByLabel('Send the link to this e-mail address (optional)')
    await mail.fill('fan@')
    await dialog.getByRole('button', { name: 'Pay 7 sats with any wallet' }).click()
    await dialog.getByText('Please enter a complete e-mail address.').waitFor()
    assert.equal(await mail.getAttribute('aria-invalid'), 'true')
    await mail.fill('')
    await dialog.getByRole('button', { name: 'Pay 7 sats with any wallet' }).click()
    const uri = await dialog
      .getByRole('link', { name: /wallet/i })
      .first()
      .getAttribute('href')
    await world.node.settleInvoice(uri!.replace('lightning:', ''))
    await dialog.getByText('Paid. It is yours.').waitFor()
    // The browser keeps what is paid.
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Buy/ }).click()
    await dialog.getByText('Paid. It is yours.').waitFor()
    const secret = await page.evaluate((id) => {
      return (JSON.parse(localStorage.getItem(`peal.purchase.${id}`)!) as { secret: string }).secret
    }, albumId)
    await page.goto(`/purchase/${secret}`, { waitUntil: 'load' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^MP3/ }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'Artist of mara - Album of Lightning.zip')
    await download.cancel()
  })
})

test('from the balance: into the collection, and named among the buyers', async (t) => {
  const robin = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, robin, 50_000)
  const opened = await visit(robin)
  await runVisit(t, opened, 'purchase-balance', async () => {
    const { page } = opened
    // Without a balance, the dialog does not offer what visitors are offered.
    const account = '**/v1/accounts'
    await page.route(account, (route) => route.abort())
    await page.goto(`/album/${albumId}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: /^Buy/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/^We could not load your balance\./)
      .waitFor()
    assert.equal(await page.getByRole('dialog').getByText('Pay 7 sats').count(), 0)
    await page.unroute(account)
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay 7 sats from your balance' }).click()
    await page.getByRole('dialog').getByText('This is in your collection.').waitFor()
    await until(async () => (await robin.balance()) === 43_000)
    await page.goto('/library/collection', { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Files of “Album of Lightning”' }).click()
    await page.getByRole('link', { name: /^FLAC/ }).waitFor()
    // Visitors share a page that is a few seconds old.
    await until(async () => (await (await fetch(`${world.origin}/album/${albumId}`)).text()).includes('robin'))
    await page.goto(`/album/${albumId}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'You own it: download: Album of Lightning' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download “Album of Lightning”' })
    await dialog.getByRole('link', { name: /^FLAC/ }).waitFor()
    await dialog.getByRole('link', { name: 'Open the collection' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#buyers').scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: 'Bought by' }).getByRole('link', { name: 'robin' }).waitFor()
  })
})

test('a record from 5 dollars: set in the studio, bought for 7.50', async (t) => {
  const artist = await visit(mara)
  await runVisit(t, artist, 'purchase-dollars-offer', async () => {
    const { page } = artist
    await page.goto(`/studio/albums/${albumId}`, { waitUntil: 'load' })
    await page.getByText('Download from 7 sats').waitFor()
    await page.getByText('2 sold').waitFor()
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await page.getByLabel('Currency').selectOption('US dollars')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').waitFor()
    const own = await mara.call(getOwnDownloadOffer, { params: { contentId: albumId } })
    assert.deepEqual([own.centsMin, own.msatMin], [500, 5_705_000])
  })
  const fan = await visit(null)
  await runVisit(t, fan, 'purchase-dollars', async () => {
    const { page } = fan
    // Visitors share an offer that is a few seconds old.
    await until(async () => (await (await fetch(`${world.origin}/album/${albumId}`)).text()).includes('"centsMin":500'))
    await page.goto(`/album/${albumId}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Buy from $5: Album of Lightning' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('About 5,705 sats at the moment').waitFor()
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByLabel('Your amount in dollars').fill('4.99')
    await dialog.getByRole('alert').getByText('The smallest amount is $5.00.').waitFor()
    await dialog.getByLabel('Your amount in dollars').fill('$7.50')
    await dialog.getByRole('button', { name: 'Pay 8,557 sats with any wallet' }).click()
    const uri = await dialog.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')
    await world.node.settleInvoice(uri!.replace('lightning:', ''))
    await dialog.getByText('Paid. It is yours.').waitFor()
    const secret = await page.evaluate((id) => {
      return (JSON.parse(localStorage.getItem(`peal.purchase.${id}`)!) as { secret: string }).secret
    }, albumId)
    await page.goto(`/purchase/${secret}`, { waitUntil: 'load' })
    await page.getByText('$7.50 · 8,557 sats').waitFor()
  })
})

test('a code from the sheet of the artist is redeemed without an account', async (t) => {
  const artist = await visit(mara)
  let code = ''
  await runVisit(t, artist, 'purchase-sheet', async () => {
    const { page } = artist
    await page.goto(`/studio/edit/album/${albumId}?part=downloads`, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Create codes' }).click()
    await page.getByText('Please name the sheet.').waitFor()
    await page.getByLabel('Name of the sheet').fill('Harbour')
    await page.getByLabel('Number of codes').fill('2')
    await page.getByRole('button', { name: 'Create codes' }).click()
    await page.getByRole('link', { name: 'Open the sheet: Harbour' }).click()
    const card = page.getByRole('img', { name: /^QR code of/ }).first()
    await card.waitFor()
    code = (await card.getAttribute('aria-label'))!.split(' ').at(-1)!
  })
  const listener = await visit(null)
  await runVisit(t, listener, 'purchase-redeem', async () => {
    const { page } = listener
    await page.goto(`/redeem?code=${code}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.waitForURL('**/purchase/*')
    await page.getByRole('heading', { name: 'Album of Lightning' }).waitFor()
    // Again in the same browser.
    const link = page.url()
    await page.goto(`/redeem?code=${code}`, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.waitForURL(link)
  })
})

test('a preview link is made in the studio, plays for a visitor, and ends when it is revoked', async (t) => {
  const artist = await visit(mara)
  let link = ''
  await runVisit(t, artist, 'preview-make', async () => {
    const { page } = artist
    await page.goto(`/studio/albums/${albumId}`, { waitUntil: 'load' })
    await page.getByRole('link', { name: 'Preview links' }).click()
    await page.getByLabel('For whom').fill('The Wire')
    await page.getByLabel('Plays at most').fill('2')
    await page.getByRole('button', { name: 'Make link' }).click()
    link = new URL((await page.getByText(/\/private\//).textContent()) ?? '').pathname
    await page.getByText('0 opens · 0 of 2 plays').waitFor()
  })
  const listener = await visit(null)
  await runVisit(t, listener, 'preview-play', async () => {
    const { page } = listener
    const opened = await page.goto(link, { waitUntil: 'load' })
    assert.equal(opened!.headers()['cache-control'], 'no-store')
    await page.getByText(/^For The Wire, until/).waitFor()
    await page.getByText('Can be played 2 times; 2 left').waitFor()
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await page.waitForFunction(() => (document.querySelector('main audio') as HTMLAudioElement).currentTime > 0)
    await page.getByText('Can be played 2 times; 1 left').waitFor()
  })
  const revoking = await visit(mara)
  await runVisit(t, revoking, 'preview-revoke', async () => {
    const { page } = revoking
    await page.goto(`/studio/edit/album/${albumId}?part=previews`, { waitUntil: 'load' })
    await page.getByText('1 open · 1 of 2 plays', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Revoke the link for The Wire' }).click()
    await page.getByText('Revoked', { exact: false }).waitFor()
    await until(async () => (await fetch(world.origin + link)).status === 410)
    assert.match(await (await fetch(world.origin + link)).text(), /This link was revoked\./)
  })
})
