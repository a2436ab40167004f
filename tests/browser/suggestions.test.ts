/** Search suggestions: matches while typing, by keyboard and by pointer, and only once typing has paused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createTestUser, publishTrack, until } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen, PHONE, DESKTOP } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openPages, runVisit } from './stage.ts'

const PAUSE_MS = 350
const HOUR_MS = 3_600_000

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
/** The terms that were searched for. */
let terms: string[]
let trackId: string

before(async () => {
  ;({ world, browser } = await openPages(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  ;({ trackId } = await publishTrack(world, mara, { title: 'Slow Lightning' }))
  await until(async () => {
    const answer = await fetch(`${world.origin}/v1/search?term=lightning`)
    return ((await answer.json()) as { data: unknown[] }).data.length > 0
  })
})
after(() => stack.disposeAsync())

function scenario(name: string, screen: Screen, path: string, work: () => Promise<void>): void {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.origin, screen)
    page = opened.page
    terms = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/v1/search' && url.searchParams.get('limit') === '24')
        terms.push(url.searchParams.get('term') ?? '')
    })
    await runVisit(t, opened, 'suggestions', async () => {
      await page.clock.install()
      await page.goto(path)
      await field().focus()
      // The module has loaded.
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
      await page.clock.pauseAt(Date.now() + HOUR_MS)
      await work()
    })
  })
}

const field = () => page.locator('[type=search]:visible')
const list = () => page.getByRole('listbox', { name: 'Suggestions' })
const options = () => page.getByRole('option')
const isExpanded = async () => (await field().getAttribute('aria-expanded')) === 'true'
const activeText = () =>
  field().evaluate((one) => {
    const active = document.getElementById(one.getAttribute('aria-activedescendant') ?? '')
    return active?.getAttribute('aria-selected') === 'true' ? active.textContent : null
  })

async function type(text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.clock.runFor(PAUSE_MS)
  await list().waitFor()
}

scenario('nothing is requested before typing pauses, and then only the last text', DESKTOP, '/', async () => {
  await page.keyboard.type('slow')
  await page.clock.runFor(PAUSE_MS - 1)
  await page.keyboard.type(' li')
  await page.clock.runFor(PAUSE_MS - 1)
  assert.deepEqual(terms, [])
  assert.equal(await isExpanded(), false)
  await page.clock.runFor(1)
  await list().waitFor()
  assert.deepEqual(terms, ['slow li'])
  assert.deepEqual(await options().first().locator('mark').allInnerTexts(), ['Slow', 'Li'])
})

scenario('a request for an older text is cancelled', DESKTOP, '/', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const cancelled: string[] = []
  page.on('requestfailed', (request) => cancelled.push(new URL(request.url()).searchParams.get('term') ?? ''))
  await page.route(/\/v1\/search\?term=slow&/, () => hold())
  await page.keyboard.type('slow')
  await page.clock.runFor(PAUSE_MS)
  await isHeld
  await type(' lightning')
  assert.deepEqual(cancelled, ['slow'])
  assert.equal(await options().last().innerText(), 'See all results for “slow lightning”')
})

scenario('arrow keys select, Enter opens, Escape closes and keeps the text', DESKTOP, '/', async () => {
  await type('lightning')
  assert.equal(await isExpanded(), true)
  assert.equal(await field().getAttribute('aria-controls'), await list().getAttribute('id'))
  const names = await options().allTextContents()
  await page.keyboard.press('ArrowUp')
  assert.equal(await activeText(), names.at(-1))
  await page.keyboard.press('ArrowDown')
  assert.equal(await activeText(), null)
  await page.keyboard.press('Escape')
  await list().waitFor({ state: 'detached' })
  assert.equal(await field().inputValue(), 'lightning')
  assert.equal(await isExpanded(), false)
  await page.keyboard.press('ArrowDown')
  await list().waitFor()
  const at = names.findIndex((name) => name.startsWith('Slow LightningSong'))
  for (let step = 0; step <= at; step++) await page.keyboard.press('ArrowDown')
  assert.equal(await activeText(), names[at])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/track/${trackId}`)
  await list().waitFor({ state: 'detached' })
})

scenario(
  'a click opens, the last row and Enter lead to the search page, and the list is accessible',
  DESKTOP,
  '/',
  async () => {
    await type('lightning')
    await page.clock.resume()
    await assertAxePasses(page)
    await options().filter({ hasText: /Song/ }).first().click()
    await page.waitForURL(`**/track/${trackId}`)
    // The new page takes the focus, which closes the list.
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') !== 'search')
    await field().fill('lightning s')
    await options().last().click()
    await page.waitForURL('**/search?q=lightning+s')
  },
)

scenario('Enter alone submits the text, and leaving the field closes the list', DESKTOP, '/', async () => {
  await type('lightning')
  await page.getByRole('main').focus()
  await list().waitFor({ state: 'detached' })
  await field().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lightning')
  // In a wide window the results of the page are enough.
  await page.clock.resume()
  await page.getByRole('link', { name: 'Slow Lightning', exact: true }).first().waitFor()
  assert.equal(await list().count(), 0)
})

scenario('a phone has the same in the field of the search page', PHONE, '/search', async () => {
  await type('lightning')
  assert.deepEqual(terms, ['lightning'])
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await activeText(), null)
  await page.keyboard.press('Escape')
  await list().waitFor({ state: 'detached' })
  await field().fill('slow')
  await page.clock.runFor(PAUSE_MS)
  await options().filter({ hasText: /Song/ }).first().click()
  await page.waitForURL(`**/track/${trackId}`)
})
