/** Tickets in a browser: an event is created in the studio, a visitor without an account pays by any wallet and has a ticket that
 * also opens without a connection, hands it on, and the door admits it once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createArtist } from '#contract/catalog/artists.ts'
import { listOwnConcerts } from '#contract/concerts/concerts.ts'
import { sendScans } from '#contract/concerts/door.ts'
import { cancelConcert, listTickets } from '#contract/concerts/tickets.ts'
import { newId } from '#server/platform/ids.ts'
import { publishTestConcert, type TestConcert } from '../concerts.ts'
import { createTestUser, fillBalance, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { answerProof } from './answer-proof.ts'
import { lookAt, openBrowser, type Screen } from './chromium.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const PHONE: Screen = { width: 390, height: 844, colorScheme: 'light' }
const DESK: Screen = { width: 1280, height: 900, colorScheme: 'dark' }

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let concert: TestConcert

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  concert = await publishTestConcert(world, mara, { sats: 2_100 })
})
after(() => stack.disposeAsync())

test('a visitor pays for two tickets by any wallet, hands one on, and the door admits it once', async (t) => {
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  let code = ''
  await runVisit(t, visit, 'tickets', async () => {
    await page.goto(`/event/${concert.id}`)
    await page.getByRole('button', { name: 'One ticket more' }).click()
    await page.getByRole('button', { name: 'Buy 2 tickets for 4,200 sats' }).click()
    const dialog = page.getByRole('dialog')
    const held = page.waitForResponse((response) => response.url().endsWith('/v1/tickets/holds'))
    await dialog.getByRole('button', { name: 'Pay with any wallet' }).click()
    const { data } = (await (await held).json()) as { data: { invoice: { request: string } } }
    await dialog.getByText('2 seats are held for you').waitFor()
    await page.reload()
    await page.getByText(/^2 seats are held for you. Pay within \d+:\d\d.$/).waitFor()
    await page.getByRole('button', { name: 'Pay 4,200 sats' }).click()
    await dialog.getByText('2 seats are held for you').waitFor()
    await world.node.settleInvoice(data.invoice.request)
    await dialog.getByText('You have 2 tickets.').waitFor()
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy a link to these tickets' }).click()
    await dialog.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /\/tickets#p[\w-]{44}$/)
    await dialog.getByRole('link', { name: 'Show tickets' }).click()
    await page
      .getByRole('img', { name: /^QR code of ticket/ })
      .nth(1)
      .waitFor()
    await page.getByRole('button', { name: 'Pass on' }).first().click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByText(/\/tickets#h/).textContent()
    const other = await browser.newContext({ baseURL: world.world.config.publicUrl })
    const theirs = await other.newPage()
    await theirs.goto(copied)
    await theirs
      .getByRole('img', { name: /^QR code of ticket/ })
      .nth(1)
      .waitFor()
    await theirs.evaluate(() => localStorage.clear())
    await theirs.reload()
    await theirs.goto(link!)
    await theirs.getByRole('button', { name: 'Take ticket' }).click()
    await theirs.getByRole('img', { name: /^QR code of ticket/ }).waitFor()
    code = (await theirs.locator('figcaption').textContent()) ?? ''
    await other.close()
  })
  const door = await openBrowser(browser, world.world.config.publicUrl, DESK)
  await storeSession(door.context, mara)
  await runVisit(t, door, 'door', async () => {
    await door.page.goto(`/event/${concert.id}/door`)
    const check = async (text: string, answer: RegExp) => {
      await door.page.getByLabel('Code of the ticket').fill(text)
      await door.page.getByRole('button', { name: 'Check' }).click()
      await door.page.getByRole('status').filter({ hasText: answer }).waitFor()
    }
    await check(code.toLowerCase(), /^Come in/)
    await check(code, /^Already used at/)
    await check('ZZZZZZ', /^Not a ticket of this event/)
    await door.page.getByText('1 of 2').waitFor()
  })
})

test('held seats can be paid for from the balance after the page was left', async (t) => {
  const fan = await createTestUser(world, { name: 'pia', hasFullName: true })
  await fillBalance(world, fan, 5_000_000)
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await storeSession(visit.context, fan)
  await runVisit(t, visit, 'held-tickets', async () => {
    await page.goto(`/event/${concert.id}`)
    await page.getByRole('button', { name: 'Buy 1 ticket for 2,100 sats' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Pay with any wallet' }).click()
    await dialog.getByText('1 seat is held for you').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Pay 2,100 sats', exact: true }).click()
    await dialog.getByRole('button', { name: 'Pay 2,100 sats from balance' }).click()
    await dialog.getByText('You have 1 ticket.').waitFor()
    assert.equal(await fan.balance(), 2_900_000)
  })
})

test('a ticket above the limit without a proof is bought from the balance, with the password', async (t) => {
  const dear = await publishTestConcert(world, mara, { sats: 60_000, fields: { personMax: 1 } })
  const fan = await createTestUser(world, { name: 'dora', hasFullName: true })
  await fillBalance(world, fan, 60_000_000)
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await storeSession(visit.context, fan)
  await runVisit(t, visit, 'dear-ticket', async () => {
    await page.goto(`/event/${dear.id}`)
    await page.getByRole('button', { name: 'Buy 1 ticket for 60,000 sats' }).click()
    await page.getByRole('button', { name: 'Pay 60,000 sats from balance' }).click()
    await answerProof(page)
    await page.getByRole('dialog').getByText('You have 1 ticket.').waitFor()
  })
})

test('a cancelled event says so, and shows neither prices nor the calendar', async (t) => {
  const called = await publishTestConcert(world, mara, { sats: 2_100 })
  await mara.call(cancelConcert, { params: { concertId: called.id } })
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await runVisit(t, visit, 'cancelled-event', async () => {
    await page.goto(`/event/${called.id}`)
    await page.getByText('This event is cancelled. Everyone who paid gets the money back.').waitFor()
    for (const words of [/ left$/, '2,100 sats', 'Add to calendar'])
      assert.equal(await page.getByText(words).count(), 0)
  })
})

test('a list of events says the lowest of several prices', async (t) => {
  const tier = (sats: number) => ({ name: `Tier ${sats}`, seats: 5, msatPrice: sats * 1_000, centsPrice: null })
  for (const prices of [
    [15_000, 12_000],
    [0, 9_000],
  ]) {
    await publishTestConcert(world, mara, { fields: { tiers: prices.map(tier) } })
  }
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  await runVisit(t, visit, 'event-prices', async () => {
    await visit.page.goto('/events')
    for (const words of ['2,100 sats', 'from 12,000 sats', 'Free and paid']) {
      await visit.page.getByText(words, { exact: true }).waitFor()
    }
    const covers = await visit.page.locator('.chart-band').evaluateAll((bands) =>
      bands.map((band) => {
        const cover = band.querySelector('.chart-cover')!.getBoundingClientRect()
        return [cover.top - band.getBoundingClientRect().top, cover.right - window.innerWidth].map(Math.round)
      }),
    )
    assert.deepEqual(covers, Array(3).fill([0, 0]))
  })
})

test('an event says how many tickets of it are in the account and in the browser', async (t) => {
  const free = await publishTestConcert(world, mara, { sats: 0 })
  const fan = await createTestUser(world, { name: 'tilda', hasFullName: true })
  await free.buy(fan.call, 2)
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await runVisit(t, visit, 'own-tickets', async () => {
    await page.goto(`/event/${free.id}`)
    await page.getByRole('button', { name: 'Take 1 free ticket' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Take 1 free ticket' }).click()
    await dialog.getByText('You have 1 ticket.').waitFor()
    await page.reload()
    await page.getByText('You have 1 ticket.').waitFor()
    await storeSession(visit.context, fan)
    await page.goto(`/event/${free.id}`)
    await page.getByText('You have 3 tickets.').waitFor()
    await page.goto(`/event/${concert.id}`)
    await page.getByRole('button', { name: /^Buy/ }).waitFor()
    assert.equal(await page.getByText(/^You have/).count(), 0)
    await page.goto(`/event/${free.id}`)
    await page.getByRole('link', { name: 'Show tickets' }).click()
    await page
      .getByRole('img', { name: /^QR code of ticket/ })
      .nth(2)
      .waitFor()
    const [ticket] = (await fan.call(listTickets, {})).tickets
    const scan = { id: newId(), ticketId: ticket!.id, scannedAt: new Date().toISOString() }
    await mara.call(sendScans, { params: { concertId: free.id }, body: { door: 'Door', scans: [scan] } })
    await world.world.database.pool.query(
      "UPDATE concert SET begins_at = now() - interval '3 hours', ends_at = now() - interval '1 minute' WHERE id = $1",
      [free.id],
    )
    // The page is rendered again every five seconds.
    const rendered = async () => (await fetch(`${world.world.config.publicUrl}/event/${free.id}`)).text()
    await until(async () => !(await rendered()).includes('free ticket'))
    await page.goto(`/event/${free.id}`)
    await page.getByText('You were there.').waitFor()
    assert.equal(await page.getByText(/^You have/).count(), 0)
    // A link is for tickets that somebody can still use.
    await page.goto('/tickets')
    await page.getByRole('heading', { name: 'Past and refunded' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Copy a link to these tickets' }).count(), 0)
  })
})

test('an artist creates an event in the studio, with a price in dollars, and publishes it', async (t) => {
  const artist = await createTestUser(world, { name: 'teodor', hasFullName: true })
  await artist.call(createArtist, { body: { name: 'Teodor Lind', location: 'Leipzig, Germany' } })
  const nextYear = new Date().getFullYear() + 1
  const visit = await openBrowser(browser, world.world.config.publicUrl, DESK)
  const { page } = visit
  await storeSession(visit.context, artist)
  await runVisit(t, visit, 'create-event', async () => {
    await page.goto('/studio/create/event')
    const publish = page.getByRole('button', { name: 'Publish' })
    await publish.click()
    await page.getByRole('alert').filter({ hasText: 'Please enter a name.' }).first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Amber Rooms')
    await page.getByLabel('Begins', { exact: true }).fill('2020-07-01T20:00')
    await page.getByLabel('Seats').fill('0')
    await page.getByLabel('Price').fill('5.5')
    await publish.click()
    for (const words of [
      /^This date is over/,
      /^Please enter a number of seats/,
      /^Please enter a price in whole sats/,
    ]) {
      await page.getByRole('alert').filter({ hasText: words }).waitFor()
    }
    await page.getByLabel('Seats').fill('1,000')
    await page.getByLabel('Place').fill('The hall')
    await page.getByLabel('Begins', { exact: true }).fill(`${nextYear}-06-01T20:00`)
    await page.getByLabel('Price').fill('40000')
    assert.equal(await page.getByLabel('Tickets per person').isVisible(), false)
    // Beside the price, while it is typed.
    await page
      .getByRole('status')
      .filter({ hasText: /^At this price at most 2 tickets/ })
      .waitFor()
    await lookAt(page, 'event-price')
    await publish.click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^At this price at most 2 tickets/ })
      .waitFor()
    const wrong = await page
      .locator('[aria-invalid]')
      .evaluateAll((all) => all.map((one) => one === document.activeElement))
    assert.deepEqual(wrong, [true], 'the field in the folded part is shown, and has the focus')
    await page.getByText('Not saved yet.').waitFor()
    await page.reload()
    await page.getByText('Not saved yet.').waitFor()
    assert.equal(await page.getByLabel('Place').inputValue(), 'The hall')
    assert.equal(await page.getByLabel('City').inputValue(), 'Leipzig')
    await page.getByLabel('Begins', { exact: true }).fill(`${nextYear}-07-01T20:00`)
    assert.equal(await page.getByLabel('Ends', { exact: true }).inputValue(), `${nextYear}-07-01T23:00`)
    await page.getByText('Description, map, time zone, sale').click()
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByText('Berlin time').waitFor()
    await page.getByLabel('Currency').selectOption('usd')
    await page.getByLabel('Price').fill('$12.50')
    await publish.click()
    await page.getByRole('button', { name: 'Unpublish' }).waitFor()
    const { own } = await artist.call(listOwnConcerts, {})
    assert.deepEqual(
      own.map(({ name, city, centsFrom, beginsAt, isDraft }) => [name, city, centsFrom, beginsAt, isDraft]),
      [['Amber Rooms', 'Leipzig', 1_250, `${nextYear}-07-01T18:00:00.000Z`, false]],
    )
    assert.equal(await page.evaluate(() => sessionStorage.getItem('peal.drafts')), '[]')
    // A second tab changes the city, the first one the place.
    const other = await visit.context.newPage()
    await other.goto(page.url())
    await other.getByLabel('City').fill('Halle')
    await other.getByRole('button', { name: 'Save changes' }).click()
    await other.getByText('Not saved yet.').waitFor({ state: 'detached' })
    await page.getByLabel('Place').fill('The yard')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'changed elsewhere' })
    await notice.getByText('Halle').waitFor()
    await notice.getByText('The hall').waitFor()
    const [saved] = (await artist.call(listOwnConcerts, {})).own
    assert.deepEqual([saved?.city, saved?.place], ['Halle', 'The hall'])
    await page.getByRole('button', { name: 'Save mine anyway' }).click()
    await notice.waitFor({ state: 'detached' })
    const [mine] = (await artist.call(listOwnConcerts, {})).own
    assert.deepEqual([mine?.city, mine?.place], ['Leipzig', 'The yard'])
  })
})
