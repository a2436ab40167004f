/** Partners of a split who are not users, in a real browser: a Lightning address elsewhere is named with a proof, and paid;
 * somebody is invited by a mail from a real mail server, signs up, and is paid what waited. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import { getAccount } from '#contract/accounts/account.ts'
import { login } from '#contract/accounts/auth.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { acceptSplitInvitation, getSplitInvitation, listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import { send } from '#contract/payments/payments.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { startMailServer, type MailServer } from '../mail-server.ts'
import { createTestUser, fillBalance, PASSWORD, publishTrack, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { answerProof } from './answer-proof.ts'
import { openBrowser } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openStage, stepsOf, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let page: Page
let browser: Browser
let elsewhere: AddressServer
let mails: MailServer
let mara: TestUser
let listener: TestUser
let trackId = ''

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  stack.defer(() => elsewhere.close())
  mails = await startMailServer()
  stack.defer(() => mails.close())
  ;({ world, browser } = await openStage(stack, { OUTBOUND_ALLOW: elsewhere.hostAndPort, SMTP_URL: mails.url }))
  mara = await createConfirmed('mara')
  await mara.call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  trackId = (await publishTrack(world, mara, { title: 'First Light' })).trackId
  ;({ page } = await openBrowser(browser, world.origin))
  await storeSession(page, mara)
})
after(() => stack.disposeAsync())

/** Without the mailed link: mails go to the mail server here. */
async function createConfirmed(name: string): Promise<TestUser> {
  const user = await createTestUser(world, { name, verified: false })
  await sql`UPDATE person SET email_verified = TRUE WHERE id = ${user.userId}`.execute(world.world.database.read)
  return user
}

const step = stepsOf('outside-recipients', 60_000, () => page)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const said = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor()

const assertMainPasses = () => assertAxePasses(page, { within: 'main' })

step('an address is named with a proof', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=split`)
  await button('Use a separate split').click()
  await page.getByLabel('Username of person 2').fill(elsewhere.address)
  await said('Lightning address on another server')
  await assertMainPasses()
  await button('Set this split').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set this split' }).click()
  await answerProof(page)
  await said('Nothing has been paid yet.')
  await assertMainPasses()
})

const readOutside = async () => {
  const params = { contentId: trackId, contentType: 'track' } as const
  return (await mara.call(listOutsideRecipients, { params }))[0]
}

step('its share of a zap is sent, and the owner sees it', async () => {
  listener = await createConfirmed('robin')
  await fillBalance(world, listener, 10_000_000)
  await listener.call(send, { body: { contentId: trackId, msatAmount: 800_000 } })
  await until(async () => world.node.payCalls.length > 0)
  await until(async () => (await readOutside())?.lastPaid !== null)
  await page.reload()
  await said(/Last payment: /)
  await assertMainPasses()
})

const INVITED = 'nora@example.com'
/** The newest link to this page in a mail to the invited partner. */
async function mailedLink(page_: string): Promise<string> {
  const find = () =>
    mails.received.findLast(({ to, links }) => to === INVITED && links.some((link) => link.includes(page_)))
  await until(() => find() !== undefined)
  return find()!.links.find((link) => link.includes(page_))!
}

/** Pressed twice before the page is drawn again, it saves once, and stays disabled until that has ended. */
async function assertSavedOnce(saving: Locator): Promise<void> {
  const answer = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/v1/splits/update', async (route) => {
    sent++
    await answer.promise
    await route.continue()
  })
  await saving.evaluate((pressed: HTMLElement) => {
    pressed.click()
    pressed.click()
  })
  await until(async () => sent > 0 && (await saving.isDisabled()))
  answer.resolve()
  await saving.waitFor({ state: 'detached' })
  assert.equal(sent, 1)
}

step('a partner is invited by mail, and their share waits', async () => {
  await button('Change the split').click()
  await button('Invite by e-mail').click()
  await page.getByLabel('E-mail address of person 3').fill(INVITED)
  await button('Split evenly').click()
  await assertMainPasses()
  await button('Save this split').click()
  await assertSavedOnce(page.getByRole('dialog').getByRole('button', { name: 'Save this split' }))
  await said('Open invitations')
  await assertMainPasses()
  await listener.call(send, { body: { contentId: trackId, msatAmount: 1_000_000 } })
})

step('the invited partner signs up, accepts, and gets what waited to the msat', async () => {
  const opened = await openBrowser(browser, world.origin, { width: 390, height: 844, colorScheme: 'dark' })
  const { page: theirs } = opened
  await theirs.goto(await mailedLink('/split-invitations/'))
  // A third of 950 000 msat: 316 667, 316 667 and 316 666.
  await theirs.getByText('316.666 sats wait for your answer.').waitFor()
  await assertAxePasses(theirs, { within: 'main' })
  await theirs.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await theirs.getByLabel('E-mail').fill(INVITED)
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Sign up', exact: true }).click()
  // Not before the address is confirmed.
  await theirs.getByRole('button', { name: 'Accept 33.333 %' }).click()
  await theirs.getByText('This invitation is for another e-mail address.').waitFor()
  await theirs.goto(await mailedLink('/verify-email'))
  await theirs.getByText('Your e-mail address is confirmed').first().waitFor()
  await theirs.goto(await mailedLink('/split-invitations/'))
  await theirs.getByRole('button', { name: 'Accept 33.333 %' }).click()
  await theirs.getByText('Accepted. 316.666 sats are in your balance.').waitFor()
  const { token } = (await world.call(login, { body: { email: INVITED, password: PASSWORD } })) as { token: string }
  assert.equal((await world.callWith(token)(getAccount, {})).msatBalance, 316_666)
  await opened.context.close()
  await page.reload()
  await said('Agreed')
})

step('who takes a link waits, and the owner is led from the notification to where it is confirmed', async () => {
  await button('Change the split').click()
  await button('Invite by link').click()
  await page.getByLabel('Name of person 4, only for you').fill('Drums')
  await button('Split evenly').click()
  await button('Save this split').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save this split' }).click()
  await button('Create link').click()
  const link = await page.getByText('/split-invitations/').textContent()
  const params = { token: link!.trim().split('/').at(-1)! }
  const { offers } = await listener.call(getSplitInvitation, { params })
  await listener.call(acceptSplitInvitation, { params, body: { versionId: offers[0]!.versionId } })
  await page.goto('/transactions?tab=notifications')
  await page.getByText('robin has accepted a share of the earnings of “First Light”').click()
  await said('Drums')
  assert.equal(new URL(page.url()).search, '?part=split')
  await said('Accepted, not confirmed by the owner yet')
  await assertMainPasses()
  await button('Confirm robin').click()
  await said('robin has the share now.')
})
