/** The set-up that browser tests share: a server with pages and a browser, sessions of users, and the handling of
 * failures. For tests with several pages at the same time, see scenarios.ts. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findFreePort } from '../faults/server-process.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { launchBrowser, saveScreenshot } from './chromium.ts'
import { faultsOf, settle } from './screen-faults.ts'

const SESSION_MS = 86_400_000

/** A server with pages at a localhost address, which passkeys and wallets need, and a browser. `stack` ends both. */
export async function openStage(
  stack: AsyncDisposableStack,
  more: Record<string, string> = {},
): Promise<{ world: TestWorld; browser: Browser }> {
  const port = await findFreePort()
  const settings = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...more }
  const world = stack.use(await createTestWorld({ pages: true, settings }))
  const browser = await launchBrowser()
  stack.defer(() => browser.close())
  return { world, browser }
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
  told: TestContext,
  { context, page, complaints }: Visit,
  file: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    assert.deepEqual(complaints, [])
  } catch (error) {
    told.diagnostic(`Screenshot: ${await saveScreenshot(page, file)}`)
    throw error
  } finally {
    await context.close()
  }
}

/** Tests that are steps on one page, in order. Saves a screenshot of a failure. */
export function stepsOf(file: string, timeoutMs: number, page: () => Page) {
  return (name: string, work: () => Promise<void>): void => {
    test(name, { timeout: timeoutMs }, async (told) => {
      try {
        await work()
      } catch (error) {
        told.diagnostic(`Screenshot: ${await saveScreenshot(page(), file)}`)
        throw error
      }
    })
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
