/** The settings of notifications in a real browser: a kind is turned off and on again; those about security have no switch. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { getNotificationPreferences } from '#contract/community/notifications.ts'
import { send } from '#contract/payments/payments.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen } from './chromium.ts'
import { faultsOf, settle } from './screen-faults.ts'
import { storeSession, openPages } from './stage.ts'

const PHONE: Screen = { width: 360, height: 740, colorScheme: 'light' }

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser

before(async () => {
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara' })
  const robin = await createTestUser(world, { name: 'robin' })
  const { trackId } = await publishTrack(world, mara, { title: 'First Light' })
  await fillBalance(world, robin, 100_000)
  await robin.call(send, { body: { contentId: trackId, msatAmount: 21_000 } })
  const hold = { userId: mara.userId, cause: 'late-payment', reason: 'It was paid.', now: world.clock.now() } as const
  await world.world.database.transaction((tx) => holdOutgoing(tx, hold))
})
after(() => stack.disposeAsync())

const zapChoice = async () => {
  const { kinds } = await mara.call(getNotificationPreferences, {})
  return kinds.find(({ kind }) => kind === 'zap-received')
}

/** Not `uncheck()`, which reads the box before React has rendered the choice. */
async function choose(box: Locator, isOn: boolean): Promise<void> {
  await box.click()
  await until(async () => (await box.isChecked()) === isOn)
}

test('a kind is hidden and no longer mailed; security kinds have no switch', async () => {
  const { context, page, complaints } = await openBrowser(browser, world.origin, PHONE)
  await storeSession(page, mara)
  await page.goto('/transactions?tab=notifications')
  await page.getByText('for “First Light”').waitFor()

  await page.goto('/settings/notifications')
  const kinds = page.getByRole('region', { name: 'Types of notifications' })
  const shown = kinds.getByRole('checkbox', { name: 'Payments for your music and shows: Show' })
  const mailed = kinds.getByRole('checkbox', { name: 'Payments for your music and shows: E-mail' })
  await choose(shown, false)
  await choose(mailed, false)
  await until(async () => (await zapChoice())?.isMailed === false)
  assert.equal((await zapChoice())?.isShown, false)
  await page.reload()
  await shown.waitFor()
  assert.deepEqual([await shown.isChecked(), await mailed.isChecked()], [false, false])
  await kinds.getByText('Notices about your security, failed or held payments, takedowns and ownership').waitFor()
  assert.equal(await kinds.getByRole('checkbox').count(), 35)
  await settle(page)
  assert.deepEqual(await faultsOf(page), [])

  await page.goto('/transactions?tab=notifications')
  await page.getByText('Outgoing payments of your account are held').first().waitFor()
  assert.equal(await page.getByText('for “First Light”').count(), 0)

  await page.goto('/settings/notifications')
  await choose(shown, true)
  await until(async () => (await zapChoice())?.isShown === true)
  await page.goto('/transactions?tab=notifications')
  await page.getByText('for “First Light”').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})
