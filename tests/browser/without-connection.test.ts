/** A phone that loses its connection: what was pressed then works as soon as the connection is back, without a reload. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createTestUser, fillBalance, publishTrack, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, PHONE } from './chromium.ts'
import { openStage, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let song: PublishedTrack
let fan: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack))
  song = await publishTrack(world, await createTestUser(world, { name: 'mara' }), { title: 'Kite String' })
  fan = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, fan, 5_000_000)
})
after(() => stack.disposeAsync())

test('the zap dialog opens after it could not be loaded, and a zap that was not sent is sent once', async () => {
  const { page, context } = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  try {
    await storeSession(context, fan)
    await page.goto(`/track/${song.trackId}`)
    await page.getByRole('button', { name: 'Open user menu' }).waitFor()
    const zap = page.getByRole('button', { name: 'Zap Kite String' }).first()
    const dialog = page.getByRole('dialog')
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('zap-room') })
    await zap.click()
    await failed
    await context.setOffline(false)
    await zap.click()
    const send = dialog.getByRole('button', { name: 'Send 1,000 sats' })
    await send.waitFor()
    await context.setOffline(true)
    await send.click()
    await dialog.getByRole('heading', { name: 'Not confirmed yet' }).waitFor()
    await context.setOffline(false)
    await dialog.getByRole('heading', { name: 'Who got what' }).waitFor()
    assert.equal(await fan.balance(), 4_000_000)
  } finally {
    await context.close()
  }
})

test('a user whose balance cannot be loaded is not offered to pay as a visitor', async () => {
  const { page, context } = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  try {
    await storeSession(context, fan)
    const account = '**/v1/accounts'
    await page.route(account, (route) => route.abort())
    await page.goto(`/track/${song.trackId}`)
    await page.getByRole('button', { name: 'Zap Kite String' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^We could not load your balance\./).waitFor()
    assert.equal(await dialog.getByText('by invoice').count(), 0)
    await page.unroute(account)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Send 1,000 sats' }).waitFor()
  } finally {
    await context.close()
  }
})
