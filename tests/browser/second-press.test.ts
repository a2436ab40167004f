/** A double press on what opens a dialog, or on what leads to its next step, neither pays nor closes the dialog. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { createTestUser, fillBalance, publishTrack, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { journeysOf, openStage } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openStage(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  await fillBalance(world, robin, 50_000_000)
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('second-press', () => ({ browser, origin: world.world.config.publicUrl }))

/** As a mouse presses: `count` is 2 for the second press of a double click. */
async function press(page: Page, at: { x: number; y: number }, count: 1 | 2): Promise<void> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down({ clickCount: count })
  await page.mouse.up({ clickCount: count })
  // What the press has changed is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.waitFor()
  const { x, y, width, height } = (await target.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** The paths of the calls that move money, in order. */
function watchPayments(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /\/(send|withdraw)$/.test(pathname)) paths.push(pathname)
  })
  return paths
}

journey(
  'the second press on Zap does not press the button that pays',
  () => robin,
  async (page) => {
    const paid = watchPayments(page)
    await page.goto(`/track/${song.trackId}`)
    const dialog = page.getByRole('dialog')
    await press(page, await middleOf(page.getByRole('button', { name: 'Zap First Light' }).first()), 1)
    const pay = await middleOf(dialog.getByRole('button', { name: /^Send / }))
    // On a phone this button is where Zap in the player is.
    await press(page, pay, 2)
    assert.deepEqual(paid, [])
    await press(page, pay, 1)
    await dialog.getByText('Paid', { exact: true }).waitFor()
    assert.deepEqual(paid, ['/v1/send'])
  },
)

journey(
  'the second press on Continue does not withdraw',
  () => robin,
  async (page) => {
    const paid = watchPayments(page)
    await page.goto('/transactions')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog.getByLabel('Lightning invoice or address').fill('mara@elsewhere.example')
    await page.keyboard.press('Enter')
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByLabel('Amount', { exact: true }).last().fill('1000')
    await press(page, await middleOf(dialog.getByRole('button', { name: 'Continue' })), 1)
    await press(page, await middleOf(dialog.getByRole('button', { name: 'Send 1,000 sats' })), 2)
    assert.deepEqual(paid, [])
    await dialog.getByRole('button', { name: 'Send 1,000 sats' }).waitFor()
  },
)

journey(
  'a double click on what opens a dialog leaves it open, and a press beside it closes it',
  () => robin,
  async (page) => {
    await page.goto('/transactions')
    const dialog = page.getByRole('dialog')
    const deposit = await middleOf(page.getByRole('button', { name: 'Deposit', exact: true }))
    const beside = { x: 5, y: 400 }
    await press(page, deposit, 1)
    await dialog.getByRole('button', { name: 'Close' }).waitFor()
    await press(page, beside, 2)
    // It still does what it is for.
    const made = page.waitForResponse((response) => response.url().endsWith('/v1/deposit'))
    await dialog.getByRole('button', { name: 'Deposit 10,000 sats' }).click({ timeout: 5_000 })
    await made
    await dialog.getByRole('img').first().waitFor()
    await press(page, beside, 1)
    await dialog.waitFor({ state: 'detached' })
  },
)
