/** A test of one or several visitors at once, each with a page of their own: afterwards nobody's page may have complained,
 * and where something went wrong a picture of each is kept. Not who they are; that is for each test. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, saveScreenshot, type Screen } from './chromium.ts'

/** `stored`: what their browser has kept, by its name there. `prepare` runs before anything of the page does. */
export type OpenPage = (
  stored?: Record<string, unknown>,
  screen?: Screen,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<Page>
type Stage = { browser: Browser; origin: string }

/** `stage` is asked when a story begins. */
export function scenariosOf(file: string, timeoutMs: number, stage: () => Stage) {
  return (name: string, work: (open: OpenPage) => Promise<void>): void => {
    test(name, { timeout: timeoutMs }, async (told) => {
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
        for (const { page } of opened) told.diagnostic(`Screenshot: ${await saveScreenshot(page, file)}`)
        throw error
      } finally {
        for (const { context } of opened) await context.close()
      }
    })
  }
}
