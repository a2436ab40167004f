/** Every page, loaded once with the player open: light and dark, on phone and desktop, no fault found by axe and
 * valid HTML; at every width no squeezed titles and nothing beyond its container, the same with text at 200 %; in the
 * main dialogs at 200 %, no text over another or cut; no browser errors. Each has its own title, in the HTML of the
 * server and after navigation. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page, Response } from 'playwright-core'
import { QUEUE_AS } from '#web/player/state/storage-key.ts'
import type { TestWorld } from '../world.ts'
import { fillWalkedWorld, type WalkedPage, type WalkedWorld } from './catalogue-walk.ts'
import { openBrowser } from './chromium.ts'
import { markupFaultsOf } from './markup-faults.ts'
import { navigate, titleFaults, type Titled } from './page-titles.ts'
import { axeFaultsOf, overflowOf, settle, stopAnimations } from './screen-faults.ts'
import { storeSession, openPages } from './stage.ts'
import { textFaultsOf } from './text-faults.ts'
import { resizeTo, setBrowserText, widthFaultsOf } from './width-faults.ts'

type Access = WalkedPage['access']

/** Every page is checked by axe in both layouts and both colours. Which layout has which colours alternates from page to page,
 * so that header, player and tabs, which are the same on all, are seen in all four. */
const LAYOUTS = [390, 1280]
const COLOURS = ['light', 'dark'] as const
const WIDTHS = [320, 360, 390, 600, 768, 834, 1024, 1100, 1280, 1440, 1920]
const LARGE_TEXT_WIDTHS = [390, 1280]
/** The same routes in another state. */
const STATES: WalkedPage[] = [
  { path: '/nothing', access: 'public' },
  { path: '/zbd-login?code=x', access: 'public' },
  { path: '/reset-password?oobCode=x', access: 'public' },
]
/** Pages that redirect, and their targets. Every other page keeps its URL. */
const REDIRECTS: Record<string, string> = {
  '/open': '/search',
  '/onboarding': '/studio',
  '/zbd-login?code=x': '/zbd-login',
}
/** Redirects only in the browser, for users who have finished onboarding. */
const DONE = '/onboarding'
/** Pages that do not exist here: the Lightning node is scripted, and the example of a nostr code refers to nothing. */
const MISSING = /^\/(sandbox|n\/)/
const LONG_FEED = {
  url: 'https://feeds.example.com/rss.xml',
  title: 'A podcast',
  author: null,
  contentType: 'podcast',
  itemCount: 12,
  counts: { chapters: 0, transcripts: 0, persons: 0, images: 0 },
  leftOut: [],
  value: null,
  isLocked: true,
  ownerEmails: ['a-long-address-of-the-owner@podcast-company.example.com'],
  verificationCode: 'peal-verify-0123456789abcdef0123456789abcdef',
  proof: null,
  needsUnlock: true,
  importId: null,
}
/** Examples of components for developers, some of which stay in their loading state. */
const RESTLESS = '/design'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let walk: WalkedWorld
/** The titles in the HTML of the server, by path. */
const sent = new Map<string, Titled>()

before(async () => {
  ;({ world, browser } = await openPages(stack, { settings: { STEP_UP_MSAT: '1000000000' } }))
  walk = await fillWalkedWorld(world)
})
after(() => stack.disposeAsync())

suite('in the browser', { concurrency: true }, () => {
  for (const access of ['public', 'private'] as const) {
    test(`every ${access} page is in order`, { timeout: 1_800_000 }, async (t) => {
      const { context, page: first, complaints } = await openProfile(access)
      await first.goto(`/album/${walk.catalogue.albumId}`, { waitUntil: 'load' })
      await startPlaying(first)
      await first.close()
      for (const [at, path] of pathsOf(access).entries()) {
        // A separate subtest for each page, so that a page that hangs is named and the next ones are still tested.
        await t.test(path, async () => {
          const page = await context.newPage()
          const response = await page.goto(path, { waitUntil: 'load' })
          const sentFaults = await faultsOfSent(response!, path)
          await comeToRest(page, path)
          await page.locator('[data-player]').waitFor()
          const faults = [
            ...sentFaults,
            ...misledFaults(page, path),
            ...(await markupFaultsOf(await page.content(), path)),
            ...(await faultsAtWidths(page, WIDTHS, (width) => faultsOfLook(page, width, at))).map(
              (fault) => `${path} ${fault}`,
            ),
          ]
          await setBrowserText(page, 32)
          faults.push(...(await faultsAtWidths(page, LARGE_TEXT_WIDTHS)).map((fault) => `${path} at 200 % ${fault}`))
          assert.deepEqual([...faults, ...complaints.splice(0)], [])
        })
        // Each page holds connections to the server.
        for (const page of context.pages()) await page.close()
      }
      await context.close()
      assert.deepEqual(complaints, [])
    })
  }

  for (const access of ['public', 'private'] as const) {
    test(`every ${access} page has its own title after navigation`, async () => {
      const { context, page, complaints } = await openProfile(access)
      await page.goto('/terms', { waitUntil: 'load' })
      await settle(page)
      const titled: Titled[] = []
      const isNext = (one: WalkedPage) => one.access === access && !['/terms', DONE].includes(one.path)
      for (const { path } of ownPages().filter(isNext)) {
        await navigate(page, path)
        await comeToRest(page, path)
        const title = await page.title()
        titled.push({ path, title, isMissing: title.startsWith('Page not found') && MISSING.test(path) })
      }
      assert.deepEqual(titleFaults(titled), [])
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  test('every dialog of money is in order', async () => {
    const { context, page, complaints } = await openProfile('private')
    const faults: string[] = []
    for (const [path, button] of [
      [`/album/${walk.catalogue.albumId}`, /^Zap/],
      [`/album/${walk.catalogue.albumId}`, /^(Buy|You own it)/],
      ['/transactions', /^Deposit$/],
      ['/transactions', /^Withdraw$/],
    ] as const) {
      await page.goto(path, { waitUntil: 'load' })
      await settle(page)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
      await settle(page)
      for (const width of LAYOUTS) {
        await resizeTo(page, width)
        for (const at of [0, 1])
          faults.push(
            ...(await faultsOfLook(page, width, at)).map((fault) => `${path} ${button} at ${width} px, ${fault}`),
          )
      }
    }
    assert.deepEqual([...faults, ...complaints], [])
    await context.close()
  })

  test('every main dialog keeps its texts apart with large text', async () => {
    const { context, page, complaints } = await openProfile('private')
    const [trackId] = walk.catalogue.trackIds
    const faults: string[] = []
    await page.goto(`/album/${walk.catalogue.albumId}`, { waitUntil: 'load' })
    await startPlaying(page)
    for (const [path, button, next] of [
      [`/album/${walk.catalogue.albumId}`, /^Zap/, /^Other$/],
      [`/album/${walk.catalogue.albumId}`, /^(Buy|You own it)/],
      [`/track/${trackId}`, /^Add/],
      [`/track/${trackId}`, /^Share/],
      ['/transactions', /^Deposit$/, /^Deposit/],
      ['/transactions', /^Withdraw$/],
      ['/terms', /now playing/i, /^Queue/],
      ['/terms', /now playing/i, /^More$/],
    ] as const) {
      await setBrowserText(page, 16)
      await page.goto(path, { waitUntil: 'load' })
      await settle(page)
      await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button').nth(1).waitFor()
      const open = async () => {
        await settle(page)
        const found = await faultsAtWidths(page, LARGE_TEXT_WIDTHS, () => textFaultsOf(page))
        faults.push(...found.map((fault) => `${path} ${button} at 200 % ${fault}`))
      }
      await setBrowserText(page, 32)
      await open()
      if (next === undefined) continue
      await dialog.getByText(next).filter({ visible: true }).last().click()
      await open()
    }
    assert.deepEqual([...faults, ...complaints], [])
    await context.close()
  })

  test('what is found at the address of a feed fits a phone with large text', async () => {
    const { context, page } = await openProfile('private')
    await page.route('**/v1/imports/preview', (route) => route.fulfill({ json: { success: true, data: LONG_FEED } }))
    await setBrowserText(page, 32)
    await page.goto('/studio/move')
    await page.getByLabel('Address of the RSS feed').fill(LONG_FEED.url)
    await page.getByRole('button', { name: 'Read the feed' }).click()
    await page.getByRole('heading', { name: LONG_FEED.title }).waitFor()
    assert.deepEqual(await faultsAtWidths(page, [320, 360]), [])
    await context.close()
  })

  for (const [width, height] of [
    [360, 740],
    [390, 844],
  ] as const) {
    test(`the home page shows the play button, and with large text half of it, at ${width} × ${height}`, async () => {
      const { context, page } = await openBrowser(browser, world.origin, { width, height, colorScheme: 'light' })
      await page.goto('/', { waitUntil: 'load' })
      await settle(page)
      const play = await page
        .locator('main')
        .getByRole('button', { name: /^Play Slow Lightning/ })
        .first()
        .boundingBox()
      const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      assert.ok(play && tabs)
      assert.ok(
        play.y + play.height <= tabs.y,
        `play ends at ${play.y + play.height} px, the tabs begin at ${tabs.y} px`,
      )
      await startPlaying(page)
      await setBrowserText(page, 32)
      assert.ok(
        (await visibleHeight(page)) >= height / 2,
        'with large text, header, player and tabs take half of the screen',
      )
      await context.close()
    })
  }
})

test('each page has a title of its own in the HTML of the server', () => {
  const titled = ownPages().flatMap(({ path }) => sent.get(path) ?? [])
  assert.equal(titled.length, ownPages().length)
  assert.deepEqual(titleFaults(titled), [])
})

/** Of the HTML of the server. Its title is kept for the test of all titles. */
async function faultsOfSent(response: Response, path: string): Promise<string[]> {
  const html = await response.text()
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map((match) => match[1]!)
  sent.set(path, { path, title: titles[0] ?? '', isMissing: response.status() === 404 })
  const faults = await markupFaultsOf(html, `${path} from the server`)
  return titles.length > 1 ? [...faults, `${path} has ${titles.length} titles`] : faults
}

/** Of the content, between the header and the player. */
async function visibleHeight(page: Page): Promise<number> {
  const [main, player] = await Promise.all(
    ['main', '[aria-label="Player"]'].map((one) => page.locator(one).boundingBox()),
  )
  return player!.y - main!.y
}

/** Without the page that only redirects. */
function ownPages(): WalkedPage[] {
  return walk.walked.filter(({ path }) => path !== '/open')
}

function pathsOf(access: Access): string[] {
  const all = [...walk.walked, ...STATES].filter((one) => one.access === access).map(({ path }) => path)
  return access === 'private' ? [...all, ...walk.parts] : all
}

async function openProfile(access: Access): ReturnType<typeof openBrowser> {
  const opened = await openBrowser(browser, world.origin, { width: 1280, height: 900, colorScheme: 'light' })
  if (access === 'private') await storeSession(opened.context, walk.mara)
  return opened
}

/** The player stays on every page that follows. */
async function startPlaying(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Play Slow Lightning/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Player' }).waitFor()
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, QUEUE_AS)
}

async function comeToRest(page: Page, path: string): Promise<void> {
  if (path === RESTLESS) return page.getByRole('heading', { name: 'Design', exact: true }).waitFor()
  await settle(page).catch((error: unknown) => {
    throw new Error(`${path} did not become idle`, { cause: error })
  })
}

function misledFaults(page: Page, path: string): string[] {
  const { pathname, search } = new URL(page.url())
  return pathname + search === (REDIRECTS[path] ?? path) ? [] : [`${path} leads to ${pathname + search}`]
}

/** The page has this width, and is this in the order of all pages. */
async function faultsOfLook(page: Page, width: number, at: number): Promise<string[]> {
  if (!LAYOUTS.includes(width)) return []
  const colorScheme = COLOURS[(at + LAYOUTS.indexOf(width)) % COLOURS.length]!
  await page.emulateMedia({ colorScheme })
  await stopAnimations(page)
  const faults = [...(await axeFaultsOf(page)), ...(await overflowOf(page))]
  return faults.map((fault) => `${colorScheme}: ${fault}`)
}

async function faultsAtWidths(
  page: Page,
  widths: readonly number[],
  more: (width: number) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const faults = new Map<string, number[]>()
  for (const width of widths) {
    await resizeTo(page, width)
    for (const fault of [...(await widthFaultsOf(page)), ...(await more(width))])
      faults.set(fault, [...(faults.get(fault) ?? []), width])
  }
  return [...faults].map(([fault, at]) => `${at.join(', ')} px: ${fault}`)
}
