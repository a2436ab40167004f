/** The first minute of a visitor: music after one tap, a paid artist after three, and no further gift on this device. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createPurseInvoice, emptyPurse, getPurse } from '#contract/operator/purse.ts'
import { getInvoice } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import { assertBooksBalance } from '../refusals.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen, PHONE } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openStage, runVisit } from './stage.ts'

const DESK: Screen = { width: 1440, height: 900, colorScheme: 'light' }
const NET_MSAT = 19_950

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let artist: TestUser
let boss: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack, { TRUSTED_PROXIES: '127.0.0.1' }))
  artist = await createTestUser(world, { name: 'mara' })
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  await publishTrack(world, artist, { title: 'First Light' })
  const { request } = await boss.call(createPurseInvoice, { body: { msatAmount: 100_000 } })
  await world.node.settle(decodeInvoice(request).paymentHash)
  await until(async () => (await boss.call(getPurse, {})).msatBalance === 100_000)
})
after(async () => {
  await assertBooksBalance(world)
  await stack.disposeAsync()
})

/** A visitor in a network in which the artist was never signed in. */
async function openVisitor(screen: Screen, address: string) {
  const visit = await openBrowser(browser, world.world.config.publicUrl, screen)
  await visit.context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  return visit
}

const zapPlace = (page: Page) => page.getByRole('region', { name: 'A first zap' })
const play = (page: Page) => page.getByRole('button', { name: /^Play Album of/ }).first()

test('a visitor hears music with one tap and zaps an artist with the next, once per device', async (t) => {
  const visit = await openVisitor(DESK, '203.0.113.7')
  const { page } = visit
  await runVisit(t, visit, 'first-minute', async () => {
    let taps = 0
    const tap = async (control: ReturnType<typeof play>) => {
      taps++
      await control.click()
    }
    await page.goto('/')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await tap(play(page))
    const face = zapPlace(page)
      .getByRole('button', { name: /^Give 21 sats to Artist of mara/ })
      .first()
    await face.waitFor()
    await assertAxePasses(page, { within: '[aria-label="A first zap"]' })
    await tap(face)
    await zapPlace(page).getByText('19.950 sats reached Artist of mara.').first().waitFor()
    assert.ok(taps <= 3, `${taps} taps`)
    await until(async () => (await artist.balance()) === NET_MSAT)
    await zapPlace(page).getByText('That was a zap.').first().waitFor()
    await zapPlace(page).getByRole('button', { name: 'Not now' }).first().click()
    await zapPlace(page).first().waitFor({ state: 'detached' })

    // The next visit, and one on which the browser has lost everything but its id.
    for (const forget of [() => undefined, () => page.evaluate(() => localStorage.removeItem('peal.first-zap'))]) {
      await forget()
      await page.goto('/')
      const isPlayed = page.waitForResponse((response) => response.url().includes('/v1/plays')).catch(() => null)
      await play(page).click()
      await Promise.race([isPlayed, page.waitForTimeout(4_000)])
      assert.equal(await zapPlace(page).count(), 0)
    }
    assert.equal(await artist.balance(), NET_MSAT)
  })
})

test('while the purse is empty, pressing an avatar shows the QR code of an invoice, also on a phone', async (t) => {
  await boss.call(emptyPurse, {})
  const before = await artist.balance()
  const visit = await openVisitor(PHONE, '203.0.113.8')
  const { page } = visit
  await runVisit(t, visit, 'first-minute-invoice', async () => {
    const made = page.waitForResponse((response) => response.url().endsWith('/v1/invoices'))
    await page.goto('/')
    await play(page).click()
    const line = zapPlace(page).first()
    await line
      .getByRole('button', { name: /^Give 21 sats to/ })
      .first()
      .waitFor()
    assert.equal(await line.getByText('They’re on us').count(), 0)
    await line
      .getByRole('button', { name: /^Give 21 sats to/ })
      .first()
      .click()
    const { data } = (await (await made).json()) as { data: { invoiceId: string; paymentHash: string } }
    await line.getByRole('img', { name: 'Pay 21 sats to Artist of mara' }).first().waitFor()
    await world.node.settle(data.paymentHash)
    await line.getByText('19.950 sats reached').first().waitFor()
    const params = { invoiceId: data.invoiceId }
    assert.equal((await world.call(getInvoice, { params })).state, 'paid')
    await until(async () => (await artist.balance()) === before + NET_MSAT)
  })
})
