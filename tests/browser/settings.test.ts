/** The account pages in a real browser: profile, log-ins, sessions, two-step log-in, notifications, export,
 * deletion; and what others see of a user. */
import assert from 'node:assert/strict'
import { createConnection, listConnections } from '#contract/payments/connections.ts'
import { endOtherSessions } from '#contract/accounts/sessions.ts'
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { getAccount } from '#contract/accounts/account.ts'
import { login } from '#contract/accounts/auth.ts'
import { send } from '#contract/payments/payments.ts'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { listIdentities } from '#contract/accounts/social.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { encodeNpub, publicKeyOf, secretFromHex } from '#protocols/nostr/keys.ts'
import { ApiError } from '#web/data/api.ts'
import { shortenNpub } from '#web/nostr/authors.ts'
import { readDirectory } from '../read-zip.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen } from './chromium.ts'
import { answerProof, proofQuestion } from './answer-proof.ts'
import { faultsOf } from './screen-faults.ts'
import { type Visit, openStage, PIXEL, runVisit } from './stage.ts'

const PASSWORD = 'a long enough password'
const SECRET_HEX = '7f'.repeat(32)

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  await fillBalance(world, robin, 100_000)
})
after(() => stack.disposeAsync())

async function visitAs(user: TestUser | null, screen?: Screen): Promise<Visit> {
  const visit = await openBrowser(browser, world.world.config.publicUrl, screen)
  if (user === null) return visit
  const session = { token: user.token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  // Once only: later changes of the session by the page are kept.
  await visit.page.addInitScript((stored) => {
    if (sessionStorage.getItem('begun') === null) localStorage.setItem('peal.session', JSON.stringify(stored))
    sessionStorage.setItem('begun', 'yes')
  }, session)
  return visit
}

/** One journey of one user; a screenshot is saved when it fails. */
function journey(name: string, who: () => TestUser | null, work: (page: Page) => Promise<void>): void {
  test(name, async (context) => {
    const visit = await visitAs(who())
    await runVisit(context, visit, 'settings', () => work(visit.page))
  })
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp, exact = false): Locator => page.getByRole('button', { name, exact })
const part = (page: Page, name: string): Locator => page.getByRole('region', { name })

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = digest[19]! & 0xf
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

journey(
  'names and avatar are changed, and the profile shows them under the new name and the former one',
  () => mara,
  async (page) => {
    await page.goto('/settings')
    await page.getByLabel('Display name').fill('Mara Okafor')
    await page.getByLabel('Username').fill('ro')
    await page.getByText(/^A name has 3 to 30/).waitFor()
    await page.getByLabel('Username').fill('robin')
    await page.getByText('That name is taken.').waitFor()
    await page.getByLabel('Username').fill('mara-okafor')
    await page.getByText('mara-okafor is available.').waitFor()
    await page.getByText(/^Your lightning address becomes mara-okafor@localhost/).waitFor()
    await button(page, 'Save').click()
    await page.getByText('Your names have been saved.').waitFor()
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByText('Your picture has been changed.').waitFor()
    const account = await mara.call(getAccount, {})
    assert.deepEqual([account.name, account.displayName], ['mara-okafor', 'Mara Okafor'])
    assert.ok(account.artworkUrl)
    await page.getByRole('link', { name: 'See your profile' }).click()
    await page.getByRole('heading', { name: 'Mara Okafor' }).waitFor()
    await page.getByRole('link', { name: 'Edit profile' }).waitFor()
    await page.goto('/profile/mara')
    await page.waitForURL('/profile/mara-okafor')
  },
)

journey(
  'a profile is in the HTML before any script, and an unknown user is a 404',
  () => null,
  async (page) => {
    const { publicUrl } = world.world.config
    const html = await (await fetch(`${publicUrl}/profile/mara-okafor`)).text()
    assert.match(html, /<title>Mara Okafor · Peal<\/title>/)
    assert.match(html, /<meta property="og:title" content="Mara Okafor via Peal @ BTC24"/)
    assert.match(html, new RegExp(`mara-okafor@${new URL(publicUrl).host}`))
    assert.match(html, /Artist of mara/)
    assert.equal((await fetch(`${publicUrl}/profile/nobody-here`)).status, 404)
    await page.goto('/profile/mara-okafor')
    await button(page, 'Show QR code').click()
    await page.getByRole('img', { name: /^QR code of the lightning address mara-okafor@/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Edit profile' }).count(), 0)
    await page.getByRole('link', { name: 'Artist of mara' }).click()
    await page.getByRole('heading', { name: 'Artist of mara' }).waitFor()
    assert.equal(await button(page, 'Report').count(), 0)
  },
)

journey(
  'the dark theme applies immediately, after a reload, and with the account',
  () => robin,
  async (page) => {
    await page.goto('/settings/appearance')
    await page.getByText('Dark', { exact: true }).click()
    await until(async () => (await robin.call(getAccount, {})).theme === 'dark')
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    assert.equal(await theme(), 'dark')
    await page.reload()
    assert.equal(await theme(), 'dark')
    await page.getByText('System', { exact: true }).click()
    await until(async () => (await robin.call(getAccount, {})).theme === null)
    assert.equal(await theme(), undefined)
  },
)

journey(
  'the default zap is saved, and an invalid amount is not',
  () => robin,
  async (page) => {
    await page.goto('/settings/money')
    const panel = part(page, 'Default zap')
    await panel.getByLabel('Amount').fill('half')
    await button(page, 'Save').first().click()
    await panel.getByRole('alert').waitFor()
    await panel.getByLabel('Amount').fill('2,100')
    await button(page, 'Save').first().click()
    await page.getByText('Your default zap has been saved.').waitFor()
    assert.equal((await robin.call(getAccount, {})).ampMsat, 2_100_000)
  },
)

/** Simulates the nostr extension of a browser, whose key is in this test. */
async function installExtension(page: Page): Promise<string> {
  const secretKey = secretFromHex(SECRET_HEX)
  const pubkey = publicKeyOf(secretKey)
  await page.exposeFunction('signForTest', (event: UnsignedEvent) => signEvent(event, secretKey))
  await page.addInitScript((own) => {
    const sign = (event: unknown) =>
      (window as unknown as Record<string, (one: unknown) => unknown>)['signForTest']!(event)
    Object.assign(window, { nostr: { getPublicKey: async () => own, signEvent: sign } })
  }, pubkey)
  return pubkey
}

journey(
  'a nostr key is linked by its signature, and unlinked; the last login method stays',
  () => robin,
  async (page) => {
    const pubkey = await installExtension(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/settings/log-in')
    const logins = part(page, 'Linked log-ins')
    await logins.getByText(/^The last linked log-in cannot be unlinked/).waitFor()
    await button(page, 'Link a nostr key').click()
    const npub = encodeNpub(pubkey)
    await proofQuestion(page).getByText(`Linking a nostr key: ${npub}`).waitFor()
    await answerProof(page)
    await logins.getByText(shortenNpub(pubkey)).waitFor()
    await button(page, `Copy: ${shortenNpub(pubkey)}`).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), npub)
    await button(page, 'Link another nostr key').click()
    await page.getByText(/^The key in your nostr extension is linked already/).waitFor()
    const linked = await robin.call(listIdentities, {})
    assert.deepEqual(
      linked.map(({ provider }) => provider),
      ['password', 'nostr'],
    )
    await button(page, 'Unlink Nostr').click()
    await dialog(page).getByRole('button', { name: 'Unlink' }).click()
    await answerProof(page)
    await page.getByText('The log-in has been unlinked.').waitFor()
    assert.equal((await robin.call(listIdentities, {})).length, 1)
  },
)

test('a session ended elsewhere is signed out here', async () => {
  const [here, there] = [await visitAs(robin), await visitAs(null)]
  try {
    await there.page.goto('/login')
    await there.page.getByLabel('E-mail').fill(robin.email)
    await there.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await there.page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await there.page.waitForURL('/')
    const { token, call } = await takeOverSession(there.page)
    await here.page.goto('/settings/security')
    const sessions = part(here.page, 'Where you are logged in')
    await sessions.getByText(/^Chrome/).waitFor()
    assert.equal(await sessions.getByRole('listitem').count(), 2)
    await button(here.page, /^Log out Chrome/).click()
    await until(async () => (await sessions.getByRole('listitem').count()) === 1)
    await assert.rejects(call(getAccount, {}), isUnauthorized)
    assert.notEqual(token, robin.token)
    await there.page.goto('/settings')
    await there.page.waitForURL(/\/login/)
    await world.call(login, { body: { email: robin.email, password: PASSWORD } })
    await here.page.reload()
    await button(here.page, 'Log out all others').click()
    await until(async () => (await sessions.getByRole('listitem').count()) === 1)
    await sessions.getByText('This device').waitFor()
    assert.deepEqual(here.complaints, [])
  } finally {
    await here.context.close()
    await there.context.close()
  }
})

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

journey(
  'two-step log-in is turned on with a code and a proof, and off again',
  () => mara,
  async (page) => {
    await page.goto('/settings/security')
    await page.getByText('This device').waitFor()
    await button(page, 'Turn on two-step log-in').click()
    await dialog(page).getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await dialog(page).locator('code').textContent())!.replaceAll(' ', '')
    await dialog(page).getByLabel('Code', { exact: true }).fill(codeOf(secret, world.clock.now().getTime()))
    await dialog(page).getByRole('button', { name: 'Confirm and turn on' }).click()
    await answerProof(page, { password: 'not my password' })
    await proofQuestion(page).getByText('Wrong password.').waitFor()
    await answerProof(page)
    const codes = dialog(page).getByRole('list', { name: 'Your backup codes' }).getByRole('listitem')
    await codes.first().waitFor()
    assert.equal(await codes.count(), 10)
    const code = (await codes.first().textContent())!
    const saving = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    assert.ok(fs.readFileSync(await (await saving).path(), 'utf8').includes(code))
    await dialog(page).getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('10 backup codes are left.').waitFor()
    // All sessions have ended except this one, which has a new token.
    mara = { ...mara, ...(await takeOverSession(page)) }
    assert.equal((await mara.call(getSecondFactor, {})).isOn, true)
    await button(page, 'Turn off two-step log-in').click()
    await dialog(page).getByRole('button', { name: 'Turn off two-step log-in' }).click()
    await answerProof(page, { code })
    await page.getByText('Two-step log-in is off.').waitFor()
    assert.equal((await mara.call(getSecondFactor, {})).isOn, false)
  },
)

async function takeOverSession(page: Page): Promise<Pick<TestUser, 'token' | 'call' | 'balance'>> {
  const stored = await page.evaluate(() => localStorage.getItem('peal.session'))
  const { token } = JSON.parse(stored!) as { token: string }
  const call = world.callWith(token)
  return { token, call, balance: async () => (await call(getAccount, {})).msatBalance }
}

journey(
  'a new e-mail address is valid once its mailed link is opened, and a new password immediately',
  () => robin,
  async (page) => {
    await page.goto('/settings/log-in')
    await button(page, 'Change', true).click()
    await page.getByLabel('New e-mail address').fill('not an address')
    await button(page, 'Send link').click()
    await page.getByText('Please enter a complete e-mail address.').waitFor()
    await page.getByLabel('New e-mail address').fill('robin@elsewhere.example')
    await button(page, 'Send link').click()
    await answerProof(page)
    await page.getByText(/^We sent a link to robin@elsewhere\.example/).waitFor()
    assert.equal((await robin.call(getAccount, {})).email, 'robin@example.com')
    const mails = () => listUnsentMails(world.world.database, 'robin@elsewhere.example')
    // Sent after the response, so that its timing does not reveal whether the account exists.
    await until(async () => (await mails()).length > 0)
    const [mail] = await mails()
    await page.goto(mail!.links.find((link) => link.includes('oobCode'))!)
    await until(async () => (await robin.call(getAccount, {})).email === 'robin@elsewhere.example')
    await page.goto('/settings/log-in')
    await button(page, 'Change password').click()
    await page.getByLabel('New password').fill('short')
    await button(page, 'Change password').click()
    await page.getByText(/^At least 10 characters/).waitFor()
    await page.getByLabel('New password').fill('another long password')
    await button(page, 'Change password').click()
    await answerProof(page)
    await page.getByText(/^Your password has been changed/).waitFor()
    robin = { ...robin, ...(await takeOverSession(page)) }
    const body = { email: 'robin@elsewhere.example', password: 'another long password' }
    assert.ok('token' in (await world.call(login, { body })))
  },
)

journey(
  'a passkey is created with the name of the device, renamed, proves the identity, and is deleted',
  () => robin,
  async (page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
    await page.goto('/settings/log-in')
    await button(page, 'Add a passkey').click()
    await answerProof(page, { password: 'another long password' })
    const passkeys = part(page, 'Passkeys').getByRole('listitem')
    await passkeys.first().waitFor()
    assert.equal(await passkeys.count(), 1)
    await passkeys.getByText('Chrome on Linux', { exact: true }).waitFor()
    await button(page, 'Rename “Chrome on Linux”').click()
    await dialog(page).getByLabel('Name').fill('Work laptop')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await passkeys.getByText('Work laptop', { exact: true }).waitFor()
    // A new passkey counts after a day.
    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    await proofQuestion(page)
      .getByText(/^Passkey: available from .+, 24 hours after it was added or changed\./)
      .waitFor()
    await page.keyboard.press('Escape')
    world.clock.step(24 * 3_600_000)
    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    await proofQuestion(page).getByRole('button', { name: 'Use a passkey' }).click()
    await until(async () => (await passkeys.count()) === 0)
    world.clock.step(-24 * 3_600_000)
  },
)

journey(
  'a new notification appears automatically, is marked as read, and links to its payment',
  () => mara,
  async (page) => {
    await page.goto('/transactions?tab=notifications')
    await page.locator('main a[aria-current=page]').filter({ hasText: 'Notifications' }).waitFor()
    // The owner was notified of what was done above with a proof.
    await page.getByText('Confirmed by you: Turning off two-step log-in').waitFor()
    const body = { contentId: song.trackId, msatAmount: 21_000, comment: 'That line about the rain' }
    await robin.call(send, { body })
    const line = page.getByRole('listitem').filter({ hasText: 'That line about the rain' })
    await line.getByText('You received 19 sats from robin for “First Light”').waitFor()
    await line.getByText('New', { exact: true }).waitFor()
    await page.getByRole('heading', { name: /^(Today|Yesterday)$/ }).waitFor()
    await button(page, 'Mark all as read').click()
    await until(async () => (await line.getByText('New', { exact: true }).count()) === 0)
    await line.getByRole('link').click()
    await page.waitForURL(/\/transactions\/earnings\//i)
    await page.getByText('That line about the rain').waitFor()
  },
)

journey(
  'everything is exported as one file',
  () => mara,
  async (page) => {
    await page.goto('/settings/data')
    const saving = page.waitForEvent('download')
    await button(page, 'Export my data').click()
    const file = await saving
    assert.match(file.suggestedFilename(), /^peal-mara-okafor-\d{4}-\d\d-\d\d\.json$/)
    const data = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as Record<string, unknown>
    for (const name of ['profile', 'names', 'sessions', 'content', 'statement']) assert.ok(name in data, name)
    await page.getByText(/^You have .+ published releases?/).waitFor()
    assert.ok(await button(page, 'Delete my account…').isDisabled())
  },
)

journey(
  'the archive of everything is prepared, and downloaded by the browser',
  () => mara,
  async (page) => {
    await page.goto('/settings/data')
    await button(page, 'Prepare the archive').click()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the archive' }).click()
    const file = await saving
    assert.match(file.suggestedFilename(), /^Peal \d{4}-\d\d-\d\d\.zip$/)
    const zip = fs.readFileSync(await file.path())
    const found = readDirectory((start, length) => zip.subarray(start, start + length), zip.length)
    assert.deepEqual(
      found.slice(-4).map(({ name }) => name),
      ['statement.csv', 'account.json', 'metadata.json', 'manifest.json'],
    )
    await button(page, 'Prepare a new archive').waitFor()
  },
)

test('an account is deleted once its name is typed and the remaining balance is given up', async () => {
  const leaver = await createTestUser(world, { name: 'leaver' })
  const split = [
    { name: 'robin', share: 57 },
    { name: 'leaver', share: 43 },
  ]
  const shared = await publishTrack(world, robin, { title: 'Paper Boats', split })
  await robin.call(send, { body: { contentId: shared.trackId, msatAmount: 1_000 } })
  await until(async () => (await leaver.balance()) > 0)
  const { context, page, complaints } = await visitAs(leaver)
  try {
    await page.goto('/settings/data')
    await button(page, 'Delete my account…').click()
    const last = dialog(page).getByRole('button', { name: 'Delete account' })
    await dialog(page)
      .getByLabel(/^Type your username/)
      .fill('leaver')
    assert.ok(await last.isDisabled())
    await dialog(page)
      .getByRole('switch', { name: /^Give up my last 0\.4\d\d sats/ })
      .click()
    await last.click()
    await answerProof(page)
    await page.getByText('Your account has been deleted.').waitFor()
    await page.waitForURL('/')
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    assert.equal(await page.getByText('Oh no, there was a problem.').count(), 0)
    assert.equal(await page.evaluate(() => localStorage.getItem('peal.session')), null)
    await assert.rejects(leaver.call(getAccount, {}), isUnauthorized)
    assert.equal((await fetch(`${world.world.config.publicUrl}/profile/leaver`)).status, 404)
    assert.deepEqual(complaints, [])
  } finally {
    await context.close()
  }
})

test('the link in a mail holds payments without a log-in, and the settings lift the hold', async () => {
  const owner = await createTestUser(world, { name: 'holding' })
  await owner.prove(createConnection, {
    body: {
      name: 'Old app',
      permissions: ['pay_invoice'],
      weeklyBudgetMsat: null,
      maxPaymentMsat: null,
      expiresAt: null,
    },
  })
  let link = ''
  await until(async () => {
    const mails = await listUnsentMails(world.world.database, owner.email)
    link = mails.flatMap(({ links }) => links).find((one) => one.includes('/hold-payments')) ?? ''
    return link !== ''
  })
  await owner.call(endOtherSessions, {})
  const [visitor, own] = [await visitAs(null), await visitAs(owner)]
  try {
    await visitor.page.goto(link)
    await button(visitor.page, 'Hold payments').click()
    await visitor.page.getByRole('heading', { name: 'Payments are held' }).waitFor()
    world.clock.step(25 * 3_600_000)
    await own.page.goto('/settings/security')
    await own.page.getByRole('heading', { name: 'Outgoing payments are held' }).waitFor()
    assert.deepEqual(await faultsOf(own.page), [])
    await button(own.page, 'Allow payments again').click()
    await answerProof(own.page)
    await own.page.getByText('Payments are allowed again.').waitFor()
    const review = part(own.page, 'Review your log-ins and apps')
    await review.getByText('Old app').waitFor()
    await review.getByRole('button', { name: 'Keep' }).click()
    await answerProof(own.page)
    await own.page.getByText('Old app was kept.').waitFor()
    assert.equal((await owner.call(listConnections, {}))[0]!.isPaused, false)
    assert.deepEqual([...visitor.complaints, ...own.complaints], [])
  } finally {
    world.clock.step(-25 * 3_600_000)
    await visitor.context.close()
    await own.context.close()
  }
})
