/** The set-up that browser tests share: a server with pages and a browser, sessions of users, and the handling of
 * failures. For tests with several pages at the same time, see scenarios.ts. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findFreePort } from '../faults/server-process.ts'
import { createTestUser, publishTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld, type TestWorldOptions } from '../world.ts'
import { launchBrowser, openBrowser, saveScreenshot, type Screen } from './chromium.ts'
import { faultsOf, settle } from './screen-faults.ts'

const SESSION_MS = 86_400_000
/** An image. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

/** A server with pages at a localhost address, which passkeys and wallets need, and a browser. `stack` ends both. */
export async function openStage(
  stack: AsyncDisposableStack,
  more: Record<string, string> = {},
): Promise<{ world: TestWorld; browser: Browser }> {
  const port = await findFreePort()
  const settings = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...more }
  return openPages(stack, { settings })
}

/** The same at an address of 127.0.0.1. */
export async function openPages(stack: AsyncDisposableStack, options: TestWorldOptions = {}) {
  const world = stack.use(await createTestWorld({ pages: true, ...options }))
  const browser = await launchBrowser()
  stack.defer(() => browser.close())
  return { world, browser }
}

/** The first of the two with a track of an artist, and a listener. */
export async function openTrackStage(stack: AsyncDisposableStack, title: string, hasFullName = false) {
  const { world, browser } = await openStage(stack)
  const mara = await createTestUser(world, { name: 'mara', hasFullName })
  const robin = await createTestUser(world, { name: 'robin' })
  return { world, browser, mara, robin, song: await publishTrack(world, mara, { title }) }
}

/** Signs a user in on a page, or on all pages of a profile, before any script of them runs. */
export async function storeSession(on: Page | BrowserContext, { token }: { token: string }): Promise<void> {
  const session = { token, expiresAt: new Date(Date.now() + SESSION_MS).toISOString() }
  await on.addInitScript((stored) => {
    // A new page is `about:blank` first, which has no storage.
    if (window.origin !== 'null') localStorage.setItem('peal.session', JSON.stringify(stored))
  }, session)
}

export type Visit = { context: BrowserContext; page: Page; complaints: string[] }

/** Fails when the page has reported errors. Saves a screenshot of a failure, and closes the profile in any case. */
export async function runVisit(
  t: TestContext,
  { context, page, complaints }: Visit,
  file: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await photographFailure(
      t,
      () => page,
      file,
      async () => {
        await work()
        assert.deepEqual(complaints, [])
      },
    )
  } finally {
    await context.close()
  }
}

async function photographFailure(
  t: TestContext,
  page: () => Page,
  file: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    t.diagnostic(`Screenshot: ${await saveScreenshot(page(), file)}`)
    throw error
  }
}

/** Tests that are steps on one page, in order. Saves a screenshot of a failure. */
export function stepsOf(file: string, timeoutMs: number, page: () => Page) {
  return (name: string, work: () => Promise<void>): void => {
    test(name, { timeout: timeoutMs }, (t) => photographFailure(t, page, file, work))
  }
}

/** The same within a test of several visits: the error says which one failed. */
export async function runNamedVisit(
  name: string,
  { context, page, complaints }: Visit,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    assert.deepEqual(complaints, [])
  } catch (error) {
    throw new Error(`${name} failed, see ${await saveScreenshot(page, name)}`, { cause: error })
  } finally {
    await context.close()
  }
}

/** The faults of each page, and the errors that the pages reported. Closes the profile. */
export async function collectFaults(
  { context, page, complaints }: Visit,
  paths: readonly string[],
  widthPx: number,
): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await settle(page)
    faults.push(...(await faultsOf(page)).map((fault) => `${path} at ${widthPx} px: ${fault}`))
  }
  faults.push(...complaints)
  await context.close()
  return faults
}

/** `visitAs` opens a page, signed in; `journey` is a test of one user, with a screenshot of a failure. */
export function journeysOf(file: string, stage: () => { browser: Browser; origin: string }) {
  const visitAs = async (user: TestUser | null, screen?: Screen): Promise<Visit> => {
    const { browser, origin } = stage()
    const visit = await openBrowser(browser, origin, screen)
    if (user !== null) await storeSession(visit.page, user)
    return visit
  }
  const journey = (
    name: string,
    who: () => TestUser | null,
    work: (page: Page) => Promise<void>,
    screen?: Screen,
  ): void => {
    test(name, async (context) => {
      const visit = await visitAs(who(), screen)
      await runVisit(context, visit, file, () => work(visit.page))
    })
  }
  return { visitAs, journey }
}

/** The player's audio elements need not be in the page, so each is recorded when play() is called. */
export async function recordAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sounds = new Set<HTMLMediaElement>()
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      sounds.add(this)
      return play.call(this)
    }
    Object.assign(window, { sounds })
  })
}

/** After recordAudio: of what plays now. */
export async function playedSeconds(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { sounds } = window as unknown as { sounds: Set<HTMLMediaElement> }
    return Math.max(0, ...[...sounds].filter((one) => !one.paused).map((one) => one.currentTime))
  })
}

/** The exact second: a form takes minutes from its calendar, and typed text. */
export function localSecond(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** In the studio: it is published in twenty seconds. */
export async function scheduleSoon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Choose a date' }).click()
  await dialog.getByLabel('Date and time').fill(localSecond(new Date(Date.now() + 20_000)))
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/^Will be published automatically on .*(UTC|GMT)/).waitFor()
}

/** How often this was in the dialog from the press of a button that closes it until it was gone, which takes a second where
 * screens move. */
export async function countWhileClosing(page: Page, selector: string, button: string): Promise<number> {
  const dialog = page.getByRole('dialog')
  await page.addStyleTag({ content: '[role=dialog] * { transition: opacity 1s !important }' })
  await page.evaluate((wanted) => {
    const look = () => (Object(window).seen += document.querySelectorAll(wanted).length)
    Object.assign(window, { seen: 0 })
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  }, `[role=dialog] ${selector}`)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  return page.evaluate(() => Object(window).seen as number)
}
