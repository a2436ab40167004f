/** The wallet's figures are those of the statement; a new account's library plays three songs; spines by keyboard; what
 * pages that do not exist look like; the proof that a balance is counted. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { listDays } from '#contract/accounts/days.ts'
import type { Wire } from '#contract/endpoint.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { addToLibrary } from '#contract/listening/library.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { send, watchAccount } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { verifyBalance } from '#protocols/liabilities/proof.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { publishTotal } from '#server/liabilities/publish.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, type Screen } from './chromium.ts'
import { faultsOf, overflowOf, settle } from './screen-faults.ts'
import { countWhileClosing, openStage, runVisit, storeSession } from './stage.ts'

const WIDE: Screen = { width: 1440, height: 900, colorScheme: 'light' }
const PHONE: Screen = { width: 360, height: 740, colorScheme: 'dark' }

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let ana: TestUser
let songs: PublishedTrack[]

before(async () => {
  ;({ world, browser } = await openStage(stack))
  ana = await createTestUser(world, { name: 'ana' })
  const artists = await Promise.all(['mara', 'luz', 'hana'].map((name) => createTestUser(world, { name })))
  songs = []
  for (const artist of artists) songs.push(await publishTrack(world, artist, { title: `Song of ${artist.name}` }))
  await fillBalance(world, ana, 1_000_000)
  for (const [index, song] of songs.entries()) {
    const msatAmount = 50_500 - index * 10_000
    await ana.call(send, { body: { contentId: song.trackId, msatAmount, comment: `For ${index}` } })
    await ana.call(addToLibrary, { body: { contentId: song.albumId } })
  }
  // A chart is computed at most every half minute, of what has been counted by then.
  const isCounted = async ({ trackId }: PublishedTrack) =>
    (await world.call(getTrack, { params: { trackId } })).msatTotal > 0
  await until(async () => (await Promise.all(songs.map(isCounted))).every(Boolean))
  world.clock.step(31_000)
  await until(async () => (await world.call(listTopTracks, { query: {} })).length === songs.length)
})
after(() => stack.disposeAsync())

function visit(name: string, who: () => Promise<TestUser | null>, work: (page: Page) => Promise<void>, screen = WIDE) {
  test(name, async (context) => {
    const opened = await openBrowser(browser, world.world.config.publicUrl, screen)
    const user = await who()
    if (user) await storeSession(opened.page, user)
    await runVisit(context, opened, 'wallet', () => work(opened.page))
  })
}

const asAna = async () => ana
const asNewcomer = () => createTestUser(world)

type WalletDays = Wire<typeof listDays>

/** As the wallet formats it: three decimals unless it is whole. */
const exact = (msat: number) =>
  (msat / 1_000).toLocaleString('en', { minimumFractionDigits: msat % 1_000 === 0 ? 0 : 3 })

const whole = (msat: number) => Math.floor(msat / 1_000).toLocaleString('en')

visit('amounts of the statement and the balances after them add up, with parts of a sat', asAna, async (page) => {
  await page.goto('/transactions')
  const lines = page.getByRole('link', { name: /^Receipt: Song of/ })
  await lines.first().waitFor()
  const numbers = (text: string) =>
    (text.match(/[−+]?\d[\d,]*(\.\d+)?/g) ?? []).map((one) =>
      Math.round(1_000 * Number(one.replace('−', '-').replace(',', ''))),
    )
  const shown = (await lines.allInnerTexts()).map(numbers)
  assert.deepEqual(shown, [
    [-30_500, 878_500],
    [-40_500, 909_000],
    [-50_500, 949_500],
  ])
})

visit('the days are a table in whole sats, and a day leads to its lines', asAna, async (page) => {
  await page.goto('/transactions')
  const table = page.getByRole('table', { name: 'The last 30 days' })
  await table.waitFor()
  const timeZone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { days, makers } = await ana.call(listDays, { query: { timeZone } })
  // The last day, unless midnight has passed meanwhile.
  const place = days.findIndex(({ lineCount }) => lineCount > 0)
  const today = days[place]!
  assert.deepEqual([today.msatIn, today.msatZapped], [1_000_000, 121_500])
  const rows = table.getByRole('row')
  assert.equal(await rows.count(), days.length + 1)
  const cells = await rows
    .nth(place + 1)
    .getByRole('cell')
    .evaluateAll((all) => all.map((cell) => cell.firstChild?.textContent))
  assert.deepEqual(cells, [today.msatIn, today.msatZapped, today.msatOut].map(whole))
  await page.getByRole('heading', { name: '121 sats for 3 artists in thirty days' }).waitFor()
  for (const { name, msatAmount } of makers) {
    await page.getByRole('listitem').filter({ hasText: name }).getByTitle(exact(msatAmount)).first().waitFor()
  }
  await settle(page)
  assert.deepEqual(await faultsOf(page), [])
  await rows
    .nth(place + 1)
    .getByRole('link')
    .click()
  await page.waitForURL(`**/transactions?day=${today.day}`)
  await page.locator(`#day-${today.day}:focus`).waitFor()
  for (const change of ['+1,000', '−50.500', '−40.500', '−30.500']) {
    await page
      .getByRole('link', { name: `, ${change}` })
      .first()
      .waitFor()
  }
})

for (const screen of [WIDE, PHONE]) {
  visit(
    `days without income say so at ${screen.width} px, where they are shown`,
    asAna,
    async (page) => {
      let incomeAt = 0
      await page.route('**/v1/accounts/days*', async (route) => {
        const response = await route.fetch()
        const { success, data } = (await response.json()) as { success: true; data: WalletDays }
        const days = data.days.map((day, at) => ({ ...day, msatIn: at === incomeAt ? 5_000 : 0 }))
        await route.fulfill({ response, json: { success, data: { ...data, days } } })
      })
      const said = page.getByText(/^(nothing )?came in$/).filter({ visible: true })
      // Phones show the later half of the days.
      for (const [at, words] of [
        [29, 'came in'],
        [0, screen === WIDE ? 'came in' : 'nothing came in'],
        [-1, 'nothing came in'],
      ] as const) {
        incomeAt = at
        await page.goto('/transactions')
        await said.waitFor()
        assert.equal(await said.textContent(), words)
      }
      await settle(page)
      assert.deepEqual(await faultsOf(page), [])
    },
    screen,
  )
}

visit('a year in which the account did not exist is not found, and leads to this year', asAna, async (page) => {
  const thisYear = String(new Date().getFullYear())
  for (const year of ['1700', '99999']) {
    await page.goto(`/transactions/year/${year}`)
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
  }
  await page.getByRole('link', { name: `Received in ${thisYear}` }).click()
  await page.getByRole('heading', { name: `Received in ${thisYear}` }).waitFor()
  assert.deepEqual(await page.getByLabel('Year').locator('option').allTextContents(), [thisYear])
})

for (const screen of [WIDE, PHONE]) {
  visit(
    `any balance fits at ${screen.width} px, exactly`,
    asAna,
    async (page) => {
      let msatBalance = 0
      await page.route(/\/v1\/accounts$/, async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as { data: object }
        await route.fulfill({ response, json: { ...body, data: { ...body.data, msatBalance } } })
      })
      // The event stream would send the true balance, so it gets no response.
      await page.route(`**/v1${watchAccount.path}`, () => undefined)
      for (const [balance, shown] of [
        [0, '0'],
        [999, '<1'],
        [1_234_567_891, '1,234,567.891'],
        [21_000_000_000_000, '21,000,000,000'],
      ] as const) {
        msatBalance = balance
        await page.goto('/transactions')
        const figure = page.locator('main .title-fit').getByText(shown, { exact: true })
        await figure.waitFor()
        if (balance === 999) await page.getByText('Exactly 0.999 sats.').waitFor()
        await settle(page)
        assert.deepEqual(await overflowOf(page), [], shown)
        const right = await figure.evaluate((one) => one.getBoundingClientRect().right)
        assert.ok(right <= screen.width, `${shown} ends at ${right}`)
      }
    },
    screen,
  )
}

for (const screen of [WIDE, PHONE]) {
  visit(
    `an empty library plays three songs of the chart at ${screen.width} px`,
    asNewcomer,
    async (page) => {
      await page.goto('/library/albums')
      await page.getByRole('heading', { name: 'Nothing here yet.' }).waitFor()
      const three = page.getByRole('list', { name: 'From this week’s chart' })
      // The chart arrives after the heading.
      await three.getByRole('listitem').nth(2).waitFor()
      assert.equal(await three.getByRole('listitem').count(), 3)
      await settle(page)
      assert.deepEqual(await faultsOf(page), [])
      await page.getByRole('button', { name: 'Play these three' }).click()
      await page.getByRole('region', { name: 'Player' }).getByText('Song of mara').first().waitFor()
    },
    screen,
  )
}

visit('spines are one stop of the tab key, and arrows turn the next cover', asAna, async (page) => {
  await page.goto('/library/albums')
  const shelf = page.getByRole('list', { name: 'Albums you like, as spines' })
  await shelf.waitFor()
  const titles = await shelf.getByRole('link').evaluateAll((all) => all.map((one) => one.textContent))
  assert.equal(titles.length, 3)
  await page.getByRole('link', { name: 'Following' }).focus()
  await page.keyboard.press('Tab')
  const isTurned = (place: number) => shelf.getByRole('link').nth(place).and(page.locator(':focus'))
  await isTurned(0).waitFor()
  await page.keyboard.press('ArrowRight')
  await isTurned(1).locator('img, svg').first().waitFor({ state: 'visible' })
  await page.keyboard.press('End')
  await isTurned(2).waitFor()
  await settle(page)
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/album/*')
})

visit(
  'an unknown URL shows "not found" across the page, with one button',
  async () => null,
  async (page) => {
    const response = await page.goto('/nowhere')
    assert.equal(response?.status(), 404)
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.equal(await alert.locator('a, button').count(), 1)
    assert.deepEqual(await faultsOf(page), [])
    await alert.getByRole('link', { name: 'Search' }).click()
    await page.waitForURL('**/search')
  },
)

visit('a user checks that the balance is counted, saves the proof, and sees when it is wrong', asAna, async (page) => {
  const { payments, nostr, publicUrl, secret } = world.world
  world.clock.step(86_400_000)
  const today = world.clock.now().toISOString().slice(0, 10)
  // The server's own job may be publishing it already.
  await until(async () => {
    await publishTotal({ ...payments, ...nostr, publicUrl, secret })
    return (await fetch(`${publicUrl}/.well-known/peal/liabilities?day=${today}`)).ok
  })
  const sats = exact(await ana.balance())
  await page.goto('/transactions')
  const card = page.getByRole('region', { name: 'Proof that your balance is counted' })
  await card.getByText(`your ${sats} sats were part of the`).waitFor()
  await card.getByRole('button', { name: 'Check it' }).click()
  await card.getByRole('status').getByText(`Correct: your browser has computed that your ${sats} sats`).waitFor()
  await settle(page)
  assert.deepEqual(await faultsOf(page), [])
  const saving = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Save the proof' }).click()
  const file = await (await saving).path()
  assert.equal(verifyBalance(JSON.parse(fs.readFileSync(file, 'utf8'))).account, `user:${ana.userId}`)
  // A total for everybody else.
  const event = signEvent({ kind: 30_078, created_at: 1, tags: [], content: '{}' }, nostr.key.secretKey)
  await page.route('**/.well-known/peal/liabilities*', (route) => route.fulfill({ json: event }))
  await card.getByRole('button', { name: 'Check it' }).click()
  await card.getByRole('alert').getByText('Wrong: this proof does not show').waitFor()
})

visit(
  'a deposit that has arrived is all that its dialog shows until it is gone, however long that takes',
  () => createTestUser(world),
  async (page) => {
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Deposit' }).first().click()
    const dialog = page.getByRole('dialog')
    const made = page.waitForResponse((response) => response.url().endsWith('/v1/deposit'))
    await dialog.getByRole('button', { name: 'Deposit 10,000 sats' }).click()
    const { data } = (await (await made).json()) as { data: { request: string } }
    await world.node.settle(decodeInvoice(data.request).paymentHash)
    await dialog.getByRole('heading', { name: 'Arrived' }).waitFor()
    assert.equal(await countWhileClosing(page, 'fieldset', 'Done'), 0)
    assert.equal(await page.locator('[data-sonner-toast]').count(), 0, 'the dialog has said it')
    await page.getByRole('button', { name: 'Deposit' }).first().click()
    await dialog.getByRole('button', { name: 'Deposit 10,000 sats' }).waitFor()
  },
  { ...WIDE, isMoving: true },
)

visit(
  'a reload keeps the invoice of a deposit, until another is wanted',
  () => createTestUser(world),
  async (page) => {
    await page.goto('/transactions?open=deposit')
    const dialog = page.getByRole('dialog')
    const made = page.waitForResponse((response) => response.url().endsWith('/v1/deposit'))
    await dialog.getByRole('button', { name: 'Deposit 10,000 sats' }).click()
    const { data } = (await (await made).json()) as { data: { request: string } }
    await dialog.getByText('Waiting for the payment').waitFor()
    await page.reload()
    await dialog.getByText('Waiting for the payment').waitFor()
    await world.node.settle(decodeInvoice(data.request).paymentHash)
    await dialog.getByRole('heading', { name: 'Arrived' }).waitFor()
    await page.reload()
    await dialog.getByRole('button', { name: 'Deposit 10,000 sats' }).waitFor()
  },
)
