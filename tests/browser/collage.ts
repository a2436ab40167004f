/** All components on one page: the parts of many pages, copied into one document, so that their colours can be exchanged
 * together. A copy does nothing; it only looks the same. */
import type { Page } from 'playwright-core'
import { settle } from './screen-faults.ts'

export type Part = { name: string; html: string }

/** What the current page shows, with what appears while it is scrolled. */
export async function copyPart(page: Page, name: string, isRestless = false): Promise<Part> {
  await showAll(page, isRestless)
  return { name, html: await page.evaluate(copyBody) }
}

/** Scrolls to the end, so that what loads when it is near has loaded. */
export async function showAll(page: Page, isRestless = false): Promise<void> {
  for (let before = 0; ;) {
    const height = await page.evaluate(async () => {
      const step = window.innerHeight
      for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
        window.scrollTo({ top: y, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return document.documentElement.scrollHeight
    })
    if (!isRestless) await settle(page)
    if (height === before) break
    before = height
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}

function copyBody(): string {
  const copy = document.body.cloneNode(true) as HTMLElement
  for (const one of copy.querySelectorAll('script, style, link, iframe, audio, video')) one.remove()
  for (const one of copy.querySelectorAll('img')) {
    one.removeAttribute('srcset')
    one.loading = 'lazy'
  }
  return copy.innerHTML
}

/** Replaces the page by the parts, each in a box of its own in which what floats stays. Its style sheets remain. */
export async function layOut(page: Page, parts: readonly Part[]): Promise<void> {
  await page.evaluate((all) => {
    const boxes = all.map(({ name, html }) => {
      const box = document.createElement('section')
      box.dataset['part'] = name
      box.dataset['signedIn'] = ''
      box.style.cssText = 'position: relative; contain: layout paint; min-height: 100vh'
      box.innerHTML = html
      return box
    })
    document.body.replaceChildren(...boxes)
    document.documentElement.style.fontSize = ''
  }, parts)
}
