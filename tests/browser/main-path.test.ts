/** The main path in a real browser, by mouse and keyboard, over real Lightning nodes: sign up, publish, play, zap, earn,
 * withdraw. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { agreeToAll } from '../agreements.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { type TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openPages, playedSeconds, recordAudio, stepsOf } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
let complaints: string[]
let teodor: TestUser
let albumAddress = ''
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-main-path-'))

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack, { lightning: 'sandbox' }))
  teodor = await createTestUser(world, { name: 'teodor' })
  ;({ page, complaints } = await openBrowser(browser, world.origin))
  fs.writeFileSync(path.join(folder, '01 First Light.wav'), makeWav(30, 220))
  fs.writeFileSync(path.join(folder, '02 Last Bus.wav'), makeWav(20, 330))
  const square = { width: 800, height: 800, channels: 3 as const, background: '#5a35e0' }
  fs.writeFileSync(path.join(folder, 'cover.png'), await sharp({ create: square }).png().toBuffer())
})
after(() => stack.disposeAsync())

const step = stepsOf('main-path', 90_000, () => page)

const field = (label: string | RegExp): Locator => page.getByLabel(label)
const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
const link = (name: string | RegExp): Locator => page.getByRole('link', { name })
const dialog = (): Locator => page.getByRole('dialog')
const inFolder = (name: string) => path.join(folder, name)

step('a visitor signs up with the keyboard alone', async () => {
  await page.goto('/')
  await link('Sign up').first().focus()
  await page.keyboard.press('Enter')
  await field('E-mail').focus()
  await page.keyboard.type('mara@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a long enough password')
  await field(/^Name on/).focus()
  await page.keyboard.type('mara')
  await page.keyboard.press('Enter')
  await button('Open user menu').waitFor()
  // A catalogue without artists has nobody to suggest.
  await page.waitForURL((url) => url.pathname === '/')
})

step('the mailed link confirms the e-mail address', async () => {
  await page.goto('/sandbox/mail?to=mara@example.com')
  await link('Confirm the address').first().click()
  await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
})

step('the studio first asks where earnings go', async () => {
  await page.goto('/studio')
  await field('First name').fill('Mara')
  await field('Last name').fill('Okafor')
  await button('Open the studio').click()
  await page.waitForURL('/studio')
})

step('an artist page is created', async () => {
  await link('Create your artist page').or(button('Create your artist page')).first().click()
  await field('Artist name').fill('Mara Okafor')
  await button('Create artist page').click()
  await page.waitForURL(/\/studio\/(create\/album|artists)/)
})

step('a release with artwork is created', async () => {
  await page.goto('/studio/create/album')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Slow Lightning')
  await page.locator('input[type=file]').first().setInputFiles(inFolder('cover.png'))
  await button('Continue to the tracks').click()
  await page.waitForURL(/\/studio\/albums\/[0-9a-f-]{36}$/)
})

step('two audio files become two tracks', async () => {
  const files = [inFolder('01 First Light.wav'), inFolder('02 Last Bus.wav')]
  await page.locator('input[type=file][multiple]').first().setInputFiles(files)
  assert.equal(await field(/^Title of 01 First Light/).inputValue(), 'First Light')
  await button('Upload 2 tracks').click()
  await page.getByText('0:30').first().waitFor()
  await page.getByText('0:20').first().waitFor()
})

step('the split is 57 to the artist and 43 to teodor', async () => {
  await button('Share with others').click()
  await field('Share of person 1').fill('57')
  if ((await field('Username of person 2').count()) === 0) await button('Add a person').click()
  await field('Username of person 2').fill('teodor')
  await field('Share of person 2').fill('43')
  await page.getByText('User found').nth(1).waitFor()
  await page.getByText('541.500').first().waitFor()
  await button('Set this split').click()
  await dialog().getByRole('button', { name: 'Set this split' }).click()
  await page.getByText('Every payment is divided like this.').waitFor()
})

step('once published, everybody sees it', async () => {
  await button('Publish…').click()
  await dialog().getByRole('button', { name: 'Publish now' }).click()
  await link('View public page').first().waitFor()
  albumAddress = (await link('View public page').first().getAttribute('href')) ?? ''
  const visitor = await fetch(world.origin + albumAddress)
  assert.equal(visitor.status, 200)
  const html = await visitor.text()
  for (const words of ['Slow Lightning', 'Mara Okafor', 'First Light', 'Last Bus'])
    assert.ok(html.includes(words), words)
})

step('it plays, and keeps playing during navigation', async () => {
  await recordAudio(page)
  await page.goto(albumAddress)
  await button('Play Slow Lightning').or(button('Play')).first().click()
  await until(async () => (await playedSeconds(page)) > 0.5)
  const before0 = await playedSeconds(page)
  await link('Home').first().click()
  await page.waitForURL('/')
  await link('Top 40').first().click()
  await page.waitForURL('/top')
  await until(async () => (await playedSeconds(page)) > before0 + 1)
  const audioCount = await page.evaluate(
    () => [...(window as unknown as { sounds: Set<HTMLMediaElement> }).sounds].filter((one) => !one.paused).length,
  )
  assert.equal(audioCount, 1)
})

async function openZap(): Promise<void> {
  await page.goto(albumAddress)
  await button('Zap Slow Lightning').or(button('Zap')).first().click()
  await dialog().getByRole('heading', { name: 'Zap Slow Lightning' }).waitFor()
}

async function chooseOther(sats: string): Promise<void> {
  await dialog().getByText('Other', { exact: true }).click()
  await dialog().getByLabel('Amount in sats').fill(sats)
}

step('5 sats by invoice, paid from the external wallet, become 2 708, 2 042 and 250 msat', async () => {
  await openZap()
  await chooseOther('5')
  await dialog().getByText('2.708').waitFor()
  await dialog().getByText('2.042').waitFor()
  await dialog().getByText('0.250 sats').waitFor()
  const byInvoice = dialog().getByRole('button', { name: /invoice|another wallet/i })
  await byInvoice.first().click()
  await dialog().getByRole('button', { name: 'Pay from the external wallet' }).click()
  await dialog().getByText('Paid', { exact: true }).first().waitFor()
  const { rows } = await sql<{ role: string; amount_msat: bigint }>`
    SELECT role, zap_leg.amount_msat FROM zap_leg JOIN zap ON id = zap_id WHERE zap.amount_msat = 5000 ORDER BY seq`.execute(
    world.world.database.read,
  )
  assert.deepEqual(
    rows.map((row) => [row.role, Number(row.amount_msat)]),
    [
      ['recipient', 2_708],
      ['recipient', 2_042],
      ['platform', 250],
    ],
  )
  // His share waits until he agrees to it.
  assert.equal(await teodor.balance(), 0)
  await agreeToAll(teodor.call)
  assert.equal(await teodor.balance(), 2_042)
})

step('the artist deposits into the balance', async () => {
  await page.goto('/transactions')
  await button('Deposit').first().click()
  await dialog().getByText('Other', { exact: true }).click()
  await dialog().getByLabel('Amount').fill('100')
  await dialog().getByRole('button', { name: 'Deposit 100 sats' }).click()
  await dialog().getByRole('button', { name: 'Pay from the external wallet' }).click()
  await dialog().getByText('Arrived', { exact: true }).first().waitFor()
  await dialog().getByRole('button', { name: 'Done' }).click()
})

step('1 sat is zapped from the balance', async () => {
  await openZap()
  await chooseOther('1')
  await dialog()
    .getByRole('button', { name: 'Send 1 sats' })
    .or(dialog().getByRole('button', { name: /^Send/ }))
    .first()
    .click()
  await dialog().getByText('Paid', { exact: true }).first().waitFor()
  assert.equal(await teodor.balance(), 2_042 + 408)
})

step('20 sats are withdrawn to an invoice of the external wallet, with the keyboard', async () => {
  const { bolt11 } = await world.world.sandbox!.outside.makeInvoice({ amountMsat: 20_000n })
  await page.goto('/transactions')
  await button('Withdraw').first().focus()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Lightning invoice').focus()
  await page.keyboard.insertText(bolt11)
  await dialog().getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await dialog().getByRole('button', { name: 'Send 20 sats' }).focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('Sent', { exact: true }).first().waitFor()
})

step('the statement lists everything, and the books equal the nodes', async () => {
  await page.goto('/transactions')
  for (const words of ['To a Lightning wallet', 'Zap sent', 'To your balance', 'Your share of a zap']) {
    await page.getByText(words).first().waitFor()
  }
  // 100 deposited, 2.708 and 0.542 earned, 1 sent, 20 withdrawn without a fee.
  await page.getByText('82.250', { exact: true }).waitFor()
  const audit = await auditPayments({ database: world.world.database, node: world.world.sandbox! })
  assert.equal(audit.ledger.sumMsat, 0n)
  assert.deepEqual([audit.lightningDifferenceMsat, audit.inflightDifferenceMsat, audit.differences], [0n, 0n, []])
  assert.ok(audit.isRight)
})

step('the browser reports no errors', async () => {
  assert.deepEqual(complaints, [])
})
