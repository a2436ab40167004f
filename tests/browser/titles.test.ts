/** Every page of web/routes.ts has its own title: in the HTML of the server, and after navigation in the browser. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { matchPath } from '#web/navigation/matching.ts'
import { pages } from '#web/routes.ts'
import type { TestWorld } from '../world.ts'
import { fillWalkedWorld, type WalkedPage, type WalkedWorld } from './catalogue-walk.ts'
import { openBrowser } from './chromium.ts'
import { settle } from './screen-faults.ts'
import { storeSession, openPages } from './stage.ts'

const BRAND = 'Peal'
/** Pages that only redirect. */
const REDIRECTS = ['/open']
/** Redirects only in the browser, for users who have finished onboarding. */
const DONE = '/onboarding'
/** Pages that do not exist in this test: its Lightning node is scripted, and the example of a nostr code refers to
 * nothing. */
const MISSING = /^\/(sandbox|n\/)/

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let walk: WalkedWorld
let walked: WalkedPage[]

before(async () => {
  ;({ world, browser } = await openPages(stack))
  walk = await fillWalkedWorld(world)
  walked = walk.walked.filter(({ path }) => !REDIRECTS.includes(path))
})
after(() => stack.disposeAsync())

/** `isMissing`: it says that nothing is here, as the others that are missing do. */
type Titled = { path: string; title: string; isMissing: boolean }

/** Titles that are missing, are the brand alone, or belong to two different page files. */
function titleFaults(titled: readonly Titled[]): string[] {
  const fileOf = (path: string) => matchPath(pages, new URL(path, 'http://page').pathname)!.route.file
  const bare = titled.filter(({ title }) => ['', BRAND].includes(title.trim()) || /^\W*·|·\W*$/.test(title.trim()))
  const files = Map.groupBy(
    titled.filter(({ isMissing }) => !isMissing),
    ({ title }) => title,
  )
  const shared = [...files].filter(([, all]) => new Set(all.map(({ path }) => fileOf(path))).size > 1)
  return [
    ...bare.map(({ path, title }) => `${path} is titled "${title}"`),
    ...shared.map(([title, all]) => `"${title}" is the title of ${all.map(({ path }) => path).join(', ')}`),
  ]
}

test('every page has its own title in the HTML of the server', async () => {
  const titled: Titled[] = []
  for (const { path } of walked) {
    const response = await fetch(world.origin + path)
    const html = await response.text()
    const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map((match) => match[1]!)
    assert.ok(titles.length <= 1, `${path} has ${titles.length} titles`)
    titled.push({ path, title: titles[0] ?? '', isMissing: response.status === 404 })
  }
  assert.deepEqual(titleFaults(titled), [])
})

for (const access of ['public', 'private'] as const) {
  test(`every ${access} page has its own title after navigation`, async () => {
    const { context, page, complaints } = await openBrowser(browser, world.origin)
    if (access === 'private') await signIn(page)
    await page.goto('/terms', { waitUntil: 'load' })
    await settle(page)
    const titled: Titled[] = []
    for (const { path } of walked.filter(
      (one) => one.access === access && one.path !== '/terms' && one.path !== DONE,
    )) {
      await navigate(page, path)
      if (path !== '/design') await settle(page)
      const title = await page.title()
      titled.push({ path, title, isMissing: title.startsWith('Page not found') && MISSING.test(path) })
    }
    assert.deepEqual(titleFaults(titled), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })
}

/** Navigates like a link, without loading the document again. A new page takes the focus. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const state = { key: to }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await page.waitForFunction(() => document.querySelector('main')!.contains(document.activeElement))
}

async function signIn(page: Page): Promise<void> {
  await storeSession(page, walk.mara)
}
