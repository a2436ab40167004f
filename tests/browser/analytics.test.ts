/** The studio's analytics in a real browser: the hint for a new artist, and figures for one with listeners, by
 * mouse, by keyboard, as tables and as files; and that no public page loads the charts library. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { axeFaultsOf } from './screen-faults.ts'
import { send } from '#contract/payments/payments.ts'
import { getHeardParts } from '#contract/listening/audience.ts'
import { getLetter } from '#contract/listening/letters.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { getAllEarnings, getAllPlays } from '#contract/listening/stats.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, PHONE } from './chromium.ts'
import { openPages, journeysOf } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let nils: TestUser
let song: PublishedTrack

before(async () => {
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  nils = await createTestUser(world, { name: 'nils', hasFullName: true })
  song = await publishTrack(world, mara, { title: 'Kite String' })
  const robin = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, robin, 500_000)
  const zap = { contentId: song.trackId, msatAmount: 100_000, comment: 'For the long night train.' }
  await robin.call(send, { body: zap })
  await playAs([robin, nils])
  await until(async () => (await mara.call(getAllEarnings, {})).msatTotal === 95_000)
  await until(async () => (await mara.call(getAllPlays, {})).playTotal === 2)
  const heard = { query: { contentId: song.trackId } }
  await until(async () => (await mara.call(getHeardParts, heard)).playTotal === 2)
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('analytics', () => ({ browser, origin: world.origin }))

async function playAs(listeners: TestUser[]): Promise<void> {
  for (const [index, listener] of listeners.entries()) {
    // One heard all of it, the other the first quarter.
    const heard = [0, index === 0 ? 600 : 0.5]
    const play = {
      playId: crypto.randomUUID(),
      contentId: song.trackId,
      secondsHeard: 31,
      startedAt: new Date(world.clock.now().getTime() - 40_000).toISOString(),
      agent: 'peal-web/1',
      source: 'chart',
      heard,
    } as const
    assert.equal((await listener.call(reportPlays, { body: { plays: [play] } })).counted, 1)
  }
}

async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFaultsOf(page), [])
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

journey(
  'a new artist is told what to do',
  () => nils,
  async (page) => {
    await page.goto('/studio/analytics')
    await page.getByText('Create your first release').waitFor()
    await page.getByRole('link', { name: 'Create your artist page' }).click()
    await page.waitForURL('**/studio/create/artist')
  },
)

journey(
  'an artist sees what was earned and played, as charts and as tables, and saves it',
  () => mara,
  async (page) => {
    await page.goto('/studio/analytics')
    assert.equal(await page.title(), 'Analytics · Peal Studio')
    await page.getByRole('link', { name: 'Analytics', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    const figures = part(page, 'In this period')
    await figures.getByText('95', { exact: true }).waitFor()
    await figures.getByText('2', { exact: true }).first().waitFor()
    await figures.getByText('95 sats in total').waitFor()
    // What changed comes first.
    assert.equal(await page.getByRole('heading', { level: 2 }).first().textContent(), 'What changed')
    const changes = part(page, 'What changed')
    await changes.getByText('In proportion, this changed most: plays, from 0 to 2.').waitFor()
    await changes
      .getByRole('row')
      .nth(1)
      .and(changes.getByRole('row', { name: 'Earnings 95 sats 0 sats +95 sats' }))
      .waitFor()
    await changes.getByRole('row', { name: 'Listeners 2 0 +2' }).waitFor()
    await figures.getByText('estimated', { exact: true }).waitFor()
    const curve = part(page, 'How far listeners stay')
    await curve.getByText('50 % hear the middle, 50 % the end. From 2 plays.').waitFor()
    const ticks = curve.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value')
    await ticks.first().waitFor()
    assert.deepEqual(await ticks.allTextContents(), ['0 %', '25 %', '50 %', '75 %', '100 %'])
    await curve.getByRole('button', { name: 'Show as a table' }).click()
    await curve.getByRole('row', { name: '0 to 5 % 100 %' }).waitFor()

    const earnings = part(page, 'Earnings').first()
    await earnings.getByText(/Best day: .+, with 95 sats\./).waitFor()
    await earnings.locator('svg.recharts-surface').waitFor()
    await earnings.getByRole('button', { name: 'Show as a table' }).focus()
    await page.keyboard.press('Enter')
    await earnings.getByRole('row').nth(30).waitFor()
    assert.match((await earnings.getByRole('row').last().textContent()) ?? '', /95 sats$/)
    const saving = page.waitForEvent('download')
    await earnings.getByRole('button', { name: 'Save Earnings as CSV' }).click()
    const file = fs.readFileSync(await (await saving).path(), 'utf8')
    assert.equal(file.split('\r\n').length, 32)
    assert.match(file, /^\uFEFFDay,sats\r\n/)
    assert.match(file, /,95\r\n$/)

    await part(page, 'Earnings and plays by title').getByRole('link', { name: 'Kite String' }).waitFor()
    await part(page, 'Where it was played from').getByText('Top 40, New and other lists').waitFor()
    await part(page, 'How it was paid').getByText('Balances on this site').waitFor()
    await part(page, 'Top supporters').getByRole('link', { name: 'robin' }).waitFor()
    await part(page, 'Messages').getByText('For the long night train.').waitFor()
    // The amount paid was larger: the receipt shows it.
    const share = part(page, 'Messages').getByRole('link', { name: 'Your share: 95 sats' })
    assert.match((await share.getAttribute('href')) ?? '', /^\/transactions\/earnings\//)

    await page.getByText('Filter by artist, release or source').click()
    await page.getByLabel('Source', { exact: true }).selectOption({ label: 'Search' })
    await page.waitForURL('**/studio/analytics?source=search')
    await page.getByText('No plays in this period.').waitFor()
    await page.getByText('Earnings cannot be filtered').waitFor()
    await page.getByLabel('Source', { exact: true }).selectOption({ label: 'All sources' })
    await part(page, 'Earnings').first().waitFor()
    await page.getByRole('button', { name: 'Today' }).click()
    await page.getByText('Updates every 15 seconds.').waitFor()
    await part(page, 'Plays')
      .first()
      .getByText(/Best hour: .+|No plays in this period\./)
      .waitFor()

    const letter = part(page, 'Weekly letter')
    await letter.getByRole('button', { name: 'Send it to me' }).click()
    await letter.getByText('You get it.').waitFor()
    assert.equal((await mara.call(getLetter, {})).isOn, true)

    await page.getByRole('button', { name: '12 months' }).click()
    await page.waitForURL('**/studio/analytics?days=365')
    await part(page, 'Plays')
      .first()
      .getByText(/Best month: .+, with 2 plays\./)
      .waitFor()
    await page.getByRole('button', { name: 'Custom range' }).click()
    await page.getByLabel('From', { exact: true }).fill('2024-01-01')
    await page.getByLabel('To', { exact: true }).fill('2024-01-31')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('No earnings in this period.').waitFor()
    await assertAccessible(page)
  },
)

journey(
  'it fits a phone in the dark theme, and a screen reader gets the same figures',
  () => mara,
  async (page) => {
    await page.goto('/studio/analytics')
    const earnings = part(page, 'Earnings').first()
    await earnings.locator('svg.recharts-surface').waitFor()
    await part(page, 'Messages').getByText('For the long night train.').waitFor()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    assert.ok(widths[0]! <= widths[1]!, `the page is ${widths[0]} wide`)
    await assertAccessible(page)
    // The bars can be reached with the keyboard alone.
    await earnings.locator('svg.recharts-surface').focus()
    await page.keyboard.press('ArrowRight')
    await earnings.locator('.recharts-tooltip-wrapper').getByText(/sats$/).waitFor()
  },
  PHONE,
)

test('no public page loads the charts library', async () => {
  const { context, page } = await openBrowser(browser, world.origin)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  for (const path of ['/', '/top', `/track/${song.trackId}`, `/album/${song.albumId}`]) {
    await page.goto(path, { waitUntil: 'load' })
  }
  assert.ok(scripts.length > 0)
  assert.deepEqual(
    scripts.filter((address) => /chart-drawing|recharts/.test(address)),
    [],
  )
  await context.close()
})
