/** Whether a screen is in order: no accessibility faults, and nothing wider than the window. Its contents are
 * checked by each test. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Longer than the pauses of a page between two responses that it shows. */
const QUIET_MS = 100

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** `only` names rules or tags of axe; without it, all rules apply, best practices included. `within` and `except` are
 * selectors. */
export type Scope = { only?: string[]; within?: string; except?: string }

/** By the rules of WCAG. */
export async function faultsOf(page: Page, scope: Omit<Scope, 'only'> = {}): Promise<string[]> {
  return [...(await axeFaultsOf(page, { only: WCAG, ...scope })), ...(await overflowOf(page))]
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

/** Faults are what two runs find: when the next song begins during a run, parts of the player move, and axe holds a
 * text against a background that is no longer behind it. */
export async function axeFaultsOf(page: Page, scope: Scope = {}): Promise<string[]> {
  const found = await runAxe(page, scope)
  if (found.length === 0) return found
  const again = await runAxe(page, scope)
  return found.filter((fault) => again.includes(fault))
}

async function runAxe(page: Page, scope: Scope): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) found.push(...(await runAxeIn(frame, scope)))
  return found
}

/** Loads axe into the frame on the first call, so further calls are cheap. */
async function runAxeIn(frame: Frame, scope: Scope): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  return frame.evaluate(async ({ only, within = 'html', except }) => {
    if (document.querySelector(within) === null) throw new Error(`Nothing is ${within}`)
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await loaded.run(
      { include: [within], exclude: except === undefined ? [] : [except] },
      // Passed rules are not reported: there are many.
      { resultTypes: ['violations'], iframes: false, ...(only && { runOnly: only }) },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, scope)
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

/** Once nothing moves: `faultsOf` finds nothing. */
export async function assertFaultless(page: Page, scope: Omit<Scope, 'only'> = {}): Promise<void> {
  await stopAnimations(page)
  assert.deepEqual(await faultsOf(page, scope), [])
}

/** Once nothing moves: axe finds nothing, by all of its rules. */
export async function assertAxePasses(page: Page, scope: Scope = {}): Promise<void> {
  await stopAnimations(page)
  assert.deepEqual(await axeFaultsOf(page, scope), [])
}
