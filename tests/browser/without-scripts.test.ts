/** With JavaScript off: every public page is there and says what needs JavaScript; search, filters, languages and
 * the menu are working links and forms; no form puts a password into a URL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestWorld } from '../world.ts'
import { fillWalkedWorld, type WalkedPage, type WalkedWorld } from './catalogue-walk.ts'
import { openPages } from './stage.ts'

const READ = 'You can read and search this page without JavaScript.'
const NEEDED = 'This page needs JavaScript.'
const LOG_IN = 'Logging in and signing up need JavaScript'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let walk: WalkedWorld
let context: BrowserContext
let page: Page

before(async () => {
  ;({ world, browser } = await openPages(stack))
  walk = await fillWalkedWorld(world)
  context = await browser.newContext({
    baseURL: world.origin,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  page = await context.newPage()
})
after(() => stack.disposeAsync())

/** The design page for developers; and the home page, which is not private for the server. */
const isApart = ({ path, access }: WalkedPage) => path === '/design' || (path === '/' && access === 'private')

const sentenceOf = (path: string, access: string): string => {
  if (access === 'private' || path.startsWith('/sandbox')) return NEEDED
  return /^\/(login|register|zbd-login|forgot|reset|verify|hold)/.test(path) ? LOG_IN : READ
}

test('every page responds, has its heading, and says what needs JavaScript', async () => {
  const faults: string[] = []
  for (const { path, access } of walk.walked.filter((one) => !isApart(one))) {
    // Before its styles have loaded, a page has another width.
    await page.goto(path, { waitUntil: 'load' })
    // Locators by role and text leave noscript out.
    const sentence = page.locator('noscript p')
    if (!(await sentence.isVisible()) || !(await sentence.innerText()).startsWith(sentenceOf(path, access)))
      faults.push(`${path} does not say what needs JavaScript`)
    const headings = page.locator('main').getByRole('heading', { level: 1 })
    if (access === 'public' && (await headings.count()) === 0) faults.push(`${path} has no heading`)
    // A password must never become part of an address.
    const leaks = page.locator('form:not([method="post"]) input[type="password"]')
    if ((await leaks.count()) > 0) faults.push(`${path} would send a password by GET`)
    const wider = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    if (wider > 0) faults.push(`${path} is ${wider} px wider than the window`)
  }
  assert.deepEqual(faults, [])
})

test('search works by its form, and its kinds are links', async () => {
  await page.goto('/search')
  await page.getByRole('searchbox').first().fill('lightning')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lightning')
  await page.locator('main').getByRole('link', { name: 'Songs', exact: true }).click()
  await page.waitForURL(/[?&]type=track/)
  await page
    .locator('main')
    .getByRole('link', { name: /^Slow Lightning$|^Lightning Over/ })
    .first()
    .click()
  await page.waitForURL(/\/track\//)
})

test('a language is chosen, and search keeps it', async () => {
  await page.goto('/top?phase=month')
  await page.locator('noscript a[lang="de"]').click()
  await page.waitForURL('**/de/top?phase=month')
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.goto('/de/search')
  await page.getByRole('searchbox').first().fill('lightning')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/de/search?q=lightning')
})

test('filters of lists are links, and the menu is there on a phone', async () => {
  await page.goto('/top')
  const phases = page.locator('main nav a[href*="phase="]')
  const href = await phases.last().getAttribute('href')
  await phases.last().click()
  await page.waitForURL(`**${href}`)
  await page.locator('noscript nav a[href="/shows"]').click()
  await page.waitForURL('**/shows')
})

test('with JavaScript none of this is shown', async () => {
  const scripted = await browser.newContext({ baseURL: world.origin })
  const other = await scripted.newPage()
  await other.goto('/')
  assert.equal(await other.locator('noscript p').count(), 0)
  await scripted.close()
})
