/** The admin area in a real browser: reports, takedowns and undoing them, holding and releasing money, blocking a
 * nostr key, announcements, and the log of all of it. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import { getAccount, listFeatures } from '#contract/accounts/account.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { blockKeyEverywhere, listAdminActions, takeDown, undoTakedown } from '#contract/operator/admin.ts'
import { listCases } from '#contract/operator/moderation.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { encodeNpub, generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { setRole } from '#server/accounts/roles.ts'
import { ApiError } from '#web/data/api.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openPages, journeysOf } from './stage.ts'

const PASSWORD = 'a long enough password'
const robinKey = publicKeyOf(generateSecretKey())
const robinNpub = encodeNpub(robinKey)
const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let olga: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  robin = await createTestUser(world, { name: 'robin' })
  olga = await createTestUser(world, { name: 'olga' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  await setRole(world.world.database.read, 'olga', 'owner')
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('admin', () => ({ browser, origin: world.origin }))

const dialog = (page: Page): Locator => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const readSong = () => world.call(getTrack, { params: { trackId: song.trackId } })
const isMissing = (error: unknown) => error instanceof ApiError && [404, 410].includes(error.status)

journey(
  'a user who is not an operator is refused',
  () => robin,
  async (page) => {
    for (const path of [
      '/admin',
      '/admin/people',
      '/admin/takedown',
      '/admin/reports',
      '/admin/nostr-keys',
      '/admin/purse',
      '/admin/promos',
      '/admin/health',
      '/admin/actions',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'This page is for operators' }).waitFor()
    }
  },
)

journey(
  'a background job that keeps failing is shown on the overview page of operators',
  () => olga,
  async (page) => {
    const { pool } = world.world.database
    await page.goto('/admin')
    await page
      .getByRole('link', { name: /^Money/ })
      .first()
      .waitFor()
    assert.equal(await page.getByText('Failing background jobs').count(), 0)
    await pool.query(
      `INSERT INTO job_failure VALUES ('digests-of-a-test', 3, now(), 'relation "digest" does not exist')`,
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Failing background jobs' }).waitFor()
    await page
      .getByText(/^digests-of-a-test: failed 3 times in a row, last .*: relation "digest" does not exist$/)
      .waitFor()
    await page.goto('/admin/health')
    const line = page.getByText('Jobs that keep failing').locator('..')
    await line.getByText('Look').waitFor()
    const runbook = await page.getByRole('link', { name: 'What to do' }).getAttribute('href')
    assert.match(await (await fetch(world.origin + runbook)).text(), /^# Run book/)
    await pool.query('DELETE FROM job_failure')
    await page.reload()
    await line.getByText('0').waitFor()
    assert.equal(await line.getByText('Look').count(), 0)
  },
)

journey(
  'a listener reports a song',
  () => robin,
  async (page) => {
    await page.goto(`/track/${song.trackId}`)
    await button(page, 'Report').click()
    await dialog(page).getByRole('button', { name: 'Send report' }).click()
    await dialog(page).getByText('Please choose a reason.').waitFor()
    await dialog(page).getByLabel('It is someone else’s work').check()
    await dialog(page)
      .getByLabel(/^Anything else we should know/)
      .fill('It is my band’s')
    await dialog(page).getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Thank you. We will review your report.').waitFor()
    assert.equal((await olga.call(listCases, { query: {} })).cases.length, 1)
  },
)

journey(
  'an artist whose song was taken down reads it in the wallet and the studio, which lead to where they object',
  () => mara,
  async (page) => {
    await mara.call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
    const body = { contentIds: [song.trackId], reason: 'Somebody else wrote it' }
    const { takedownId } = await olga.call(takeDown, { body })
    await page.goto('/transactions?open=withdraw')
    await dialog(page)
      .getByText(/^The operator is holding outgoing payments/)
      .waitFor()
    assert.equal(await button(page, 'Continue').count(), 0)
    await page.goto(`/studio/albums/${song.albumId}`)
    const note = page.getByText('Content was taken down').locator('..')
    await note.getByText('First Light').waitFor()
    await note.getByRole('link').click()
    await button(page, 'Object…').waitFor()
    // The own pages offer only what works: what nobody gets cannot be played, zapped or shared.
    for (const path of [`/track/${song.trackId}`, `/album/${song.albumId}`]) {
      await page.goto(path)
      await page
        .getByRole('main')
        .getByText(/^Taken down$/)
        .first()
        .waitFor()
      for (const name of [/^Play /, /^Zap/])
        assert.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0)
    }
    await page.goto(`/track/${song.trackId}`)
    await page.getByRole('link', { name: 'Only you can see this. Reason and objection' }).waitFor()
    for (const name of [/^Share/, /^Report/]) assert.equal(await button(page, name).count(), 0)
    await olga.call(undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'They wrote it' } })
    await page.goto(`/track/${song.trackId}`)
    await button(page, /^Zap/).first().waitFor()
    await page.goto('/transactions?open=withdraw')
    await button(page, 'Continue').waitFor()
    assert.equal(await page.getByText(/^The operator is holding/).count(), 0)
  },
)

journey(
  'a visitor reports a song with the form for visitors, which knows the page',
  () => null,
  async (page) => {
    await page.goto(`/track/${song.trackId}`)
    assert.equal(await button(page, 'Report').count(), 0)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { name: 'Report content' }).waitFor()
    assert.ok((await page.getByLabel('Address of the page').inputValue()).endsWith(`/track/${song.trackId}`))
    // Nothing is accused of in advance.
    assert.equal(await page.getByLabel('What is wrong with it?').inputValue(), '')
    assert.equal(await page.getByLabel(/^The work/).count(), 0)
  },
)

journey(
  'a reported song is taken down, which asks for the password when the log-in is old, and restored',
  () => olga,
  async (page) => {
    world.clock.step(11 * 60_000)
    await page.goto('/admin')
    await page.getByText('1 open').waitFor()
    await page
      .locator('main')
      .getByRole('link', { name: /^Reports.*to review/ })
      .click()
    await button(page, 'Reports and notes').click()
    await page.getByText('It is my band’s').waitFor()
    await page.goto(`/admin/takedown?find=/track/${song.trackId}`)
    await button(page, 'Choose Artist of mara').click()
    await follows(page, page.getByText('Outgoing payments of mara will be held.'))
    assert.equal((await readSong()).title, 'First Light')
    await page.getByLabel('Reason (shown to the owners)').fill('It is somebody else’s. Write to us if it is not.')
    await button(page, 'Take down Artist of mara').click()
    await follows(page, page.getByText('The content was taken down.'))
    await assert.rejects(readSong(), isMissing)
    assert.equal((await mara.call(getAccount, {})).isLocked, true)
    const line = page.getByRole('listitem').filter({ hasText: 'It is somebody else’s.' })
    await line.getByText('Taken down', { exact: true }).waitFor()
    await line.getByRole('button', { name: /^Restore/ }).click()
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await dialog(page).getByText('Please give a reason. It is recorded in the log.').waitFor()
    await dialog(page).getByLabel('Why?').fill('They have shown that it is theirs.')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await line.getByText('Restored', { exact: true }).waitFor()
    assert.equal((await readSong()).title, 'First Light')
    assert.equal((await mara.call(getAccount, {})).isLocked, false)
    await page.goto('/admin/reports')
    await page.getByText('Reported as: somebody else’s work').waitFor()
    await page.getByText('1 report. Track of mara').waitFor()
    await button(page, 'Agree, dealt with otherwise').click()
    await dialog(page).getByRole('heading', { name: 'Agree, dealt with otherwise: 1 case' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Agree, dealt with otherwise' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Dismiss').click()
    await dialog(page).getByLabel('Why?').fill('It is theirs.')
    await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText(/^No open cases\./).waitFor()
  },
)

/** Waits for what follows a change. The server decides which call first asks for a new log-in. */
async function follows(page: Page, result: Locator): Promise<void> {
  const question = dialog(page).getByLabel('Password')
  await question.or(result).first().waitFor()
  if (await question.isVisible()) {
    await question.fill(PASSWORD)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
  }
  await result.waitFor()
}

journey(
  'a user’s money is held and released with the keyboard, and a feature is switched',
  () => olga,
  async (page) => {
    world.clock.step(11 * 60_000)
    await page.goto('/admin/people')
    await page.getByLabel(/^Beginning of a username/).focus()
    await page.keyboard.type('rob')
    await page.keyboard.press('Enter')
    await button(page, 'Hold payments').focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByLabel('Why?').waitFor()
    await page.keyboard.type('Three cards in one night')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await follows(page, page.getByText('Payments held', { exact: true }))
    assert.equal((await robin.call(getAccount, {})).isLocked, true)
    await page.getByText(/Three cards in one night/).waitFor()
    await button(page, 'Release payments').click()
    await dialog(page).getByLabel('Why?').fill('It was he')
    await dialog(page).getByRole('button', { name: 'Release payments' }).click()
    await button(page, 'Hold payments').waitFor()
    assert.equal((await robin.call(getAccount, {})).isLocked, false)
    await page.getByLabel('Feature for robin').fill('early-player')
    await button(page, 'Switch on').click()
    await button(page, 'Switch off early-player').waitFor()
    assert.deepEqual(await robin.call(listFeatures, {}), ['early-player'])
    await button(page, 'Switch off early-player').click()
    await until(async () => (await robin.call(listFeatures, {})).length === 0)
  },
)

journey(
  'an announcement is in everybody’s notifications, and every action is in the log',
  () => olga,
  async (page) => {
    await page.goto('/admin/announcements')
    await button(page, 'Announce').click()
    await page.getByText('Please fill this in.').first().waitFor()
    await page.getByLabel('Title').fill('Podcasts are here')
    await page.getByLabel('Announcement text').fill('Begin a show in the studio.')
    await page.getByLabel('Link (optional)').fill('/docs')
    await button(page, 'Announce').click()
    await page.getByRole('heading', { name: 'Podcasts are here' }).waitFor()
    await page.goto('/transactions?tab=notifications')
    await page.getByRole('link', { name: 'Podcasts are here' }).click()
    await page.waitForURL('/docs')
    await page.goto('/admin/actions')
    for (const words of [
      'Announced',
      'Held payments',
      'Released payments',
      'Restored',
      'Took down',
      'Decided reports',
    ]) {
      await page.getByText(words, { exact: true }).first().waitFor()
    }
    assert.ok((await olga.call(listAdminActions, { query: {} })).every(({ adminName }) => adminName === 'olga'))
  },
)

journey(
  'a nostr key is blocked with a reason, and unblocked',
  () => olga,
  async (page) => {
    world.clock.step(11 * 60_000)
    await page.goto('/admin')
    await page
      .locator('main')
      .getByRole('link', { name: /^Nostr keys.*on the relay/ })
      .click()
    await page.getByText('No keys are blocked.').waitFor()
    await page.getByLabel('Public key').fill(`${robinNpub}x`)
    await button(page, 'Block').click()
    await page.getByText(/^This is not a nostr public key/).waitFor()
    await page.getByText('Please give a reason. It is recorded in the log.').waitFor()
    await page.getByLabel('Public key').fill(robinNpub)
    await page.getByLabel('Why?').fill('The same words under every song')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const line = page.getByRole('listitem').filter({ hasText: robinNpub })
    await follows(page, line.getByText('The same words under every song'))
    assert.equal(await page.getByLabel('Public key').inputValue(), '')
    const params = { contentId: song.trackId }
    assert.deepEqual((await olga.call(listNostrAuthors, { params })).blockedPubkeys, [robinKey])
    await line.getByRole('button', { name: `Unblock ${robinNpub}` }).click()
    await page.getByText('No keys are blocked.').waitFor()
    assert.deepEqual((await olga.call(listNostrAuthors, { params })).blockedPubkeys, [])
    await page.goto('/admin/actions')
    for (const words of ['Blocked a nostr key', 'Unblocked a nostr key']) {
      await page.getByText(words, { exact: true }).waitFor()
    }
    assert.equal(await page.getByText(robinNpub, { exact: true }).count(), 2)
    // For the test of every page below.
    await olga.call(blockKeyEverywhere, { body: { pubkey: robinKey, reason: 'Again' } })
  },
)

const DAY_MS = 24 * 3_600_000

journey(
  'a payment without an outcome for a day is refunded, with a reason that is in the log',
  () => olga,
  async (page) => {
    await fillBalance(world, robin, 50_000)
    const withdrawUnknown = async (amountMsat: bigint) => {
      world.node.script({ does: 'in_flight' })
      const body = { invoice: world.node.makeInvoice({ amountMsat }).bolt11 }
      const params = await robin.call(withdraw, { body })
      await until(async () => (await robin.call(getPayment, { params })).detail === 'unknown')
    }
    // The clock of the browser differs from that of the world.
    world.clock.step(-2 * DAY_MS)
    await withdrawUnknown(20_000n)
    world.clock.step(2 * DAY_MS)
    await withdrawUnknown(1_000n)
    world.clock.step(11 * 60_000)
    await page.goto('/admin/money')
    const table = page.getByRole('table', { name: 'Payments without an outcome yet' })
    await table.getByText('Unknown', { exact: true }).first().waitFor()
    assert.equal(await table.getByRole('row').count(), 3)
    // Only the older of the two can be refunded.
    await table.getByRole('button', { name: 'Refund…' }).click()
    await dialog(page)
      .getByText(/^20 sats go back to the sender/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Refund' }).click()
    await dialog(page).getByText('Please give a reason. It is recorded in the log.').waitFor()
    await dialog(page).getByLabel('Why?').fill('lnd was killed before it sent it')
    await dialog(page).getByRole('button', { name: 'Refund' }).click()
    await follows(page, page.getByText('Refunded', { exact: true }))
    assert.equal(await table.getByRole('row').count(), 2)
    assert.equal(await robin.balance(), 50_000 - 1_000 - 2_000)
    await assignsRefund(page)
    await page.goto('/admin/actions')
    await page.getByText('Refunded a payment', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'lnd was killed before it sent it', exact: true }).waitFor()
  },
)

/** Of a ticket whose buyer has no account. */
async function assignsRefund(page: Page): Promise<void> {
  world.expectLogs('money-in-suspense')
  const { paymentHash } = await world.node.createInvoice({
    amountMsat: 9_500n,
    expirySeconds: 600,
    externalId: 'ticket',
  })
  await world.node.settle(paymentHash)
  const { read } = world.world.database
  await until(async () => {
    const { rows } = await sql`UPDATE suspense_item SET reason = 'ticket-refund' RETURNING id`.execute(read)
    return rows.length === 1
  })
  const table = page.getByRole('table', { name: 'Unassigned' })
  await table.getByText(/^The buyer has no account\. They move it to a balance with the link/).waitFor()
  await table.getByRole('button', { name: 'Assign…' }).click()
  await dialog(page)
    .getByText(/If you assign it to anybody else, you take it from them\.$/)
    .waitFor()
  await page.keyboard.press('Escape')
  // The figure at the top and the sum of the table are the same, the refund included.
  const accounts = page.getByRole('table', { name: 'Accounts' })
  const row = accounts.getByRole('row').filter({ hasText: 'Owed to others' })
  const owed = page.locator('dl > div').filter({ hasText: 'Owed to others' }).locator('.numeral')
  await until(async () => (await row.textContent())!.replace('+', '').endsWith((await owed.textContent())!))
}
