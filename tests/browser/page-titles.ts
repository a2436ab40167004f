/** The titles of pages, and navigation to a page without loading the document again. */
import type { Page } from 'playwright-core'
import { matchPath } from '#web/navigation/matching.ts'
import { pages } from '#web/routes.ts'

const BRAND = 'Peal'

/** `isMissing`: it says that nothing is here, as the others that are missing do. */
export type Titled = { path: string; title: string; isMissing: boolean }

/** Titles that are missing, are the brand alone, or belong to two different page files. */
export function titleFaults(titled: readonly Titled[]): string[] {
  const fileOf = (path: string) => matchPath(pages, new URL(path, 'http://page').pathname)!.route.file
  const bare = titled.filter(({ title }) => ['', BRAND].includes(title.trim()) || /^\W*·|·\W*$/.test(title.trim()))
  const files = Map.groupBy(
    titled.filter(({ isMissing }) => !isMissing),
    ({ title }) => title,
  )
  const shared = [...files].filter(([, all]) => new Set(all.map(({ path }) => fileOf(path))).size > 1)
  return [
    ...bare.map(({ path, title }) => `${path} is titled "${title}"`),
    ...shared.map(([title, all]) => `"${title}" is the title of ${all.map(({ path }) => path).join(', ')}`),
  ]
}

/** Navigates like a link, without loading the document again. A new page takes the focus. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const state = { key: to }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await page.waitForFunction(() => document.querySelector('main')!.contains(document.activeElement))
}
