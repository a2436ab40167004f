/** Money in a real browser, over real Lightning nodes: a zap at a position with a time split, a withdrawal and a
 * forward to a second installation on the same host, and a payment that hangs for a while. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { getAccount, getForwarding, listTransactions, updateAccount } from '#contract/accounts/account.ts'
import { logout, register } from '#contract/accounts/auth.ts'
import { createDeposit, send } from '#contract/payments/payments.ts'
import { payFromExternal, setBehaviour } from '#contract/operator/sandbox.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createSandboxPeer } from '#server/lightning/sandbox/adapter.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { silentLog } from '#server/platform/log.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import { createTestDatabase } from '../test-database.ts'
import { serve, testConfig, transportTo, type TestWorld } from '../world.ts'
import { answerProof } from './answer-proof.ts'
import { DESKTOP } from './chromium.ts'
import { faultsOf } from './screen-faults.ts'
import { collectFaults, countWhileClosing, journeysOf, openPages } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
/** Has a small balance, and loses the connection. */
let ada: TestUser
let kite: PublishedTrack
/** A user of the other installation. */
let noor: { address: string; call: Call }

before(async () => {
  const otherPort = await findFreePort()
  const settings = { OUTBOUND_ALLOW: `127.0.0.1:${otherPort}`, PORT: String(await findFreePort()) }
  ;({ world, browser } = await openPages(stack, { lightning: 'sandbox', settings }))
  world.expectLogs('platform-fee-withdrawn')
  noor = await openOtherInstallation(otherPort)
  mara = await createTestUser(world, { name: 'mara' })
  const teodor = await createTestUser(world, { name: 'teodor' })
  await teodor.call(updateAccount, { body: { displayName: 'Teodor Lind' } })
  const ines = await createTestUser(world, { name: 'ines' })
  robin = await createTestUser(world, { name: 'robin' })
  ada = await createTestUser(world, { name: 'ada' })
  await ada.call(updateAccount, { body: { ampMsat: '20000' } })
  const split = [
    { name: 'mara', share: 57 },
    { name: teodor.name, share: 43 },
  ]
  kite = await publishTrack(world, mara, { title: 'Kite String', split })
  const boats = await publishTrack(world, ines, { title: 'Paper Boats' })
  const quarter = { startSeconds: 0, endSeconds: 2, shareNumerator: 1, shareDenominator: 4 }
  const timeSplits = [{ ...quarter, recipientContentId: boats.trackId }]
  await mara.call(createTimeSplits, { body: { contentId: kite.trackId, timeSplits } })
  await deposit(robin, 2_000_000)
  await deposit(mara, 500_000)
  await deposit(ada, 50_000)
})
after(() => stack.disposeAsync())

const { visitAs, journey } = journeysOf('money', () => ({ browser, origin: world.origin }))

/** Its node is the external wallet of the first one's sandbox, so that the two pay each other over a channel. */
async function openOtherInstallation(port: number): Promise<typeof noor> {
  const { dataDir, databaseUrl } = world.world.config
  const node = await createSandboxPeer({ dataDir, databaseUrl, log: silentLog })
  stack.defer(() => node.close())
  const database = stack.use(await createTestDatabase())
  const config = testConfig(`${dataDir}/other`, database.ownerUrl, { PORT: String(port) })
  const { origin } = await serve(stack, config, silentLog, { parts: { node } })
  const account = { email: 'noor@example.com', password: 'a long enough password', name: 'noor' }
  const { token } = await createCall(transportTo(origin))(register, { body: account })
  return { address: `noor@127.0.0.1:${port}`, call: createCall(transportTo(origin), () => token) }
}

async function deposit(user: TestUser, msatAmount: number): Promise<void> {
  const { request } = await user.call(createDeposit, { body: { msatAmount } })
  await world.call(payFromExternal, { body: { bolt11: request } })
  await until(async () => (await user.balance()) >= msatAmount)
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const row = (page: Page, name: RegExp): Locator => page.getByRole('row', { name })
const linesOf = async (call: Call, filters: string) =>
  Object.values((await call(listTransactions, { params: { page: '1' }, query: { filters } })).transactions).flat()

async function chooseOwnAmount(page: Page, label: string, sats: string): Promise<void> {
  await dialog(page).getByText('Other', { exact: true }).click()
  await dialog(page).getByLabel(label).fill(sats)
}

journey(
  'a zap with a message at a position with a time split',
  () => robin,
  async (page) => {
    await page.goto(`/track/${kite.trackId}`)
    await page
      .getByRole('button', { name: 'Play Kite String' })
      .or(page.getByRole('button', { name: 'Play' }))
      .first()
      .click()
    await page.getByRole('button', { name: /^Zap/ }).first().click()
    await chooseOwnAmount(page, 'Amount in sats', '10')
    // Only at that position; without it, the usual split applies.
    await dialog(page).getByText('2.375').waitFor()
    await dialog(page)
      .getByRole('switch', { name: /^At 0:0/ })
      .click()
    await dialog(page).getByText('5.415').waitFor()
    await dialog(page)
      .getByRole('switch', { name: /^At 0:0/ })
      .click()
    for (const share of ['4.061', '3.064', '2.375', '0.5']) await dialog(page).getByText(share).first().waitFor()
    await dialog(page).getByText('ines (Paper Boats)').waitFor()
    await dialog(page).getByLabel('Message').fill('That line about the rain')
    await dialog(page).getByRole('button', { name: 'Send 10 sats' }).click()
    await dialog(page).getByRole('heading', { name: 'Who got what' }).waitFor()
    for (const share of ['4.061', '3.064', '2.375', '0.500']) await dialog(page).getByText(share).first().waitFor()
  },
)

journey(
  'the shortcut zaps the usual amount once, whatever the network and the browser do; when a session ends, the message is kept',
  () => ada,
  async (page) => {
    const sent = dialog(page).getByRole('heading', { name: 'Who got what' })
    const message = dialog(page).getByLabel('Message')
    await page.goto(`/track/${kite.trackId}`)
    await page.getByRole('button', { name: 'Open user menu' }).waitFor()
    // The server receives the request, the browser gets no response.
    await page.route('**/v1/send', async (route) => void (await route.fetch(), await route.abort()), { times: 1 })
    await page.keyboard.press('z')
    await dialog(page).getByText('20 sats from your balance, 30 left afterwards.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('heading', { name: 'Not confirmed yet' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Open user menu' }).waitFor()
    await page.getByRole('button', { name: 'Zap Kite String' }).first().click()
    await dialog(page).getByRole('button', { name: 'Check again' }).click()
    await sent.waitFor()
    assert.equal(await ada.balance(), 30_000)
    await dialog(page).getByRole('button', { name: 'Zap again' }).click()
    await chooseOwnAmount(page, 'Amount in sats', '10')
    await message.fill('Kept over the log-in')
    // Only when it is sent: a page that notices earlier shows what a visitor sees.
    await page.route('**/v1/send', async (route) => (await ada.call(logout, {}), await route.continue()), { times: 1 })
    await dialog(page).getByRole('button', { name: 'Send 10 sats' }).click()
    await dialog(page).getByRole('heading', { name: 'You have been logged out' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Log in and continue' }).click()
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'Send 10 sats' }).waitFor()
    assert.equal(await message.inputValue(), 'Kept over the log-in')
    await dialog(page).getByRole('button', { name: 'Send 10 sats' }).click()
    await sent.waitFor()
    await dialog(page).getByText('Kept over the log-in').waitFor()
    await dialog(page).getByRole('button', { name: 'Zap again' }).click()
    assert.equal(await message.inputValue(), '')
    await dialog(page).getByLabel('Amount in sats').fill('30')
    await dialog(page).getByRole('button', { name: 'Add 10 and send 30 sats' }).click()
    await dialog(page).getByRole('button', { name: 'Pay from the external wallet' }).click()
    await sent.waitFor()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    const zap = page.getByRole('button', { name: 'Zap Kite String' }).first()
    // Immediately, while the dialog is closing.
    await zap.dispatchEvent('click')
    await dialog(page).getByText('Where it goes').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await zap.click()
    await dialog(page).getByText('Where it goes').waitFor()
    await page.keyboard.press('Escape')
    await zap.and(page.locator(':focus')).waitFor()
    const call = world.callWith(await tokenOf(page))
    const sentMsat = (await linesOf(call, 'Zap Sent')).map(({ msatChange }) => msatChange)
    assert.deepEqual(sentMsat, [-30_000, -10_000, -20_000])
    assert.equal((await call(getAccount, {})).msatBalance, 0)
  },
)

async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('peal.session') ?? '{}')
  return (JSON.parse(stored) as { token: string }).token
}

journey(
  'the receipt of a recipient shows the arithmetic',
  () => mara,
  async (page) => {
    await page.goto('/transactions?type=earnings')
    await page.getByRole('link', { name: /^Receipt: Kite String, \+4/ }).click()
    await page.getByText('+4.061').waitFor()
    await page.getByText('From robin').waitFor()
    await page.getByText(/^ ?at 0:0[01]$/).waitFor()
    await page.getByText('That line about the rain').waitFor()
    await page.getByText('Peal takes 5 % of it, and 95 % is shared.').waitFor()
    await page.getByText(/1\/4 of what is shared goes to “Paper Boats”/).waitFor()
    const expected: [RegExp, RegExp][] = [
      [/mara \(you\)/, /57 of 100.*4\.06125.*4\.061/s],
      [/Teodor Lind/, /@teodor.*43 of 100.*3\.06375.*3\.064/s],
      [/ines/, /1 of 1.*2\.375.*2\.375/s],
      [/Peal/, /5 %.*0\.500.*0\.500/s],
    ]
    for (const [name, words] of expected) assert.match((await row(page, name).textContent()) ?? '', words)
    await page.getByText(/Your browser has checked this/).waitFor()
  },
)

journey(
  'a withdrawal to an address of another installation',
  () => mara,
  async (page) => {
    await page.goto('/transactions')
    const before0 = await mara.balance()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog(page).getByLabel('Lightning invoice or address').fill(noor.address)
    await page.keyboard.press('Enter')
    await chooseOwnAmount(page, 'Amount', '20')
    await dialog(page)
      .getByLabel(/^Message/)
      .fill('For the strings')
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByText('For the strings').waitFor()
    await dialog(page).getByRole('button', { name: 'Send 20 sats' }).click()
    await dialog(page).getByText('Sent', { exact: true }).waitFor()
    assert.equal(await mara.balance(), before0 - 20_000)
    const [arrived] = await linesOf(noor.call, 'Zap')
    assert.deepEqual([arrived?.msatChange, arrived?.comment], [20_000, 'For the strings'])
    assert.equal(await countWhileClosing(page, 'textarea', 'Close'), 0)
    await page
      .getByRole('link', { name: /^Receipt: / })
      .first()
      .click()
    await page.getByText(`To ${noor.address}`, { exact: true }).waitFor()
    await page.getByText('Preimage', { exact: true }).waitFor()
  },
  { ...DESKTOP, isMoving: true },
)

journey(
  'an address without a user is refused with a message, and nothing is lost',
  () => mara,
  async (page) => {
    await page.goto('/transactions')
    const before0 = await mara.balance()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog(page).getByLabel('Lightning invoice or address').fill(noor.address.replace('noor', 'nobody'))
    await page.keyboard.press('Enter')
    await chooseOwnAmount(page, 'Amount', '20')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Send 20 sats' }).click()
    await dialog(page)
      .getByRole('alert')
      .getByText(/Nothing (was|has been) sent/)
      .waitFor()
    assert.equal(await mara.balance(), before0)
  },
)

journey(
  'earnings are forwarded to an external address, and the part below a sat stays',
  () => mara,
  async (page) => {
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Set an address' }).click()
    await dialog(page).getByLabel('Lightning address').fill('nobody@127.0.0.1:1')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('alert').waitFor()
    await dialog(page).getByLabel('Lightning address').fill(noor.address)
    await page.keyboard.press('Enter')
    await answerProof(page)
    const card = page.getByRole('region', { name: 'Where your earnings go' })
    await card.getByText(noor.address).waitFor()
    await card.getByText('Nothing is waiting to be forwarded.').waitFor()
    // 57 % of 95 % of 300.501 sats: 162.721.
    await robin.call(send, { body: { contentId: kite.trackId, msatAmount: 300_501 } })
    await card.getByText('Latest: 162 sats').waitFor()
    await card.getByText('Arrived').waitFor()
    assert.equal((await mara.call(getForwarding, {})).msatWaiting, 721)
    const forwarded = (await linesOf(noor.call, 'Zap')).find(({ msatChange }) => msatChange === 162_000)
    assert.ok(forwarded)
    await card.getByRole('link', { name: /^See the receipt/ }).click()
    await page.getByText(/^0\.721 sats stayed in your balance/).waitFor()
    await page.getByText('Attempts').waitFor()
    await page.getByText(`To ${noor.address}`, { exact: true }).waitFor()
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Remove' }).click()
    await dialog(page)
      .getByText(/Nothing is lost/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Set an address' }).waitFor()
  },
)

journey(
  'a payment that hangs is shown as waiting, and ends without a reload',
  () => mara,
  async (page) => {
    const { bolt11 } = await world.world.sandbox!.outside.makeInvoice({ amountMsat: 30_000n, description: 'Hangs' })
    await world.call(setBehaviour, { body: { mode: 'hold' } })
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog(page).getByLabel('Lightning invoice or address').fill(bolt11)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Send 30 sats' }).click()
    await dialog(page)
      .getByText(/^(On its way|Held while we check the outcome)$/)
      .waitFor()
    await page.goto('/transactions?open=withdraw')
    await dialog(page)
      .getByText(/^(On its way|Held while we check the outcome)$/)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Make another withdrawal' }).click()
    await dialog(page).getByLabel('Lightning invoice or address').waitFor()
    await page.goto('/transactions')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const line = page.getByRole('listitem').filter({ hasText: 'Hangs' })
    await line.getByText(/^(On its way|Held)$/).waitFor()
    await page.getByText(/more sats are held for payments in progress/).waitFor()
    await line.getByRole('link', { name: /^Receipt/ }).click()
    await page.getByText(/^(On its way through the network|Checking the outcome with the node)$/).waitFor()
    await world.call(setBehaviour, { body: { mode: 'normal' } })
    await page.getByText('Settled', { exact: true }).waitFor()
    await page.getByText('Preimage', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Wallet', exact: true }).first().click()
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await line.waitFor()
    assert.equal(await line.getByText(/^(On its way|Held)$/).count(), 0)
    assert.equal(await page.evaluate(() => 'isSamePage' in window), true)
  },
)

journey(
  'the statement is filtered by its URL, and saved as a file',
  () => mara,
  async (page) => {
    await page.goto('/transactions?type=withdraw')
    await page.getByRole('button', { name: 'Withdrawals', pressed: true }).waitFor()
    await page.getByText('2 payments').waitFor()
    await page.getByRole('button', { name: 'Forwarded' }).click()
    await page.getByText('3 payments').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('type'), 'withdraw,autoforward')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await saving
    assert.match(file.suggestedFilename(), /^statement-.*\.csv$/)
    const [head, ...rows] = fs
      .readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    assert.match(head ?? '', /msat/i)
    assert.equal(rows.length, 3)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page
      .getByText(/^Balance \d/)
      .first()
      .waitFor()
  },
)

journey(
  'an operator sees the books, and withdraws the fees',
  () => robin,
  async (page) => {
    await page.goto('/admin/money')
    await page.getByRole('heading', { name: 'This page is for operators' }).waitFor()
    await setRole(world.world.database.read, 'robin', 'owner')
    await page.goto('/')
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Admin' }).click()
    await page.getByRole('link', { name: 'Money', exact: true }).click()
    await page.getByText('The ledger and the node agree').waitFor({ timeout: 70_000 })
    await page.getByText('Every outgoing payment has arrived or been returned.').waitFor()
    await row(page, /^Routing fees routing_fees What the node has paid/).waitFor()
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await dialog(page).getByLabel('Lightning invoice or address').fill(noor.address)
    await dialog(page).getByLabel('Amount').fill('5')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Send 5 sats' }).click()
    await answerProof(page)
    await dialog(page)
      .getByText(/^5 sats have arrived/)
      .waitFor()
  },
)

test('the books equal the nodes', async () => {
  const audit = await auditPayments({ database: world.world.database, node: world.world.payments.node })
  assert.deepEqual([audit.ledger.sumMsat, audit.differences], [0n, []])
  assert.ok(audit.isRight)
})

test('the receipts of what left, and open dialogs, are in order, light and dark, on desktop and phone', async () => {
  const faults: string[] = []
  const [withdrawn] = await linesOf(mara.call, 'Withdraw')
  const [forwarded] = await linesOf(mara.call, 'Autoforward')
  const receipts = [`/withdraw/${withdrawn!.paymentId}`, `/autoforward/${forwarded!.paymentId}`]
  const paths = [...receipts, '?open=address', '?open=withdraw'].map((rest) => `/transactions${rest}`)
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    faults.push(...(await collectFaults(await visitAs(mara, { width, height: 900, colorScheme }), paths, width)))
  }
  assert.deepEqual(faults, [])
})
