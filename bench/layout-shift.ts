/** How much pages move while they load over a slow line (400 kbit/s, 400 ms), at a phone's and a desktop's width:
 * the cumulative layout shift that browsers report (Layout Instability API), on a first visit without a cache. Public
 * pages as a visitor, and all pages as a user who has something on each of them. */
import type { Browser, Page, Request } from 'playwright-core'
import { fillWalkedWorld } from '#tests/browser/catalogue-walk.ts'
import { launchBrowser, openBrowser, type Screen } from '#tests/browser/chromium.ts'
import { storeSession } from '#tests/browser/stage.ts'
import type { TestUser } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'
import type { BenchResult } from './measure.ts'

const LIMIT = 0.02
const LOAD_MAX_MS = 30_000
/** A page has finished when it has requested nothing for this time. */
const QUIET_MS = 1_500
const STEP_MS = 100
const AT_ONCE = 16
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const PHONE: Screen = { width: 390, height: 844, colorScheme: 'light' }
const DESKTOP: Screen = { width: 1440, height: 900, colorScheme: 'light' }

type Visit = { path: string; screen: Screen; user: TestUser | null }
type Shift = { value: number; moved: string[] }
/** Layout Instability API, section 4; TypeScript's library does not have it. */
type LayoutShift = { value: number; sources: { node: Element | null }[]; hadRecentInput: boolean }

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  const { walked, parts, mara } = await fillWalkedWorld(world)
  const shown = walked.filter(({ path }) => path !== '/design')
  const publicPaths = shown.filter(({ access }) => access === 'public').map(({ path }) => path)
  const visits = [
    ...[PHONE, DESKTOP].flatMap((screen) => publicPaths.map((path) => ({ path, screen, user: null }))),
    ...[...new Set([...shown.map(({ path }) => path), ...parts])].map((path) => ({ path, screen: PHONE, user: mara })),
  ]
  const browser = await launchBrowser()
  const results: BenchResult[] = []
  const visitOthers = async () => {
    for (let visit = visits.shift(); visit !== undefined; visit = visits.shift()) {
      const shifts = await measureShifts(browser, world.origin, visit)
      const value = Math.round(shifts.reduce((sum, shift) => sum + shift.value, 0) * 1_000) / 1_000
      if (value > LIMIT) console.log(`  ${visit.path}: ${JSON.stringify(shifts)}`)
      results.push(describe(visit, value))
    }
  }
  try {
    // The throttled connection determines the duration of a visit, so concurrent visits hardly affect each other.
    await Promise.all(Array.from({ length: AT_ONCE }, visitOthers))
  } finally {
    await browser.close()
  }
  return results.sort((one, other) => other.value - one.value)
}

async function measureShifts(browser: Browser, origin: string, { screen, path, user }: Visit): Promise<Shift[]> {
  const { context, page } = await openBrowser(browser, origin, screen)
  if (user) await storeSession(context, user)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const isQuiet = watchRequests(page)
  await page.goto(path, { waitUntil: 'domcontentloaded', timeout: LOAD_MAX_MS })
  const deadline = Date.now() + LOAD_MAX_MS
  while (!isQuiet() && Date.now() < deadline) await page.waitForTimeout(STEP_MS)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  await context.close()
  return shifts
}

/** Whether all requests are answered and none was made for a while. A stream of events never ends. */
function watchRequests(page: Page): () => boolean {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const close = (request: Request) => {
    changedAt = Date.now()
    open.delete(request)
  }
  page.on('request', (request) => {
    changedAt = Date.now()
    open.add(request)
  })
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) close(response.request())
  })
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return () => open.size === 0 && Date.now() - changedAt > QUIET_MS
}

function describe({ path, screen, user }: Visit, value: number): BenchResult {
  return {
    name: `layout shift, ${path} at ${screen.width} px${user ? ', signed in' : ''}`,
    value,
    limit: LIMIT,
    ratio: value / LIMIT,
    unit: '',
    limitName: 'promised',
    goal: 1,
    isTime: true,
  }
}
