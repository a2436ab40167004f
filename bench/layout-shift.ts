/** How much public pages move while they load over a slow line (400 kbit/s, 400 ms), at a phone's and a desktop's width:
 * the cumulative layout shift that browsers report (Layout Instability API), on a first visit without a cache. */
import type { Browser } from 'playwright-core'
import { fillWalkedWorld } from '#tests/browser/catalogue-walk.ts'
import { launchBrowser, openBrowser, type Screen } from '#tests/browser/chromium.ts'
import { createTestWorld } from '#tests/world.ts'
import type { BenchResult } from './measure.ts'

const LIMIT = 0.02
const LOAD_MAX_MS = 90_000
/** Time for what loads after `load`: modules of parts of the page, and their data. */
const AFTER_LOAD_MS = 4_000
const AT_ONCE = 3
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SCREENS: readonly Screen[] = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'light' },
]

type Shift = { value: number; moved: string[] }
/** Layout Instability API, section 4; TypeScript's library does not have it. */
type LayoutShift = { value: number; sources: { node: Element | null }[]; hadRecentInput: boolean }

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  const { walked } = await fillWalkedWorld(world)
  const paths = walked.filter(({ access, path }) => access === 'public' && path !== '/design').map(({ path }) => path)
  const browser = await launchBrowser()
  const visits = SCREENS.flatMap((screen) => paths.map((path) => ({ screen, path })))
  const results: BenchResult[] = []
  const visitOthers = async () => {
    for (let visit = visits.shift(); visit !== undefined; visit = visits.shift()) {
      const shifts = await measureShifts(browser, world.origin, visit)
      const value = Math.round(shifts.reduce((sum, shift) => sum + shift.value, 0) * 1_000) / 1_000
      if (value > LIMIT) console.log(`  ${visit.path}: ${JSON.stringify(shifts)}`)
      results.push(describe(`${visit.path} at ${visit.screen.width} px`, value))
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

async function measureShifts(
  browser: Browser,
  origin: string,
  { screen, path }: { screen: Screen; path: string },
): Promise<Shift[]> {
  const { context, page } = await openBrowser(browser, origin, screen)
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
  await page.goto(path, { waitUntil: 'load', timeout: LOAD_MAX_MS })
  await page.waitForTimeout(AFTER_LOAD_MS)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  await context.close()
  return shifts
}

function describe(name: string, value: number): BenchResult {
  return {
    name: `layout shift, ${name}`,
    value,
    limit: LIMIT,
    ratio: value / LIMIT,
    unit: '',
    limitName: 'promised',
    goal: 1,
    isTime: true,
  }
}
