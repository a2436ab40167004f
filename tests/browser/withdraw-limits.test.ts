/** The withdraw dialog states the limits of a withdrawal, and that a proof will be needed, before anything is
 * pressed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillBalance, createTestUser } from '../users.ts'
import { createTestWorld } from '../world.ts'
import { launchBrowser, lookAt, openBrowser, saveScreenshot } from './chromium.ts'
import { storeSession } from './stage.ts'

const settings = { YOUNG_WITHDRAWAL_MSAT: '10000000', DAILY_WITHDRAWAL_MSAT: '80000000', STEP_UP_MSAT: '5000000' }

test('a new account sees its limit, and the amount above which a proof is needed', async (context) => {
  await using world = await createTestWorld({ pages: true, settings })
  const mara = await createTestUser(world, { name: 'mara' })
  await fillBalance(world, mara, 60_000_000)
  const browser = await launchBrowser()
  const { page, complaints } = await openBrowser(browser, world.origin)
  await storeSession(page, mara)
  const dialog = page.getByRole('dialog')
  const type = (sats: string) => dialog.getByLabel('Amount', { exact: true }).last().fill(sats)
  const choose = async (sats: string) => {
    await type(sats)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  try {
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog.getByText(/^In its first 24 hours, .* up to 10,000 sats; 10,000 sats are left\.$/).waitFor()
    await dialog.getByText(/^From .*, the limit is 80,000 sats in 24 hours\.$/).waitFor()
    await dialog.getByText(/^If more than 5,000 sats leave your balance within 24 hours, we ask/).waitFor()
    await lookAt(page, 'withdraw-limits')
    await dialog.getByLabel('Lightning invoice or address').fill('mara@elsewhere.example')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^In its first 24 hours/).waitFor()
    // 60,000 sats, of which 10,000 may leave: the button is not 'All', and the range is the one of today.
    await dialog.getByText('Max. 10,000', { exact: true }).waitFor()
    await dialog
      .getByText(/You can withdraw 1 to 10,000 sats now\. “Max\.” is what is left of your limit for 24 hours\.$/)
      .waitFor()
    assert.equal(await dialog.filter({ hasText: /^All\b/ }).count(), 0)
    await dialog.getByText('Other', { exact: true }).click()
    await type('10001')
    await dialog.getByRole('button', { name: 'Continue' }).and(page.locator(':disabled')).waitFor()
    await dialog
      .getByText('This is above your limit. You can withdraw up to 10,000 sats in 24 hours; 10,000 sats are left.')
      .first()
      .waitFor()
    await type('200000')
    await dialog.getByText('This is above your limit.').first().waitFor()
    await choose('4000')
    await dialog.getByRole('button', { name: 'Send 4,000 sats' }).waitFor()
    assert.equal(await dialog.getByText(/^Next, we ask/).count(), 0)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await choose('6000')
    await dialog.getByText(/^Next, we ask you to confirm that it is you: .* 5,000 sats/).waitFor()
    await lookAt(page, 'withdraw-proof')
    assert.deepEqual(complaints, [])
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'withdraw-limits')}`)
    throw error
  } finally {
    await browser.close()
  }
})
