/** Whether a screen is in order: no accessibility faults, and nothing wider than the window. Its contents are
 * checked by each test. */
import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Longer than the pauses of a page between two responses that it shows. */
const QUIET_MS = 100

export async function faultsOf(page: Page): Promise<string[]> {
  const isAlone = page.frames().length === 1
  const { violations } = await new AxeBuilder({ page })
    // Passed rules are not reported: there are many.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // axe merges the results of frames in another page, which it opens each time; without frames that is not needed.
    .setLegacyMode(isAlone)
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`)
  return [...found, ...(await overflowOf(page))]
}

/** Also what a container clips: no control may be beyond the edge. */
export async function overflowOf(page: Page): Promise<string[]> {
  const overPx = await page.evaluate(() => {
    const pressable = [...document.querySelectorAll('header a, header button')].filter((one) => one.checkVisibility())
    const right = Math.max(0, ...pressable.map((one) => one.getBoundingClientRect().right))
    return Math.max(document.documentElement.scrollWidth, Math.ceil(right)) - window.innerWidth
  })
  return overPx > 0 ? [`${overPx} px wider than the window`] : []
}

/** By all rules of axe, best practices included, or only by the given ones. Faults are what two runs find: when the next song
 * begins during a run, parts of the player move, and axe holds a text against a background that is no longer behind it. */
export async function axeFaultsOf(page: Page, rules?: string[]): Promise<string[]> {
  const found = await runAxe(page, rules)
  if (found.length === 0) return found
  const again = await runAxe(page, rules)
  return found.filter((fault) => again.includes(fault))
}

/** Loads axe into the page on the first call, so further calls are cheap. */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await loaded.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      ...(only && { runOnly: only }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
}

/** Waits until the data are shown, nothing has been added to the page for a moment, and all animations have ended: in
 * the middle of a fade, a colour has the wrong contrast. */
export async function settle(page: Page, heading = 'main h1, main h2'): Promise<void> {
  await page.waitForFunction(isLoaded, { heading, quietMs: QUIET_MS }, { polling: 'raf' })
  await stopAnimations(page)
}

/** Runs in the page, once per frame. */
function isLoaded({ heading, quietMs }: { heading: string; quietMs: number }): boolean {
  const shared = window as { additions?: { lastAt: number } }
  if (shared.additions === undefined) {
    const additions = (shared.additions = { lastAt: performance.now() })
    new MutationObserver((changes) => {
      // The player shows the time.
      const isElsewhere = ({ target }: MutationRecord) => !(target as Element).closest('[data-player]')
      if (changes.some(isElsewhere)) additions.lastAt = performance.now()
    }).observe(document.body, { childList: true, subtree: true })
  }
  const isVisible = (selector: string) =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility({ visibilityProperty: true }))
  if (!isVisible(heading) || isVisible('[role="status"][aria-label="Loading…"]')) return false
  return performance.now() - shared.additions.lastAt >= quietMs
}

/** Finishes every animation, also those that begin when another ends. Infinite animations, such as the bars beside a
 * playing song, and scroll-driven ones continue. */
export async function stopAnimations(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const moving = document
        .getAnimations()
        .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ playState }) => playState !== 'finished')
      for (const one of moving) one.finish()
      return moving.length === 0
    },
    undefined,
    { polling: 'raf' },
  )
}
