/** Every page at every width, while something plays: no title is squeezed, nothing reaches out of what holds it; the same
 * with text at 200 %. One load a page, then the window is resized. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestWorld, type TestWorld } from '../world.ts'
import { fillWalkedWorld, type WalkedWorld } from './catalogue-walk.ts'
import { launchBrowser, openBrowser } from './chromium.ts'
import { settle } from './screen-faults.ts'
import { resizeTo, widthFaultsOf } from './width-faults.ts'
import { storeSession } from './stage.ts'

const WIDTHS = [320, 360, 390, 600, 768, 834, 1024, 1100, 1280, 1440, 1920]
/** Pages that are meant to lead elsewhere, and where to. Every other page stays at its address. */
const REDIRECTS: Record<string, string> = { '/open': '/search', '/onboarding': '/studio' }
const LARGE_TEXT_WIDTHS = [390, 1280]

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let walk: WalkedWorld

before(async () => {
  world = stack.use(await createTestWorld({ pages: true, settings: { STEP_UP_MSAT: '1000000000' } }))
  browser = await launchBrowser()
  stack.defer(() => browser.close())
  walk = await fillWalkedWorld(world)
})
after(() => stack.disposeAsync())

for (const access of ['public', 'private'] as const) {
  test(`titles have room and nothing overflows on ${access} pages at every width`, { timeout: 400_000 }, async () => {
    const { context, page } = await openBrowser(browser, world.origin)
    if (access === 'private') await signIn(page)
    await page.goto(`/album/${walk.catalogue.albumId}`, { waitUntil: 'load' })
    await startPlaying(page)
    const faults: string[] = []
    const paths = walk.walked.filter((one) => one.access === access).map(({ path }) => path)
    for (const path of access === 'private' ? [...paths, ...walk.parts] : paths) {
      await page.goto(path, { waitUntil: 'load' })
      await comeToRest(page, path)
      await page.locator('[data-player]').waitFor()
      const { pathname, search } = new URL(page.url())
      if (pathname + search !== (REDIRECTS[path] ?? path)) faults.push(`${path} leads to ${pathname + search}`)
      faults.push(...(await faultsAtWidths(page, WIDTHS)).map((fault) => `${path} ${fault}`))
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      faults.push(...(await faultsAtWidths(page, LARGE_TEXT_WIDTHS)).map((fault) => `${path} at 200 % ${fault}`))
    }
    await context.close()
    assert.deepEqual(faults, [])
  })
}

async function comeToRest(page: Page, path: string): Promise<void> {
  // Among the parts it shows are some that wait for ever.
  if (path === '/design') return page.getByRole('heading', { name: 'Design', exact: true }).waitFor()
  await settle(page).catch((error: unknown) => {
    throw new Error(`${path} did not come to rest`, { cause: error })
  })
}

for (const [width, height] of [
  [360, 740],
  [390, 844],
] as const) {
  test(`play is in sight on the home page at ${width} × ${height}`, async () => {
    const { context, page } = await openBrowser(browser, world.origin, { width, height, colorScheme: 'light' })
    await page.goto('/', { waitUntil: 'load' })
    await settle(page)
    const play = await page
      .locator('main')
      .getByRole('button', { name: /^Play Slow Lightning/ })
      .first()
      .boundingBox()
    const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    assert.ok(play && tabs)
    assert.ok(play.y + play.height <= tabs.y, `play ends at ${play.y + play.height} px, the tabs begin at ${tabs.y} px`)
    await context.close()
  })
}

async function faultsAtWidths(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults = new Map<string, number[]>()
  for (const width of widths) {
    await resizeTo(page, width)
    for (const fault of await widthFaultsOf(page)) faults.set(fault, [...(faults.get(fault) ?? []), width])
  }
  return [...faults].map(([fault, at]) => `${at.join(', ')} px: ${fault}`)
}

/** The player stays on every page that follows. */
async function startPlaying(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main')!).some((key) => key.startsWith('__react')),
  )
  await page
    .getByRole('button', { name: /^Play Slow Lightning/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Player' }).waitFor()
}

async function signIn(page: Page): Promise<void> {
  await storeSession(page, walk.mara)
}
