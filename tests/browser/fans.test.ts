/** Fans in the browser: the artist sees who supports them and writes to followers; a fan reads it, and ends the messages with
 * the link in the e-mail, without logging in; a zap is thanked for on its receipt. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createArtist } from '#contract/catalog/artists.ts'
import { getFanChoices } from '#contract/community/fans.ts'
import { follow } from '#contract/community/follows.ts'
import { send } from '#contract/payments/payments.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const TEXT = 'Thank you for every evening.'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let paymentId: string

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  robin = await createTestUser(world, { name: 'robin' })
  const { id: contentId } = await mara.call(createArtist, { body: { name: 'Mara Okafor' } })
  await fillBalance(world, robin, 100_000)
  ;({ paymentId } = await robin.call(send, { body: { contentId, msatAmount: 21_000 } }))
  await robin.call(follow, { body: { contentId } })
})
after(() => stack.disposeAsync())

async function visit(user: TestUser | null) {
  const opened = await openBrowser(browser, world.origin, { width: 390, height: 844, colorScheme: 'light' })
  if (user !== null) await storeSession(opened.context, user)
  return opened
}

test('the artist sees a fan, writes to followers, and thanks for a zap', async (t) => {
  const opened = await visit(mara)
  await runVisit(t, opened, 'fans-studio', async () => {
    const { page } = opened
    await page.goto('/studio')
    await page.getByRole('link', { name: 'Fans', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'robin' }).getByText('21 sats').waitFor()
    await page.getByRole('link', { name: 'Purchases 0' }).click()
    await page.getByText('No fan matches.').waitFor()

    await page.getByRole('button', { name: 'Write a message' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'What is it?' }).selectOption({ label: 'Thanks' })
    await dialog.getByText('Reaches fewer than 5 people.').waitFor()
    await dialog.getByRole('textbox', { name: 'Message' }).fill(TEXT)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('sent to fewer than 5 people').waitFor()

    await page.goto(`/transactions/earnings/${paymentId}`)
    await page.getByRole('button', { name: 'Say thank you' }).click()
    await page.getByRole('textbox', { name: 'Your thanks' }).fill('That made my day.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Your reply' }).waitFor()
  })
})

test('the fan reads the message and the thanks', async (t) => {
  const opened = await visit(robin)
  await runVisit(t, opened, 'fans-notifications', async () => {
    const { page } = opened
    await page.goto('/transactions?tab=notifications')
    await page.getByText('A message from Mara Okafor').waitFor()
    await page.getByText(TEXT).waitFor()
    await page.getByText('Mara Okafor thanks you for your zap').waitFor()
  })
})

test('the link in the e-mail ends the messages without logging in', async (t) => {
  const opened = await visit(null)
  await runVisit(t, opened, 'fans-unsubscribe', async () => {
    const { page } = opened
    const mails = await listUnsentMails(world.world.database, robin.email)
    const link = mails.flatMap(({ links }) => links).find((one) => one.includes('?fan='))!
    await page.goto(link)
    await page.getByRole('button', { name: 'No more messages from this artist' }).click()
    await page.getByRole('heading', { name: 'Unsubscribed' }).waitFor()
    await until(async () => (await robin.call(getFanChoices, {})).stopped.length === 1)
    assert.equal((await robin.call(getFanChoices, {})).stopped[0]?.name, 'Mara Okafor')
  })
})
