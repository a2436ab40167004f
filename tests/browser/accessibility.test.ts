/** Every screen, light and dark, on a phone and on a desk: no accessibility fault that axe calls serious, nothing wider
 * than the window, nothing the browser complains about. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { fillBalance, makePerson, publishTrack, type Person } from '../people.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { launchBrowser, openBrowser, type Screen } from './chromium.ts'

let world: TestWorld
let browser: Browser
let mara: Person
const addresses: { path: string; isPrivate: boolean; open?: string }[] = []

before(async () => {
  world = await createTestWorld({ pages: true })
  browser = await launchBrowser()
  mara = await makePerson(world, { name: 'mara' })
  const { trackId, albumId } = await publishTrack(world, mara, { title: 'First Light' })
  await fillBalance(world, mara, 12_345_678)
  const visible = [
    '/',
    '/top',
    '/new',
    '/artists',
    '/podcasts',
    '/login',
    '/register',
    '/verify-email',
    '/docs',
    '/nothing',
  ]
  for (const path of [...visible, `/album/${albumId}`, `/track/${trackId}`]) addresses.push({ path, isPrivate: false })
  addresses.push({ path: `/album/${albumId}`, isPrivate: true, open: '^Zap' })
  const own = [
    '/',
    '/transactions',
    '/studio',
    `/studio/albums/${albumId}`,
    '/studio/create/artist',
    '/studio/create/album',
  ]
  for (const path of own) addresses.push({ path, isPrivate: true })
  addresses.push({ path: '/transactions', isPrivate: true, open: '^Deposit$' })
  addresses.push({ path: '/transactions', isPrivate: true, open: '^Withdraw$' })
})
after(async () => {
  await browser.close()
  await world[Symbol.asyncDispose]()
})

const screens: Screen[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
]

for (const screen of screens) {
  const where = `${screen.width} px, ${screen.colorScheme}`
  test(`every screen is in order at ${where}`, { timeout: 180_000 }, async () => {
    const faults: string[] = []
    for (const isPrivate of [false, true]) {
      const { context, page, complaints } = await openBrowser(browser, world.origin, screen)
      if (isPrivate) await signIn(page)
      for (const { path, open } of addresses.filter((one) => one.isPrivate === isPrivate)) {
        await page.goto(path, { waitUntil: 'load' })
        await page.locator('main').first().waitFor()
        if (open !== undefined)
          await page
            .getByRole('button', { name: new RegExp(open) })
            .first()
            .click()
        await settle(page)
        faults.push(...(await faultsOf(page)).map((fault) => `${path} ${open ?? ''}: ${fault}`))
      }
      faults.push(...complaints)
      await context.close()
    }
    assert.deepEqual(faults, [])
  })
}

async function signIn(page: Page): Promise<void> {
  const session = { token: mara.token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  await page.addInitScript((stored) => localStorage.setItem('peal.session', JSON.stringify(stored)), session)
}

/** Data are there and nothing moves any more: a colour in the middle of fading has no contrast to speak of. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map((one) => one.finished))
  })
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  // Also what a container cuts off: nothing one can press may stand beyond the edge.
  const overflowPx = await page.evaluate(() => {
    const pressable = [...document.querySelectorAll('header a, header button')].filter((one) => one.checkVisibility())
    const right = Math.max(0, ...pressable.map((one) => one.getBoundingClientRect().right))
    return Math.max(document.documentElement.scrollWidth, Math.ceil(right)) - window.innerWidth
  })
  return [
    ...serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 2)
          .join(', ')}`,
    ),
    ...(overflowPx > 0 ? [`${overflowPx} px wider than the window`] : []),
  ]
}
