/** Every screen, light and dark, on a phone and on a desk: no accessibility fault that axe calls serious, nothing wider
 * than the window, nothing the browser complains about. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { logIdentity } from '#contract/region.ts'
import { fillBalance, makePerson, publishTrack, type Person } from '../people.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { launchBrowser, openBrowser, type Screen } from './chromium.ts'
import { faultsOf, settle } from './screen-faults.ts'

let world: TestWorld
let browser: Browser
let mara: Person
const addresses: { path: string; isPrivate: boolean; open?: string }[] = []

before(async () => {
  world = await createTestWorld({ pages: true })
  browser = await launchBrowser()
  mara = await makePerson(world, { name: 'mara' })
  await mara.call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  const { trackId, albumId } = await publishTrack(world, mara, { title: 'First Light' })
  await fillBalance(world, mara, 12_345_678)
  const visible = [
    '/',
    '/top',
    '/new',
    '/artists',
    '/shows',
    '/search',
    '/search?q=first',
    '/genre/folk',
    '/podcasts',
    '/login',
    '/register',
    '/login/key',
    '/register/key',
    '/zbd-login?code=x',
    '/forgot-password',
    '/reset-password?oobCode=x',
    '/verify-email',
    '/docs',
    '/docs/api',
    '/nothing',
  ]
  for (const path of [...visible, `/album/${albumId}`, `/track/${trackId}`]) addresses.push({ path, isPrivate: false })
  addresses.push({ path: `/album/${albumId}`, isPrivate: true, open: '^Zap' })
  const own = [
    '/',
    '/transactions',
    '/studio',
    '/studio/analytics',
    '/studio/comments',
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
        await settle(page)
        if (open !== undefined) {
          await page
            .getByRole('button', { name: new RegExp(open) })
            .first()
            .click()
          await page.getByRole('dialog').getByRole('heading').first().waitFor()
          await settle(page)
        }
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
