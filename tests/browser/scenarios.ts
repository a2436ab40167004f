/** A test of one or several concurrent visitors, each with a page: afterwards no page may have reported an error,
 * and after a failure a screenshot of each is saved. Who the visitors are is defined by each test. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, saveScreenshot, type Screen } from './chromium.ts'

/** `stored`: items of the browser's storage, by name. `prepare` runs before any script of the page. */
export type OpenPage = (
  stored?: Record<string, unknown>,
  screen?: Screen,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<Page>
type Stage = { browser: Browser; origin: string }

/** `stage` is called when a scenario begins. */
export function scenariosOf(file: string, timeoutMs: number, stage: () => Stage) {
  return (name: string, work: (open: OpenPage) => Promise<void>): void => {
    test(name, { timeout: timeoutMs }, async (t) => {
      const { browser, origin } = stage()
      const opened: Awaited<ReturnType<typeof openBrowser>>[] = []
      try {
        await work(async (stored = {}, screen, prepare) => {
          const visit = await openBrowser(browser, origin, screen)
          opened.push(visit)
          const texts = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]))
          await visit.page.addInitScript((all) => Object.assign(localStorage, all), texts)
          await prepare?.(visit.page)
          return visit.page
        })
        for (const { complaints } of opened) assert.deepEqual(complaints, [])
      } catch (error) {
        for (const { page } of opened) t.diagnostic(`Screenshot: ${await saveScreenshot(page, file)}`)
        throw error
      } finally {
        for (const { context } of opened) await context.close()
      }
    })
  }
}
