/** Whether a screen is in order: no accessibility fault at all, and nothing wider than the window.
 * What stands on it is each test's own. */
import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { until } from '../users.ts'

const LONGEST_ANIMATION_MS = 10_000

export async function faultsOf(page: Page): Promise<string[]> {
  const isAlone = page.frames().length === 1
  const { violations } = await new AxeBuilder({ page })
    // What is in order is not told either: there is much of it.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    // What frames say is put together in another page, opened each time; without frames there is nothing to put together.
    .setLegacyMode(isAlone)
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`)
  return [...found, ...(await overflowOf(page))]
}

/** Also what a container cuts off: nothing one can press may stand beyond the edge. */
export async function overflowOf(page: Page): Promise<string[]> {
  const overPx = await page.evaluate(() => {
    const pressable = [...document.querySelectorAll('header a, header button')].filter((one) => one.checkVisibility())
    const right = Math.max(0, ...pressable.map((one) => one.getBoundingClientRect().right))
    return Math.max(document.documentElement.scrollWidth, Math.ceil(right)) - window.innerWidth
  })
  return overPx > 0 ? [`${overPx} px wider than the window`] : []
}

/** By all rules of axe, best practices included, or only by the given ones. Loads axe into the page on the first call, so
 * further calls are cheap. */
export async function axeFaultsOf(page: Page, rules?: string[]): Promise<string[]> {
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

/** Data are there and nothing moves any more: a colour in the middle of fading has no contrast to speak of. */
export async function settle(page: Page, heading = 'main h1:visible, main h2:visible'): Promise<void> {
  await page.locator(heading).first().waitFor()
  await until(async () => (await page.getByRole('status', { name: 'Loading…' }).count()) === 0)
  await stopAnimations(page)
}

/** What moves for ever, such as the bars beside a song that plays, or with scrolling, is not waited for. */
export async function stopAnimations(page: Page): Promise<void> {
  const moving = await page.evaluate(async (longestMs) => {
    const finite = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().endTime !== Infinity)
    const all = Promise.allSettled(finite.map((one) => one.finished))
    const late = new Promise((resolve) => setTimeout(resolve, longestMs))
    await Promise.race([all, late])
    return finite
      .filter((one) => one.playState !== 'finished' && one.playState !== 'idle')
      .map((one) => {
        const target = one.effect instanceof KeyframeEffect ? one.effect.target?.outerHTML.slice(0, 200) : ''
        const name =
          'animationName' in one ? one.animationName : 'transitionProperty' in one ? one.transitionProperty : ''
        return `${String(name)} ${one.playState}${one.pending ? ', pending' : ''} at ${one.currentTime}: ${target}`
      })
  }, LONGEST_ANIMATION_MS)
  if (moving.length > 0) throw new Error(`Still moving after ${LONGEST_ANIMATION_MS} ms: ${moving.join('; ')}`)
}
