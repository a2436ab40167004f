/** Every page, light and dark, on a phone and on a desktop: no fault that axe finds, valid HTML from the server and after
 * hydration, nothing wider than the window, nothing the browser complains about. One load a page. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestWorld, type TestWorld } from '../world.ts'
import { fillWalkedWorld, type WalkedPage, type WalkedWorld } from './catalogue-walk.ts'
import { launchBrowser, openBrowser } from './chromium.ts'
import { markupFaultsOf } from './markup-faults.ts'
import { axeFaultsOf, overflowOf, settle, stopAnimations } from './screen-faults.ts'
import { storeSession } from './stage.ts'
import { resizeTo } from './width-faults.ts'

/** Each layout once by all rules of axe. In the other colours of a layout only contrast differs. */
const LOOKS: { width: number; colorScheme: 'light' | 'dark'; rules?: string[] }[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light', rules: ['color-contrast'] },
]
/** The same routes in another state. */
const STATES: WalkedPage[] = [
  { path: '/nothing', access: 'public' },
  { path: '/zbd-login?code=x', access: 'public' },
  { path: '/reset-password?oobCode=x', access: 'public' },
]
/** Examples of parts for developers, waiting for ever among them. */
const RESTLESS = '/design'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let walk: WalkedWorld
let walked: WalkedPage[]

before(async () => {
  world = stack.use(await createTestWorld({ pages: true }))
  browser = await launchBrowser()
  stack.defer(() => browser.close())
  walk = await fillWalkedWorld(world)
  walked = [...walk.walked, ...STATES]
})
after(() => stack.disposeAsync())

test('the server sends valid HTML', { timeout: 120_000 }, async () => {
  const faults: string[] = []
  for (const { path } of walked) {
    const response = await fetch(world.origin + path)
    faults.push(...(await markupFaultsOf(await response.text(), path)))
  }
  assert.deepEqual(faults, [])
})

suite('in the browser', { concurrency: true }, () => {
  for (const access of ['public', 'private'] as const) {
    test(`every ${access} page is in order`, { timeout: 400_000 }, async (t) => {
      const { context, complaints } = await openPage(access)
      for (const { path } of walked.filter((one) => one.access === access)) {
        // A page of its own, so that one that hangs is named and the next are still looked at.
        await t.test(path, { timeout: 60_000 }, async () => {
          const page = await context.newPage()
          await page.goto(path, { waitUntil: 'load' })
          if (path !== RESTLESS) await settle(page)
          const faults = [...(await markupFaultsOf(await page.content(), path)), ...(await faultsOfLooks(page, path))]
          assert.deepEqual([...faults, ...complaints.splice(0)], [])
        })
        // Each holds connections to the server.
        for (const page of context.pages()) await page.close()
      }
      await context.close()
      assert.deepEqual(complaints, [])
    })
  }

  test('every dialog of money is in order', { timeout: 120_000 }, async () => {
    const { context, page, complaints } = await openPage('private')
    const faults: string[] = []
    for (const [path, button] of [
      [`/album/${walk.catalogue.albumId}`, /^Zap/],
      ['/transactions', /^Deposit$/],
      ['/transactions', /^Withdraw$/],
    ] as const) {
      await page.goto(path, { waitUntil: 'load' })
      await settle(page)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
      await settle(page)
      faults.push(...(await faultsOfLooks(page, `${path} ${button}`)))
    }
    assert.deepEqual([...faults, ...complaints], [])
    await context.close()
  })
})

async function openPage(access: WalkedPage['access']): ReturnType<typeof openBrowser> {
  const opened = await openBrowser(browser, world.origin, { width: 1280, height: 900, colorScheme: 'light' })
  if (access === 'private') await storeSession(opened.context, walk.mara)
  return opened
}

async function faultsOfLooks(page: Page, where: string): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await resizeTo(page, width)
    await stopAnimations(page)
    const over = rules === undefined ? await overflowOf(page) : []
    const found = [...(await axeFaultsOf(page, rules)), ...over]
    faults.push(...found.map((fault) => `${where} at ${width} px, ${colorScheme}: ${fault}`))
  }
  return faults
}
