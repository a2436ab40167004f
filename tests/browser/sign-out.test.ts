/** After a session has ended, nothing that only the account could see remains in the browser: not in the player, in storage or in
 * the worker's caches, in any tab. What belongs to the browser stays. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { logout } from '#contract/accounts/auth.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit } from './stage.ts'

const SECRET = /secret/i
/** Of the browser: choices, and what a visitor bought. */
const OF_BROWSER = {
  'peal.theme': '"dark"',
  'peal.player': '{"volume":0.5}',
  'peal.purchase.one': '{"paid":1}',
  'peal.scans.one': '[]',
}
const OF_ACCOUNT = {
  'peal.positions': '{"secret-episode":{"seconds":3,"atMs":1}}',
  'peal.wallet': '{"uri":"secret"}',
  'peal.nostr-key': '{"secretHex":"secret"}',
  'peal.tickets.copies': '{"tickets":["secret"]}',
  'peal.table.one': '[["secret"]]',
  'peal.door.one': '{"list":"secret"}',
  'peal.own-purchase.one': '{"secret":1}',
  'peal.clips': '{"secret":"clip"}',
}
const QUEUE = {
  tracks: [
    {
      id: '01920000-0000-7000-8000-000000000001',
      title: 'Secret talk',
      artist: 'A private feed',
      artworkUrl: null,
      audioUrl: 'https://feeds.example/secret.mp3#',
      durationSeconds: 60,
      contentType: 'episode',
      contentHref: '/library/elsewhere',
      parentContentHref: '/library/elsewhere',
      isElsewhere: true,
    },
  ],
  index: 0,
  seconds: 10,
}

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
before(async () => ({ world, browser } = await openStage(stack)))
after(() => stack.disposeAsync())

/** Two tabs of a browser in which the user has listened to a private feed, paused. */
async function openTabs(context: BrowserContext, first: Page, { token }: TestUser): Promise<[Page, Page]> {
  await first.goto('/offline')
  await first.evaluate((all) => Object.entries(all).forEach(([name, value]) => localStorage.setItem(name, value)), {
    ...OF_BROWSER,
    ...OF_ACCOUNT,
    'peal.queue': JSON.stringify(QUEUE),
    'peal.session': JSON.stringify({ token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
  })
  const second = await context.newPage()
  for (const tab of [first, second]) {
    await tab.goto('/')
    await playerIn(tab).getByText('Secret talk').first().waitFor()
  }
  return [first, second]
}
const playerIn = (tab: Page) => tab.getByRole('region', { name: 'Player', exact: true })

const storedIn = (tab: Page) => tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

async function assertNothingRemains(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await playerIn(tab).waitFor({ state: 'detached' })
    assert.doesNotMatch(await storedIn(tab), SECRET)
    assert.doesNotMatch(await tab.locator('body').innerText(), SECRET)
  }
  // What a page does when it is left must not bring it back.
  for (const tab of tabs) {
    await tab.goto('/offline')
    await tab.goto('/')
    assert.doesNotMatch(await storedIn(tab), SECRET)
    assert.equal(await playerIn(tab).count(), 0)
  }
  const [tab] = tabs
  for (const name of Object.keys(OF_BROWSER)) {
    assert.notEqual(await tab!.evaluate((key) => localStorage.getItem(key), name), null, name)
  }
}

test('signing out leaves nothing of the account, in another tab neither', async (t) => {
  const user = await createTestUser(world)
  const opened = await openBrowser(browser, world.world.config.publicUrl)
  await runVisit(t, opened, 'sign-out', async () => {
    const tabs = await openTabs(opened.context, opened.page, user)
    await tabs[0].getByRole('button', { name: 'Open user menu' }).click()
    await tabs[0].getByRole('menuitem', { name: 'Log out' }).click()
    await tabs[0].getByRole('link', { name: 'Log in', exact: true }).waitFor()
    await assertNothingRemains(tabs)
  })
})

test('a session that ended elsewhere or has expired leaves nothing either', async (t) => {
  const user = await createTestUser(world)
  const opened = await openBrowser(browser, world.world.config.publicUrl)
  await runVisit(t, opened, 'session-ended', async () => {
    const tabs = await openTabs(opened.context, opened.page, user)
    await user.call(logout, {})
    await tabs[1].reload()
    await assertNothingRemains(tabs)
  })
  const later = await openBrowser(browser, world.world.config.publicUrl)
  await runVisit(t, later, 'session-expired', async () => {
    const [first, second] = await openTabs(later.context, later.page, await createTestUser(world))
    await second.close()
    await first.goto('/offline')
    await first.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('peal.session')!) as object
      localStorage.setItem('peal.session', JSON.stringify({ ...session, expiresAt: '2020-01-01T00:00:00Z' }))
    })
    await first.goto('/')
    await assertNothingRemains([first])
  })
})

test('pages that were visited while signed in are no longer cached', async (t) => {
  const user = await createTestUser(world)
  const opened = await openBrowser(browser, world.world.config.publicUrl, undefined, { hasWorker: true })
  await runVisit(t, opened, 'sign-out-worker', async () => {
    const { page } = opened
    await page.goto('/')
    await page.evaluate((token) => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      localStorage.setItem('peal.session', JSON.stringify({ token, expiresAt }))
    }, user.token)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const cached = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('peal-pages'))
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return keys.flat().map(({ url }) => url)
      })
    // The worker takes over with the next page.
    await until(async () => {
      await page.goto('/search?q=secret')
      return (await cached()).some((url) => SECRET.test(url))
    })
    await page.waitForFunction(() => localStorage.getItem('peal.saved-visits') !== null)
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await until(async () => !(await cached()).some((url) => SECRET.test(url)))
    await page.waitForFunction(() => localStorage.getItem('peal.saved-visits') === null)
  })
})
