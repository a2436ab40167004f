/** A page before its code has arrived, as on a slow phone. The code is requested after the first paint. What a visitor presses,
 * types or chooses until then takes effect immediately, or when the page responds. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { getAccount } from '#contract/accounts/account.ts'
import { getArtist } from '#contract/catalog/artists.ts'
import { getDownloadOffer, setDownloadOffer } from '#contract/catalog/downloads.ts'
import { listLibraryIds } from '#contract/listening/library.ts'
import { search } from '#contract/listening/search.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { createTestUser, PASSWORD, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen } from './chromium.ts'
import { openStage, runNamedVisit, storeSession } from './stage.ts'

const PHONE: Screen = { width: 390, height: 844, colorScheme: 'light' }
const DESK: Screen = { width: 1440, height: 900, colorScheme: 'light' }
const NAME = 'Slow Lightning'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let content: PublishedTrack
let artistUrl: string
let robin: TestUser
let concert: TestConcert

before(async () => {
  ;({ world, browser } = await openStage(stack))
  const mara = await createTestUser(world, { name: 'mara' })
  content = await publishTrack(world, mara, { title: NAME })
  ;({ artistUrl } = await world.call(getArtist, { params: { artistId: content.artistId } }))
  const sold = { params: { contentId: content.albumId } }
  await mara.call(setDownloadOffer, { ...sold, body: { mode: 'paid', msatMin: 7_000 } })
  const tier = { seats: 10, centsPrice: null }
  const tiers = [
    { ...tier, name: 'Standing', msatPrice: 1_000_000 },
    { ...tier, name: 'Balcony', msatPrice: 2_000_000 },
  ]
  concert = await publishTestConcert(world, mara, { fields: { tiers } })
  robin = await createTestUser(world, { name: 'robin' })
  await until(async () => (await world.call(getDownloadOffer, sold)).formats.length > 0)
  await until(async () => (await world.call(search, { query: { term: NAME } })).length > 0)
})
after(() => stack.disposeAsync())

type Early = { page: Page; release: () => void }
type EarlyOptions = { screen?: Screen; user?: TestUser | null; late?: string }

/** The code of the page loads after `release`; or only the files `late`. */
async function early(
  name: string,
  path: string,
  work: (early: Early) => Promise<void>,
  { screen = PHONE, user = null, late = '**/client-*.js' }: EarlyOptions = {},
): Promise<void> {
  const visit = await openBrowser(browser, world.world.config.publicUrl, screen)
  if (user) await storeSession(visit.context, user)
  const { page } = visit
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(late, (route) => released.then(() => route.continue()))
  await runNamedVisit(`early-${name}`, visit, async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await work({ page, release })
  })
}

/** Presses it, which shows. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first()
  await button.click()
  assert.ok((await button.evaluate((one) => Number(getComputedStyle(one).opacity))) < 1, `${name} looks as before`)
}

test('the code of a page is requested after the first paint, or without one when there is none', async () => {
  const path = `/album/${content.albumId}`
  const visit = (name: string, work: (page: Page) => Promise<void>) =>
    openBrowser(browser, world.world.config.publicUrl, PHONE).then((opened) =>
      runNamedVisit(`early-${name}`, opened, () => work(opened.page)),
    )
  await visit('painted', async (page) => {
    await page.goto(path)
    const [paintedAt = 0, ...requestedAt] = await page.evaluate(() => {
      const isCode = ({ name }: PerformanceEntry) => /(core|vendor|client)-[^/]*$/.test(name)
      const requests = performance.getEntriesByType('resource').filter(isCode)
      return [...performance.getEntriesByName('first-contentful-paint'), ...requests].map(({ startTime }) => startTime)
    })
    assert.equal(requestedAt.length, 3)
    assert.deepEqual(
      requestedAt.filter((at) => at < paintedAt),
      [],
      `the first paint is at ${paintedAt}`,
    )
  })
  await visit('unpainted', async (page) => {
    await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => {}))
    await page.goto(path)
  })
})

test('pressing Play twice on a record plays it', () =>
  early('disc', `/album/${content.albumId}`, async ({ page, release }) => {
    await press(page, `Play Album of ${NAME}`)
    await press(page, `Play Album of ${NAME}`)
    release()
    await page.getByRole('button', { name: `Pause Album of ${NAME}` }).waitFor()
    await page.getByRole('region', { name: 'Player' }).waitFor()
    assert.equal(await page.locator('[data-pressed]').count(), 0)
  }))

test('Enter in the form to log in logs in', () =>
  early('enter', '/login', async ({ page, release }) => {
    await page.getByLabel('E-mail').fill(robin.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    release()
    await page.waitForURL('/')
  }))

test('pressing Play in a row plays it', () =>
  early('row', `/album/${content.albumId}`, async ({ page, release }) => {
    await press(page, `1, Play ${NAME}`)
    release()
    await page.getByRole('button', { name: `1, Pause ${NAME}` }).waitFor()
  }))

test('a press on Zap opens the dialog', () =>
  early('zap', `/track/${content.trackId}`, async ({ page, release }) => {
    await press(page, `Zap ${NAME}`)
    release()
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: `Zap ${NAME}` })
      .waitFor()
  }))

test('a press on a button whose own code is late opens its dialog, also when it is repeated', () =>
  early(
    'offer',
    `/album/${content.albumId}`,
    async ({ page, release }) => {
      await page.waitForRequest('**/offer-button-*.js')
      await press(page, /^Buy from 7 sats/)
      await press(page, /^Buy from 7 sats/)
      release()
      await page.getByRole('dialog').getByRole('button', { name: 'Pay 7 sats with any wallet' }).waitFor()
      assert.equal(await page.locator('[data-pressed]').count(), 0)
    },
    { late: '**/offer-button-*.js' },
  ))

test('a press on the menu of a phone opens it', () =>
  early('menu', '/', async ({ page, release }) => {
    await press(page, 'Open site menu')
    release()
    await page.locator('#site-menu').getByRole('link', { name: 'Top 40' }).waitFor()
  }))

test('a press on Follow follows, as the user who is signed in', () =>
  early(
    'follow',
    `/artist/${artistUrl}`,
    async ({ page, release }) => {
      await press(page, /^Follow /)
      release()
      await page.getByRole('button', { name: /^Following / }).waitFor()
      await until(async () => (await robin.call(listLibraryIds, {})).contentIds.includes(content.artistId))
    },
    { user: robin },
  ))

test('a press on Follow leads visitors to the log-in', () =>
  early('follow-visitor', `/artist/${artistUrl}`, async ({ page, release }) => {
    await press(page, /^Follow /)
    release()
    await page.waitForURL('**/login?next=*')
  }))

test('the search in the header needs no code', () =>
  early(
    'header',
    `/album/${content.albumId}`,
    async ({ page }) => {
      await page.getByRole('searchbox').fill(NAME)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?q=Slow+Lightning')
      await page.getByRole('link', { name: NAME, exact: true }).first().waitFor()
    },
    { screen: DESK },
  ))

test('what is typed in the search page is found', () =>
  early('search', '/search', async ({ page, release }) => {
    const field = page.locator('main').getByRole('searchbox')
    await field.fill(NAME)
    release()
    await page.waitForURL('**/search?q=Slow+Lightning')
    await page.getByRole('link', { name: NAME, exact: true }).first().waitFor()
    assert.equal(await page.locator('main input[type=search]').inputValue(), NAME)
  }))

test('what is typed in the log-in stays', () =>
  early('log-in', '/login', async ({ page, release }) => {
    const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password', { exact: true })]
    await email.fill('mara@example.org')
    await password.fill('a long password')
    const button = page.getByRole('button', { name: 'Log in', exact: true })
    assert.equal(await button.isDisabled(), true)
    release()
    await button.and(page.locator(':enabled')).waitFor()
    assert.deepEqual([await email.inputValue(), await password.inputValue()], ['mara@example.org', 'a long password'])
  }))

test('the chosen kind of ticket stays', () =>
  early('ticket', `/event/${concert.id}`, async ({ page, release }) => {
    await page.getByRole('radio', { name: /^Balcony/ }).check()
    assert.equal(await page.getByRole('button', { name: 'One ticket more' }).isDisabled(), true)
    release()
    await page.getByRole('button', { name: 'One ticket more' }).click()
    await page.getByRole('button', { name: 'Buy 2 tickets for 4,000 sats' }).waitFor()
    assert.equal(await page.getByRole('radio', { name: /^Balcony/ }).isChecked(), true)
  }))

test('a chosen language is kept without any code', () =>
  early('language', `/album/${content.albumId}?from=here#content`, async ({ page }) => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL(`**/de/album/${content.albumId}?from=here#content`)
    // Pages about the user follow the choice wherever they are entered.
    await page.goto('/login', { waitUntil: 'commit' })
    await page.waitForURL('**/de/login')
  }))

test('a chosen language is saved with the account, and wins over its previous one', () =>
  early(
    'language-account',
    `/album/${content.albumId}`,
    async ({ page, release }) => {
      const languageOf = async () => (await robin.call(getAccount, {})).language
      await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
      await page.waitForURL('**/de/album/*')
      release()
      await until(async () => (await languageOf()) === 'de')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click()
      await page.waitForURL('**/es/album/*')
      await until(async () => (await languageOf()) === 'es')
    },
    { user: robin },
  ))
