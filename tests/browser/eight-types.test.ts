/** All eight types of the statement on the account of one artist. The receipt of each is opened and compared with what this
 * test computes by the rules of docs/ledger.md. In the end the accounts of the ledger hold exactly that, and the audit
 * finds nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { listTransactions, setLightningAddress } from '#contract/accounts/account.ts'
import { rewardPromo, startPromoMinute } from '#contract/listening/promos.ts'
import { createPromo } from '#contract/payments/promos.ts'
import { createDeposit, send, withdraw } from '#contract/payments/payments.ts'
import { accountCode, userAccount } from '#server/ledger/accounts.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { startAddressServer } from '../address-server.ts'
import { publishTestConcert } from '../concerts.ts'
import { assertBooksBalance } from '../refusals.ts'
import { createTestUser, fillBalance, publishTrack, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What is paid, in msat. Everything else is computed from it. */
const FEE_PPM = 50_000
const DEPOSITED = 500_000
const ZAPPED_TO_ADDRESS = 2_000
const SENT = 1_010
const PAID_FOR_TRACK = 5_000
const TRACK_WEIGHTS = [57, 43]
const PAID_FOR_ARTIST = 129_954
const WITHDRAWN = 50_000
const WITHDRAWAL_FEE = 120
const FORWARD_FEE = 700
const TICKETS = 3
const TICKET_PRICE = 1_000
const TICKET_WEIGHTS = [1, 1, 1]
const PROMO_BUDGET = 100_000
const PROMO_PAYOUT = 10_000
const LISTENER_DEPOSIT = 1_000_000

/** Largest remainder; the fee is the last leg. Of equal remainders, the earlier leg gets more. */
function splitOf(amountMsat: number, weights: readonly number[], feePpm: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const whole = 1_000_000 * sum
  const parts = [...weights.map((weight) => amountMsat * (1_000_000 - feePpm) * weight), amountMsat * feePpm * sum]
  const legs = parts.map((part) => Math.floor(part / whole))
  const left = amountMsat - legs.reduce((total, leg) => total + leg, 0)
  const byRemainder = parts.map((part, index) => [part % whole, index] as const).toSorted((a, b) => b[0] - a[0])
  for (const [, index] of byRemainder.slice(0, left)) legs[index]!++
  return legs
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
const trackLegs = splitOf(PAID_FOR_TRACK, TRACK_WEIGHTS, FEE_PPM)
const artistLegs = splitOf(PAID_FOR_ARTIST, [1], FEE_PPM)
const sentLegs = splitOf(SENT, [1], FEE_PPM)
/** Each ticket is split separately, without a fee. */
const ticketShare = TICKETS * splitOf(TICKET_PRICE, TICKET_WEIGHTS, 0)[0]!
const sold = TICKETS * TICKET_PRICE
const promoFee = Math.ceil((PROMO_BUDGET * FEE_PPM) / 1_000_000)
/** In whole sats. The house pays the fee, which is within half of the platform fee of these earnings. */
const forwarded = artistLegs[0]! - (artistLegs[0]! % 1_000)
const [earnedMinutes, maturedMinutes] = [3, 2]
const [topUp, matured] = [earnedMinutes * PROMO_PAYOUT, maturedMinutes * PROMO_PAYOUT]

/** Sats as receipts show them, with thousandths where they are not whole. */
const exact = (msat: number) => {
  const digits = String(Math.abs(msat)).padStart(4, '0')
  const sats = digits.slice(0, -3).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${msat < 0 ? '−' : ''}${sats}.${digits.slice(-3)}`.replace(/\.000$/, '')
}
const signed = (msat: number) => (msat > 0 ? `+${exact(msat)}` : exact(msat))

type Shown = { headline: string; amounts: Record<string, string>; shares: string[] }
const plain = (headline: string, amounts: Record<string, number>): Shown => ({
  headline,
  amounts: Object.fromEntries(Object.entries(amounts).map(([name, msat]) => [name, exact(msat)])),
  shares: [],
})
const split = (headline: string, legs: readonly number[]): Shown => ({ headline, amounts: {}, shares: legs.map(exact) })

const atOnce: Record<string, Shown> = {
  Deposit: plain(signed(DEPOSITED), { Amount: DEPOSITED, Fee: 0, 'Added to your balance': DEPOSITED }),
  Zap: plain(signed(ZAPPED_TO_ADDRESS), {
    Amount: ZAPPED_TO_ADDRESS,
    Fee: 0,
    'Added to your balance': ZAPPED_TO_ADDRESS,
  }),
  'Zap Sent': split(signed(-SENT), sentLegs),
  Earnings: split(signed(trackLegs[0]!), trackLegs),
  Withdraw: plain(signed(-WITHDRAWN - WITHDRAWAL_FEE), {
    'Invoice amount': WITHDRAWN,
    'Network’s fee': WITHDRAWAL_FEE,
    'Total deducted': WITHDRAWN + WITHDRAWAL_FEE,
  }),
  Autoforward: plain(signed(-forwarded), {
    'To your address, in whole sats': forwarded,
    'Network’s fee from your balance': 0,
    'Total deducted': forwarded,
  }),
  // Nothing reaches the balance before the event is over.
  'Ticket Sale': plain(exact(sold), {
    Amount: sold,
    'Shares of others, and refunds': ticketShare - sold,
    'On its way': -ticketShare,
    'Added to your balance': 0,
  }),
}
const later: Record<string, Shown> = {
  'Ticket Sale': plain(signed(ticketShare), {
    Amount: sold,
    'Shares of others, and refunds': ticketShare - sold,
    'Added to your balance': ticketShare,
  }),
  'Top Up': plain(signed(matured), {
    Amount: topUp,
    'On its way': matured - topUp,
    'Added to your balance': matured,
  }),
}

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let teodor: TestUser
let robin: TestUser
/** A track of teodor's, whose promo mara hears. */
let boatsId: string
/** The payment of mara that each receipt is about. */
const payments = new Map<string, string>()

before(async () => {
  const elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  stack.defer(() => elsewhere.close())
  ;({ world, browser } = await openStage(stack, { OUTBOUND_ALLOW: elsewhere.hostAndPort }))
  const people = ['mara', 'teodor', 'ines', 'robin']
  const [first, second, third, fourth] = await Promise.all(people.map((name) => createTestUser(world, { name })))
  ;[mara, teodor, robin] = [first!, second!, fourth!]
  const shares = TRACK_WEIGHTS.map((share, index) => ({ name: people[index]!, share }))
  const kite = await publishTrack(world, mara, { title: 'Kite String', split: shares })
  const boats = await publishTrack(world, teodor, { title: 'Paper Boats' })
  await world.world.database.pool.query('UPDATE track SET duration_ms = $2 WHERE id = $1', [
    boats.trackId,
    10 * MINUTE_MS,
  ])
  await fillBalance(world, robin, LISTENER_DEPOSIT)
  await depositAndZap()
  const { paymentId: sentId } = await mara.call(send, { body: { contentId: boats.trackId, msatAmount: SENT } })
  payments.set('Zap Sent', sentId)
  const paid = await robin.call(send, { body: { contentId: kite.trackId, msatAmount: PAID_FOR_TRACK } })
  payments.set('Earnings', paid.paymentId)
  await withdrawSome()
  await forwardEarnings(elsewhere.address, kite.artistId)
  await sellTickets([mara, teodor, third!])
  boatsId = boats.trackId
})
after(() => stack.disposeAsync())

async function depositAndZap(): Promise<void> {
  const { invoiceId, request } = await mara.call(createDeposit, { body: { msatAmount: DEPOSITED } })
  await world.node.settleInvoice(request)
  payments.set('Deposit', invoiceId)
  const getJson = async (url: string) =>
    (await (await fetch(url.replace(world.world.config.publicUrl, world.origin))).json()) as Record<string, string>
  const { callback } = await getJson(`${world.origin}/.well-known/lnurlp/mara`)
  const { pr } = await getJson(`${callback}?amount=${ZAPPED_TO_ADDRESS}`)
  await world.node.settleInvoice(pr!)
  await until(async () => (await mara.balance()) === DEPOSITED + ZAPPED_TO_ADDRESS)
}

async function withdrawSome(): Promise<void> {
  const before_ = await mara.balance()
  world.node.script({ does: 'succeed', feeMsat: BigInt(WITHDRAWAL_FEE) })
  const { bolt11 } = world.node.makeInvoice({ amountMsat: BigInt(WITHDRAWN) })
  const { paymentId } = await mara.call(withdraw, { body: { invoice: bolt11 } })
  payments.set('Withdraw', paymentId)
  await until(async () => (await mara.balance()) === before_ - WITHDRAWN - WITHDRAWAL_FEE)
}

/** The artist has no split: all of it is mara's. */
async function forwardEarnings(lightningAddress: string, contentId: string): Promise<void> {
  const before_ = await mara.balance()
  await mara.prove(setLightningAddress, { body: { lightningAddress } })
  world.node.script({ does: 'succeed', feeMsat: BigInt(FORWARD_FEE) })
  await robin.call(send, { body: { contentId, msatAmount: PAID_FOR_ARTIST } })
  await until(async () => (await mara.balance()) === before_ + artistLegs[0]! - forwarded)
  await until(async () => (await readBalance(world.world.database.read, 'inflight')) === 0n)
}

async function sellTickets(partners: readonly TestUser[]): Promise<void> {
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString()
  const fields = { beginsAt: at(1), endsAt: at(2) }
  const concert = await publishTestConcert(world, mara, { sats: TICKET_PRICE / 1_000, partners, fields })
  payments.set('Ticket Sale', (await concert.buy(robin.call, TICKETS)).id)
}

const stepTo = (moment: Date) => world.clock.step(moment.getTime() - world.clock.now().getTime())

/** Earns two minutes at noon and one in the evening, on the same day of the statement. A day later, two of them have matured. */
async function earnByListening(): Promise<void> {
  await fillBalance(world, teodor, PROMO_BUDGET + promoFee)
  // An account earns from its second day.
  const noon = new Date(world.clock.now().getTime() + 1.5 * DAY_MS)
  noon.setUTCHours(12 + 24, 0, 0, 0)
  stepTo(noon)
  const terms = { contentId: boatsId, msatBudget: PROMO_BUDGET, msatPayoutAmount: PROMO_PAYOUT }
  const { promoId } = await teodor.call(createPromo, { body: { ...terms, fromBalance: true } })
  for (const waitMs of [0, 0, 6 * HOUR_MS]) {
    world.clock.step(waitMs)
    const { nonce } = await mara.call(startPromoMinute, { body: { promoId, position: 0 } })
    world.clock.step(MINUTE_MS)
    const { isMaturing } = await mara.call(rewardPromo, { body: { promoId, nonce, position: 60, mediaTime: 60 } })
    assert.equal(isMaturing, true)
  }
  stepTo(new Date(noon.getTime() + DAY_MS + 5 * MINUTE_MS))
  await world.app.runJobs()
  assert.equal(
    await readBalance(world.world.database.read, { kind: 'promo', id: promoId }),
    BigInt(PROMO_BUDGET - topUp),
  )
}

const slugOf = (type: string) => type.toLowerCase().replaceAll(' ', '-')

/** From the statement, as its owner opens it. */
async function openReceipt(page: Page, type: string): Promise<Shown> {
  const slug = slugOf(type)
  await page.goto(`/transactions?type=${slug}`)
  const path = `/transactions/${slug}/${payments.get(type)}`
  await page.locator(`main li a[href="${path}"]`).click()
  await page.waitForURL(`**${path}`)
  await page.locator('main article .numeral').waitFor()
  const shown = await page.locator('main article').evaluate((article) => {
    const textOf = (one: Element | null | undefined) => one?.textContent ?? ''
    const rows = [...article.querySelectorAll('section dl > div')]
    return {
      headline: textOf(article.querySelector('.numeral')),
      amounts: rows.map((row) => [textOf(row.querySelector('dt')), textOf(row.querySelector('dd'))]),
      shares: [...article.querySelectorAll('tbody tr')].map((row) => textOf(row.querySelector('td:last-child'))),
    }
  })
  return {
    headline: shown.headline,
    amounts: Object.fromEntries(shown.amounts) as Record<string, string>,
    shares: shown.shares.map((text) => /[\d,.]+$/.exec(text)?.[0] ?? text).filter((text) => text !== ''),
  }
}

/** The only payment of this type, where no call returned its id. */
async function findPayment(type: string): Promise<void> {
  const { transactions } = await mara.call(listTransactions, { params: { page: '1' }, query: { filters: type } })
  const lines = Object.values(transactions).flat()
  assert.equal(lines.length, 1, type)
  payments.set(type, lines[0]!.paymentId)
}

async function visitStatement(work: (page: Page) => Promise<void>, t: Parameters<typeof runVisit>[0]) {
  const visit = await openBrowser(browser, world.world.config.publicUrl)
  await storeSession(visit.context, mara)
  await runVisit(t, visit, 'eight-types', () => work(visit.page))
}

test('seven receipts show the computed amounts, and the ticket sale as on its way', async (t) => {
  await findPayment('Zap')
  await findPayment('Autoforward')
  await visitStatement(async (page) => {
    for (const [type, wanted] of Object.entries(atOnce)) assert.deepEqual(await openReceipt(page, type), wanted, type)
    await openReceipt(page, 'Ticket Sale')
    await page.getByText(/^Not in your balance yet\. It arrives on .* a day after the event\.$/).waitFor()
    const steps = page.locator('ol').filter({ hasText: 'On its way' })
    await steps.locator('time').waitFor()
    await page.goto('/transactions')
    const line = page.getByRole('listitem').filter({ hasText: 'It arrives on' })
    await line.getByText(/^\+[\d,]+(\.\d{3})?$/).waitFor()
  }, t)
})

test('after the event, the balance has the ticket sale and the matured part of the top-up', async (t) => {
  await earnByListening()
  await findPayment('Top Up')
  await visitStatement(async (page) => {
    for (const [type, wanted] of Object.entries(later)) {
      const shown = await openReceipt(page, type)
      const { [Object.keys(shown.amounts).find((name) => name.startsWith('Paper Boats')) ?? '']: track, ...amounts } =
        shown.amounts
      assert.deepEqual({ ...shown, amounts }, wanted, type)
      if (type === 'Top Up') assert.equal(track, exact(topUp))
    }
    await page.goto('/transactions')
    const filter = page.getByRole('group', { name: 'Payment types' })
    await filter.getByRole('button', { name: 'Ticket sales' }).waitFor()
    // The eight types, and all of them.
    assert.equal(await filter.getByRole('button').count(), 9)
    await page
      .getByText(`Balance ${exact(balanceOfMara)}`, { exact: true })
      .first()
      .waitFor()
  }, t)
})

/** By kind of entry, as docs/ledger.md names them. */
const entriesOfMara: Record<string, number> = {
  deposit: DEPOSITED,
  zap: ZAPPED_TO_ADDRESS,
  'zap-sent': -SENT,
  earnings: trackLegs[0]! + artistLegs[0]!,
  withdraw: -WITHDRAWN - WITHDRAWAL_FEE,
  autoforward: -forwarded,
  'ticket-sale': ticketShare,
  'top-up': matured,
}
const balanceOfMara = sum(Object.values(entriesOfMara))

test('the accounts of the ledger hold exactly this, and the audit agrees', async () => {
  const { read } = world.world.database
  const { rows } = await sql<{ kind: string; msat: bigint }>`
    SELECT e.kind, sum(e.amount)::bigint AS msat FROM entry e JOIN account a ON a.id = e.account_id
    WHERE a.code = ${accountCode(userAccount(mara.userId))} GROUP BY e.kind`.execute(read)
  assert.deepEqual(Object.fromEntries(rows.map(({ kind, msat }) => [kind, Number(msat)])), entriesOfMara)
  assert.equal(await mara.balance(), balanceOfMara)
  const received = DEPOSITED + LISTENER_DEPOSIT + ZAPPED_TO_ADDRESS + PROMO_BUDGET + promoFee
  const held = {
    lightning: WITHDRAWN + forwarded - received,
    routing_fees: WITHDRAWAL_FEE + FORWARD_FEE,
    inflight: 0,
    platform_fee: trackLegs.at(-1)! + artistLegs.at(-1)! + sentLegs.at(-1)! + promoFee,
    house: -FORWARD_FEE,
    suspense: 0,
  } as const
  for (const [account, msat] of Object.entries(held)) {
    assert.equal(await readBalance(read, account as keyof typeof held), BigInt(msat), account)
  }
  assert.equal(await readBalance(read, { kind: 'maturing', userId: mara.userId }), BigInt(topUp - matured))
  assert.equal(await robin.balance(), LISTENER_DEPOSIT - PAID_FOR_TRACK - PAID_FOR_ARTIST - sold)
  assert.equal(
    await teodor.balance(),
    trackLegs[1]! + sentLegs[0]! + TICKETS * splitOf(TICKET_PRICE, TICKET_WEIGHTS, 0)[1]!,
  )
  await assertBooksBalance(world)
})
