/** Every way to log in and out in a real browser: password, reset, second factor, passkey, nostr keys, providers,
 * wallet, and the step before the studio. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { axeFaultsOf } from './screen-faults.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { login, verifyEmail } from '#contract/accounts/auth.ts'
import { listPasskeys } from '#contract/accounts/passkeys.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/accounts/second-factor.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { publicKeyOf } from '#protocols/nostr/keys.ts'
import { codeAt, stepAt } from '#server/auth/factors/totp.ts'
import { accountUse, defaultRates } from '#server/auth/login/limits.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { exceedsRate } from '#server/platform/http/rate-limit.ts'
import { findFreePort, startOidcServer, type OidcServer } from '../oidc-server.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot } from './chromium.ts'
import { addPasskeyOf, addSecurityKey } from './security-key.ts'
import { storeSession, openPages } from './stage.ts'

const PASSWORD = 'a long enough password'

const stack = new AsyncDisposableStack()
let world: TestWorld
let outside: OidcServer
let browser: Browser
/** A host name, not an IP address: passkeys are bound to a name. */
let ours: string
let page: Page
let context: BrowserContext

before(async () => {
  ours = `http://localhost:${await findFreePort()}`
  outside = stack.use(await startOidcServer(ours))
  outside.accounts.set('mara-at-google', { email: 'mara@google.example', email_verified: true, name: 'Mara Okafor' })
  ;({ world, browser } = await openPages(stack, { settings: outside.settings }))
})
after(() => stack.disposeAsync())

/** One journey in a separate browser profile; a screenshot is saved when it fails. */
function scenario(name: string, work: () => Promise<void>): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, ours)
    ;({ page, context } = opened)
    try {
      await work()
      assert.deepEqual(opened.complaints, [])
    } catch (error) {
      t.diagnostic(`Screenshot: ${await saveScreenshot(page, 'sign-in')}`)
      throw error
    } finally {
      await context.close()
    }
  })
}

const field = (label: string | RegExp): Locator => page.getByLabel(label, { exact: typeof label === 'string' })
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (name: string): Locator => page.getByRole('link', { name, exact: true })
const avatar = (): Locator => button('Open user menu')
const pathNow = () => new URL(page.url()).pathname + new URL(page.url()).search
const alert = (): Locator => page.getByRole('alert')
const storedToken = (): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('peal.session')!) as { token: string }).token)

async function fillIn(email: string, password = PASSWORD): Promise<void> {
  await field('E-mail').fill(email)
  await field('Password').fill(password)
}

async function logIn(email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await fillIn(email, password)
  await button('Log in').click()
}

async function arriveAt(path: string): Promise<void> {
  await avatar().waitFor()
  await page.waitForURL((url) => url.pathname + url.search === path)
}

async function signOut(): Promise<void> {
  await avatar().click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await link('Log in').waitFor()
}

async function mailedLink(to: string): Promise<string> {
  const mails = () => listUnsentMails(world.world.database, to)
  await until(async () => (await mails()).length > 0)
  const [mail] = await mails()
  const { pathname, search } = new URL(mail!.links[0]!)
  return pathname + search
}

scenario('signing up and signing out lead to the start page, and nothing of the user remains', async () => {
  await page.goto('/register?next=/transactions')
  await fillIn('ada@example.com')
  await button('Sign up').click()
  await arriveAt('/transactions')
  await signOut()
  assert.equal(pathNow(), '/')
  assert.equal(await page.evaluate(() => localStorage.getItem('peal.session')), null)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith('/v1/auth/login')),
    logIn('ada@example.com'),
  ])
  const device = await page.evaluate(() => localStorage.getItem('peal.device'))
  assert.match(device!, /^[0-9a-f]{32}$/)
  assert.equal(await request.headerValue('x-device'), device)
  await arriveAt('/')
  await page.goto('/transactions')
  await signOut()
  assert.equal(pathNow(), '/')
})

scenario('errors are shown with the message of the server, and `next` cannot lead to another site', async () => {
  await createTestUser(world, { name: 'wrong' })
  await page.goto('/login?next=//evil.example/')
  await fillIn('wrong@example.com', 'not the password')
  await button('Log in').click()
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  await field('Password').fill(PASSWORD)
  await button('Log in').click()
  await arriveAt('/')
})

scenario('a session that was ended elsewhere ends here when the page is shown again', async () => {
  await createTestUser(world, { name: 'ended' })
  await logIn('ended@example.com')
  await arriveAt('/')
  const call = world.callWith(await storedToken())
  const { sessions } = await call(listSessions, {})
  await world.world.database.transaction(async (tx) => {
    await sql`DELETE FROM login_session WHERE id = ANY(${sessions.map(({ id }) => id)}::uuid[])`.execute(tx)
  })
  await page.reload()
  await link('Log in').waitFor()
})

scenario('a forgotten password is replaced by the mailed link, once', async () => {
  await createTestUser(world, { name: 'forgetful' })
  await page.goto('/login')
  await link('Forgot your password?').click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await field('E-mail').fill('forgetful@example.com')
  await button('Send me a link').click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const address = await waitForMail('forgetful@example.com')
  await page.goto(address)
  await field('New password').fill('short')
  await button('Set this password').click()
  await page.getByText('At least 10 characters; this has 5.').waitFor()
  await field('New password').fill('another long password')
  await button('Set this password').click()
  await page.getByRole('heading', { name: 'Your new password is set' }).waitFor()
  await page.goto(address)
  await field('New password').fill('a third long password')
  await button('Set this password').click()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await logIn('forgetful@example.com', 'another long password')
  await arriveAt('/')
})

async function waitForMail(to: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const address = await mailedLink(to)
    if (address.startsWith('/reset-password')) return address
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return assert.fail(`No mail to ${to}`)
}

scenario('links without their code say so', async () => {
  await page.goto('/reset-password')
  await page.getByRole('heading', { name: 'Missing oobCode or newPassword' }).waitFor()
  await page.goto('/verify-email')
  await page.getByRole('heading', { name: 'Missing action code' }).waitFor()
})

scenario('the second factor is a code of the app, or a backup code', async () => {
  const { call, prove, email } = await createTestUser(world, { name: 'careful' })
  const { secret } = await call(beginSecondFactor, {})
  const codeNow = () => codeAt(base32nopad.decode(secret), stepAt(world.clock.now()))
  const { backupCodes } = await prove(confirmSecondFactor, { body: { code: codeNow() } })
  await logIn(email)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await field('Code').fill('000 000')
  await button('Continue').click()
  await page.getByText('This code is wrong or has already been used.').waitFor()
  world.clock.step(30_000)
  await field('Code').fill(codeNow())
  await button('Continue').click()
  await arriveAt('/')
  await signOut()
  await logIn(email)
  await button('Use a backup code').click()
  await field('Backup code').fill(backupCodes[0]!)
  await button('Continue').click()
  await arriveAt('/')
})

scenario('a passkey logs in with one press', async () => {
  const user = await createTestUser(world, { name: 'pressing' })
  await addSecurityKey(context, page)
  await page.goto('/login')
  await addPasskeyOf(user.prove, page)
  assert.equal((await user.call(listPasskeys, {})).length, 1)
  await button('Log in with Passkey').click()
  await arriveAt('/')
  assert.equal((await world.callWith(await storedToken())(getAccount, {})).id, user.userId)
})

scenario('without a passkey another login method can be chosen', async () => {
  await addSecurityKey(context, page)
  await page.goto('/login')
  await button('Log in with Passkey').click()
  await page.getByText('No passkey was used.').waitFor()
  assert.equal(await button('Log in with Google').isEnabled(), true)
})

async function giveExtension(secretKey: Uint8Array): Promise<void> {
  await page.exposeFunction('signExternally', (event: UnsignedEvent) => signEvent(event, secretKey))
  await page.addInitScript((pubkey) => {
    const { signExternally } = globalThis as unknown as { signExternally: (event: unknown) => Promise<unknown> }
    Object.assign(globalThis, { nostr: { getPublicKey: () => Promise.resolve(pubkey), signEvent: signExternally } })
  }, publicKeyOf(secretKey))
}
const keptKey = () => page.evaluate(() => localStorage.getItem('peal.nostr-key'))

scenario('a nostr extension signs in; signing out deletes its stored key', async () => {
  const secretKey = new Uint8Array(randomBytes(32))
  await page.goto('/login')
  await button('Log in with Nostr extension').click()
  await page.getByText('There is no nostr extension in this browser.').waitFor()
  await giveExtension(secretKey)
  await page.goto('/login?next=/transactions')
  await button('Log in with Nostr extension').click()
  await arriveAt('/transactions')
  assert.match((await keptKey())!, new RegExp(publicKeyOf(secretKey)))
  await signOut()
  assert.equal(pathNow(), '/')
  assert.equal(await keptKey(), null)
})

scenario('a new key is shown once, its phrase is checked, and it is restored from the phrase', async () => {
  await page.goto('/register')
  await link('New nostr key').click()
  await button('Create recovery phrase').click()
  const list = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
  await list.first().waitFor()
  const words = await list.allInnerTexts()
  const phrase = words.map((word) => word.replace(/[\d\s]/g, ''))
  assert.equal(phrase.length, 12)
  await button('I have written them down').click()
  const asked = page.getByRole('textbox', { name: /^Word \d+$/ })
  await asked.first().fill('elephant')
  await button('Create my account').click()
  await page.getByText('This word does not match your list.').first().waitFor()
  for (const [index, word] of phrase.entries()) {
    const one = field(`Word ${index + 1}`)
    if ((await one.count()) > 0) await one.fill(` ${word.toUpperCase()} `)
  }
  await button('Create my account').click()
  await arriveAt('/')
  const { userId } = await whoAmI()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  assert.ok(!stored.includes(phrase.slice(0, 3).join(' ')))
  await signOut()
  await page.goto('/login/key')
  await field('Recovery phrase').fill(phrase.join('\n'))
  await button('Log in with these words').click()
  await arriveAt('/')
  assert.deepEqual(await whoAmI(), { userId })
})

async function whoAmI(): Promise<{ userId: string }> {
  const { id } = await world.callWith(await storedToken())(getAccount, {})
  return { userId: id }
}

scenario('an invalid phrase is refused, with the reason', async () => {
  // A fixed phrase: of random words one in sixteen has a valid checksum. These words are valid with `about` at the end.
  const right = [...Array<string>(11).fill('abandon'), 'about']
  const swapped = right.with(11, 'zoo')
  await page.goto('/login/key')
  const refusals: [string[], RegExp][] = [
    [[...right, 'zoo'], /words; you entered 13/],
    [right.with(4, 'pealing'), /^Word 5 is not used in recovery phrases/],
    [right.slice(0, 11), /you entered 11/],
    [swapped, /not a valid recovery phrase/],
  ]
  for (const [words, t] of refusals) {
    await field('Recovery phrase').fill(words.join(' '))
    await button('Log in with these words').click()
    await alert().getByText(t).waitFor()
  }
})

async function agreeExternally(subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
}

for (const [name, subject] of [
  ['Google', 'mara-at-google'],
  ['Apple', 'mara-at-apple'],
  ['X', 'mara-at-x'],
] as const) {
  scenario(`${name} leads back to where one was going`, async () => {
    await page.goto('/login?next=/transactions')
    await button(`Log in with ${name}`).click()
    await agreeExternally(subject)
    await arriveAt('/transactions')
    assert.deepEqual(
      await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('peal'))),
      [],
    )
    await signOut()
    assert.equal(pathNow(), '/')
  })
}

scenario('a user of X without an e-mail address enters one, types the mailed code, and is signed in', async () => {
  const logInWithX = async () => {
    await page.goto('/login?next=/transactions')
    await button('Log in with X').click()
    await page.locator('input[name=login], h1').first().waitFor()
    await agreeExternally('wordless-at-x')
  }
  await logInWithX()
  await arriveAt('/transactions')
  const { userId } = await whoAmI()
  await signOut()
  await context.clearCookies()
  await logInWithX()
  await page.getByRole('heading', { name: 'Missing email from Twitter login' }).waitFor()
  assert.deepEqual(await axeFaultsOf(page), [])
  await field('E-mail').fill('nonsense')
  await button('Send me a code').click()
  await page.getByText('enter a complete e-mail address').waitFor()
  await field('E-mail').fill('wordless@example.com')
  await button('Send me a code').click()
  await field('Code').waitFor()
  const [mail] = await listUnsentMails(world.world.database, 'wordless@example.com')
  const code = /^\d{6}$/m.exec(mail!.text)![0]
  await field('Code').fill(code === '123456' ? '654321' : '123456')
  await button('Continue').click()
  await page.getByText('This code is wrong.').waitFor()
  await field('Code').fill(code)
  await button('Continue').click()
  await arriveAt('/transactions')
  assert.deepEqual(await whoAmI(), { userId })
  const account = await world.callWith(await storedToken())(getAccount, {})
  assert.equal(account.email, 'wordless@example.com')
})

scenario('the wallet redirects to /zbd-login, and the verifier is read from session storage', async () => {
  await page.goto('/login')
  await button(/^Log in with (ZBD|.*[Ww]allet)/).click()
  await page.locator('input[name=login]').waitFor()
  await agreeExternally('mara-at-the-wallet')
  await arriveAt('/')
})

scenario('a wallet log-in without its verifier, or declined there, shows an error', async () => {
  await page.goto('/zbd-login?code=abc')
  await page.getByText('Error logging in with ZBD: missing url or verifier').waitFor()
  assert.equal(pathNow(), '/zbd-login')
  await page.goto('/login/google?error=access_denied')
  await page.getByText('The log-in was not completed there. Nothing was changed.').waitFor()
  await link('Other ways to log in').click()
  await page.waitForURL('/login')
})

/** A user logged in by token, as this browser would have stored it. */
async function comeIn(user: Pick<TestUser, 'token'>): Promise<void> {
  await storeSession(page, user)
}

scenario('the studio asks for a region or a lightning address first, and only there', async () => {
  const user = await createTestUser(world, { name: 'beginner', verified: false })
  await comeIn(user)
  await page.goto('/transactions')
  await avatar().waitFor()
  assert.equal(pathNow(), '/transactions')
  await page
    .getByText(
      'We sent a link to beginner@example.com. Open it to withdraw and upload. You can already listen and zap.',
    )
    .waitFor()
  await page.goto('/studio/create/artist')
  await page.getByRole('heading', { name: 'Where should your earnings go?' }).waitFor()
  assert.equal(pathNow(), '/onboarding?next=%2Fstudio%2Fcreate%2Fartist')
  await page.getByText('First, open the link we sent to beginner@example.com.').waitFor()
  await button('Send again').waitFor()
  await button('I have opened it').click()
  await page.getByText(/^beginner@example.com is not confirmed yet/).waitFor()
  const { search } = new URL(await mailedLink('beginner@example.com'), ours)
  await world.call(verifyEmail, { body: { oobCode: new URLSearchParams(search).get('oobCode')! } })
  await button('I have opened it').click()
  await field('First name').waitFor()
  assert.deepEqual(await axeFaultsOf(page), [])
  await button('Open the studio').click()
  await page.getByText('Please enter your first name.').waitFor()
  await field('First name').fill('Ada')
  await field('Last name').fill('Lovelace')
  await button('Open the studio').click()
  await page.waitForURL('/studio/create/artist')
  await page.goto('/onboarding')
  await page.waitForURL('/studio')
})

scenario('users without an e-mail address are offered the lightning address first', async () => {
  await giveExtension(new Uint8Array(randomBytes(32)))
  await page.goto('/login?next=/studio')
  await button('Log in with Nostr extension').click()
  await page.getByRole('heading', { name: 'Where should your earnings go?' }).waitFor()
  await field('Lightning address').waitFor()
  await button('Keep them in my wallet here instead').click()
  await field('First name').waitFor()
})

scenario('a session that is used is extended, in the browser as on the server', async () => {
  const user = await createTestUser(world, { name: 'often' })
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  await page.goto('/docs')
  await page.evaluate((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), {
    token: user.token,
    expiresAt: soon,
  })
  await page.goto('/')
  const stored = () => page.evaluate(() => localStorage.getItem('peal.session')!)
  await until(async () => !(await stored()).includes(soon))
  const { token, expiresAt } = JSON.parse(await stored()) as { token: string; expiresAt: string }
  assert.equal(token, user.token)
  assert.ok(Date.parse(expiresAt) > Date.now() + 28 * 86_400_000)
})

scenario('after many wrong passwords from elsewhere the owner types a mailed code', async () => {
  const { email } = await createTestUser(world, { name: 'guessed' })
  const { database } = world.world
  const use = accountUse('login', email, defaultRates.loginPerAccount)
  // Windows begin with the hour. After the scenarios that sign with the real clock.
  world.clock.step(3_600_000 - (world.clock.now().getTime() % 3_600_000))
  while (!(await exceedsRate(database.read, use, world.clock.now()))) continue
  await logIn(email)
  await page.getByText(`we have sent a code to ${email}`).waitFor()
  assert.deepEqual(await axeFaultsOf(page), [])
  const codes = async () => (await listUnsentMails(database, email)).flatMap(({ text }) => /^\d{8}$/m.exec(text) ?? [])
  await until(async () => (await codes()).length === 1)
  await field('Code').fill('123')
  await button('Continue').click()
  await page.getByText('The code has eight digits.').waitFor()
  const [code] = await codes()
  await field('Code').fill(code === '12345678' ? '87654321' : '12345678')
  await button('Continue').click()
  await page.getByText('This code is wrong.').waitFor()
  await button('Send another code').click()
  await page.getByText('another code is on its way').waitFor()
  await until(async () => (await codes()).length === 2)
  await button('Back to the password').click()
  await fillIn(email)
  await button('Log in').click()
  await field('Code').fill(`${code!.slice(0, 4)} ${code!.slice(4)}`)
  await button('Continue').click()
  await arriveAt('/')
})

test('a server with only its own issuer shows no password form', async () => {
  const settings = { ...outside.settings, PORT: '0', IDENTITY_MODE: 'oidc' }
  await using strict = await createTestWorld({ pages: true, settings })
  for (const path of ['/login', '/register']) {
    const html = await (await fetch(strict.origin + path)).text()
    assert.ok(html.includes('Single sign-on'), path)
    assert.ok(!html.includes('type="password"'), path)
  }
})

test('the former password is invalid after the reset', async () => {
  const old = world.call(login, { body: { email: 'forgetful@example.com', password: PASSWORD } })
  await assert.rejects(old, /password is wrong/)
})
