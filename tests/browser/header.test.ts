/** The header and its menus in detail: for visitors and signed-in users, by mouse, keyboard and screen reader. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { updateAccount } from '#contract/accounts/account.ts'
import { login } from '#contract/accounts/auth.ts'
import { setFeature } from '#server/accounts/features.ts'
import { sql } from 'kysely'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen, PHONE, DESKTOP } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openPages, runVisit } from './stage.ts'

/** The menu resets its type-ahead after this long. */
const TYPE_AHEAD_MS = 350
const HOUR_MS = 3_600_000
/** How long a closed menu may take to return the focus. */
const MENU_SETTLES_MS = 300

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let page: Page
let context: BrowserContext

before(async () => {
  ;({ world, browser } = await openPages(stack, { settings: { PREVIEW: '1', FAQ_URL: 'https://help.example/faq' } }))
  mara = await createTestUser(world, { name: 'mara' })
})
after(() => stack.disposeAsync())

function scenario(name: string, who: 'visitor' | 'mara', work: () => Promise<void>, screen: Screen = DESKTOP): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.origin, screen)
    ;({ page, context } = opened)
    await runVisit(t, opened, 'header', async () => {
      if (who === 'mara') await signIn()
      await page.goto('/')
      await work()
    })
  })
}

/** Creates a new session for this browser, so that signing out ends no other session. */
async function signIn(): Promise<void> {
  const session = await world.call(login, { body: { email: mara.email, password: 'a long enough password' } })
  await page.addInitScript((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), session)
}

const header = (): Locator => page.getByRole('banner')
const inHeader = (name: string | RegExp): Locator => header().getByRole('link', { name })
const avatar = (): Locator => page.getByRole('button', { name: 'Open user menu', exact: true })
const items = (): Locator => page.getByRole('menuitem')
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const menu = document.activeElement
    const active = document.getElementById(menu?.getAttribute('aria-activedescendant') ?? '') ?? menu
    return (active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim()
  })

async function openMenu(): Promise<string[]> {
  await inHeader(/^Your balance/).waitFor()
  await avatar().click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  return items().allInnerTexts()
}

scenario('visitors see Sign up and Log in, and the logo links to the home page', 'visitor', async () => {
  assert.equal(await inHeader('Sign up').getAttribute('href'), '/register')
  assert.equal(await inHeader('Log in').getAttribute('href'), '/login')
  assert.equal(await avatar().isVisible(), false)
  assert.equal(await page.getByRole('link', { name: 'Peal' }).first().getAttribute('href'), '/')
  await page.getByText('PREVIEW', { exact: true }).first().waitFor()
  await assertAxePasses(page)
})

scenario('the site menu lists the pages of the site in order', 'visitor', async () => {
  const links = page.getByRole('navigation', { name: 'Site menu' }).getByRole('link')
  const shown = await links.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.getAttribute('href')] as const),
  )
  const wanted = [
    ['Home', '/'],
    ['Top 40', '/top'],
    ['New', '/new'],
    ['Catalog', '/artists'],
    ['Music Shows', '/shows'],
    ['Podcasts', '/podcasts'],
    ['Events', '/events'],
    ['Upload', '/studio'],
    ['FAQ(opens in a new tab)', 'https://help.example/faq'],
  ].filter(([name]) => name !== 'Music Shows' || shown.some(([text]) => text === name))
  const names = new Set(wanted.map(([name]) => name))
  assert.deepEqual(
    shown.filter(([name]) => names.has(name ?? '')),
    wanted,
  )
})

scenario('signed-in users never see Log in, not even before any script has run', 'mara', async () => {
  // Requests of this page do not count as requests of the next one.
  await inHeader(/^Your balance/).waitFor()
  // Its module has been executed, not only preloaded.
  await avatar().waitFor()
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['live-header', 'profile-menu'].every((part) => names.some((name) => name.includes(part)))
  })
  // This page may still import what is loaded three seconds after it.
  const isLetThrough = (url: string) => /boot|start-offline/.test(url)
  await context.route('**/*.js', (route) => (isLetThrough(route.request().url()) ? route.continue() : route.abort()))
  await page.reload({ waitUntil: 'domcontentloaded' })
  assert.equal(await page.getByRole('link', { name: 'Log in' }).first().isVisible(), false)
  assert.equal(await page.getByRole('link', { name: 'Sign up' }).first().isVisible(), false)
  await context.unroute('**/*.js')
})

scenario('the avatar menu shows the user, their balance and links to their pages', 'mara', async () => {
  await fillBalance(world, mara, 1_234_567)
  await page.reload()
  const names = await openMenu()
  assert.deepEqual(
    names.filter((name) => name !== 'Settings'),
    ['mara', '1,234 sats', 'Following', 'Playlists', 'Wallet', 'Earn by listening', 'Studio', 'Log out'],
  )
  assert.equal(
    await items()
      .getByText('mara')
      .or(items().filter({ hasText: 'mara' }))
      .first()
      .isVisible(),
    true,
  )
  assert.equal(await page.getByRole('menuitem', { name: 'Wallet' }).getAttribute('href'), '/transactions')
  assert.equal(await page.getByRole('menuitem', { name: 'Studio' }).getAttribute('href'), '/studio')
  assert.equal(await page.getByRole('menuitem', { name: 'mara' }).getAttribute('href'), '/profile/mara')
  await assertAxePasses(page)
})

scenario('a name of more than twelve characters is cut to eleven and an ellipsis', 'mara', async () => {
  const named = async (displayName: string) => {
    await mara.call(updateAccount, { body: { displayName } })
    await page.reload()
    return (await openMenu())[0]
  }
  assert.equal(await named('Mara Okafor!'), 'Mara Okafor!')
  assert.equal(await named('Mara Okafor 13'), 'Mara Okafor…')
  await mara.call(updateAccount, { body: { displayName: '' } })
})

scenario('in the colours of the system, buttons have an edge and the current page is marked', 'visitor', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (name: string) =>
    header()
      .getByRole('link', { name, exact: true })
      .evaluate((one) => [getComputedStyle(one).borderTopWidth, getComputedStyle(one).backgroundColor] as const)
  assert.equal((await look('Sign up'))[0], '1px')
  assert.notEqual((await look('Home'))[1], (await look('New'))[1])
})

scenario('the search field grows over its line, and the page below stays where it is', 'mara', async () => {
  await inHeader(/^Your balance/).waitFor()
  const search = header().locator('[type=search]')
  for (const width of [1024, 1240, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await search.blur()
    const [before, small] = [await header().boundingBox(), await search.boundingBox()]
    await search.focus()
    assert.deepEqual(await header().boundingBox(), before, `${width} px`)
    assert.ok((await search.boundingBox())!.width > small!.width, `it does not grow at ${width} px`)
  }
})

scenario(
  'with the preview label, the page is not wider than a phone',
  'visitor',
  async () => {
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(widthPx, PHONE.width)
  },
  PHONE,
)

scenario('admins have a link to the admin pages', 'mara', async () => {
  const setRole = (role: string | null) =>
    sql`UPDATE person SET operator_role = ${role} WHERE id = ${mara.userId}`.execute(world.world.database.read)
  await setRole('support')
  await page.reload()
  assert.ok((await openMenu()).includes('Admin'))
  await setRole(null)
})

scenario('the menu works by keyboard: open, arrows, type-ahead that resets, Escape', 'mara', async () => {
  await inHeader(/^Your balance/).waitFor()
  await avatar().focus()
  await page.keyboard.press('Enter')
  await until(async () => (await focused()) === 'mara')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), '1,234 sats')
  await page.keyboard.press('End')
  assert.equal(await focused(), 'Log out')
  await page.keyboard.press('Home')
  // Between the keys no time passes, however busy the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  await page.keyboard.type('lo')
  assert.equal(await focused(), 'Log out')
  await page.clock.runFor(TYPE_AHEAD_MS + 50)
  await page.keyboard.type('st')
  assert.equal(await focused(), 'Studio')
  await page.clock.runFor(TYPE_AHEAD_MS - 50)
  await page.keyboard.type('x')
  assert.equal(await focused(), 'Studio')
  await page.clock.runFor(TYPE_AHEAD_MS + 50)
  await page.keyboard.type('w')
  assert.equal(await focused(), 'Wallet')
  await page.clock.resume()
  await page.keyboard.press('Escape')
  await items().first().waitFor({ state: 'detached' })
  assert.equal(await focused(), 'Open user menu')
  await page.keyboard.press('Space')
  await until(async () => (await focused()) === 'mara')
  await page.keyboard.type('w')
  await until(async () => (await focused()) === 'Wallet')
  await page.keyboard.press('Enter')
  await page.waitForURL('/transactions')
  // The focus first moves to the new page.
  await until(() => page.evaluate(() => document.activeElement?.id === 'content'))
  // It is still there after the closed menu has returned the focus to its button.
  await page.waitForTimeout(MENU_SETTLES_MS)
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
  await avatar().press('Enter')
  await until(async () => (await focused()) === 'mara')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await inHeader('Log in').waitFor()
})

scenario('slash and Ctrl-K focus the search field, and a slash can be typed in a field', 'visitor', async () => {
  const field = header().locator('[type=search]')
  await inHeader('Log in').waitFor()
  const isFocused = () => field.evaluate((one) => one === document.activeElement)
  // The page handles keys once its script has loaded.
  await until(async () => {
    if (await isFocused()) return true
    await page.keyboard.press('/')
    return isFocused()
  })
  await page.keyboard.type('a/b')
  assert.equal(await field.inputValue(), 'a/b')
  await page.getByRole('main').focus()
  await page.keyboard.press('Control+k')
  await until(() => field.evaluate((one) => one === document.activeElement))
})

scenario('the red dot of the bell appears automatically, and a click clears it', 'mara', async () => {
  const quiet = inHeader('Notifications')
  await inHeader(/^Notifications/).waitFor()
  await fillBalance(world, mara, 1_000)
  const lit = inHeader('Notifications, new')
  await lit.waitFor()
  await assertAxePasses(page)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/v1/accounts/notification')),
    lit.click(),
  ])
  assert.equal((await request.response())?.status(), 200)
  await page.waitForURL('/transactions?tab=notifications')
  await quiet.waitFor()
  await page.reload()
  await avatar().waitFor()
  await until(async () => (await quiet.count()) === 1 && (await lit.count()) === 0)
})

scenario('the balance in the header is updated with each payment', 'mara', async () => {
  const pill = inHeader(/^Your balance: [\d,]+ sats$/)
  const [before] = [await pill.getAttribute('aria-label')]
  await fillBalance(world, mara, 5_000)
  await until(async () => (await pill.getAttribute('aria-label')) !== before)
})

scenario('when the record of a new user is missing, it is fetched once more after three seconds', 'mara', async () => {
  await inHeader(/^Your balance/).waitFor()
  const requestedAt: number[] = []
  await context.route('**/v1/accounts', (route) => {
    requestedAt.push(performance.now())
    return requestedAt.length > 1
      ? route.continue()
      : route.fulfill({ status: 404, json: { success: false, error: 'None' } })
  })
  await page.reload()
  await inHeader(/^Your balance/).waitFor()
  assert.equal(requestedAt.length, 2)
  assert.ok(requestedAt[1]! - requestedAt[0]! >= 2_900, String(requestedAt))
})

scenario(
  'on a phone the site menu opens from its button, and closes on Escape and on navigation',
  'mara',
  async () => {
    const open = page.getByRole('button', { name: 'Open site menu' })
    // The button works once its script has loaded.
    await until(async () => {
      if ((await focused()) === 'Home') return true
      await open.focus()
      await page.keyboard.press('Enter')
      return false
    })
    await assertAxePasses(page)
    await page.keyboard.press('Escape')
    assert.equal(await focused(), 'Open site menu')
    await open.click()
    await page.getByRole('navigation', { name: 'Site menu' }).getByRole('link', { name: 'Top 40' }).click()
    await page.waitForURL('/top')
    await open.waitFor()
    await openMenu()
    await assertAxePasses(page)
  },
  PHONE,
)

scenario('a feature behind a flag is shown only to users for whom an operator has turned it on', 'mara', async () => {
  const set = (isOn: boolean) =>
    setFeature(world.world.database.read, mara.userId, { name: 'design', isOn, now: world.clock.now() })
  assert.ok(!(await openMenu()).includes('Design samples'))
  await set(true)
  await page.reload()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Design samples' }).click()
  await page.waitForURL('**/design')
  await set(false)
  await page.goto('/')
  assert.ok(!(await openMenu()).includes('Design samples'))
})
