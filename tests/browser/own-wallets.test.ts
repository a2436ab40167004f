/** Zaps from the listener's own wallets, and signed with their own nostr key, in a real browser: WebLN and NIP-07 as
 * extensions provide them, and a wallet connected over the product's own relay. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { signEvent, type NostrEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { keyOfPhrase, generateKeyPhrase } from '#protocols/nostr/key-phrase.ts'
import { publicKeyOf } from '#protocols/nostr/keys.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { connectRelay } from '../relay-client.ts'
import { startWalletService, type WalletService } from '../wallet-double.ts'
import { openBrowser, type Screen, PHONE } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { runVisit, storeSession, openTrackStage } from './stage.ts'

const stack = new AsyncDisposableStack()
const { world, browser, mara, robin, song } = await openTrackStage(stack, 'Kite String')
after(() => stack.disposeAsync())

type Visit = { page: Page; profile: BrowserContext }

function journey(name: string, work: (visit: Visit) => Promise<void>, screen?: Screen): void {
  test(name, async (context) => {
    const { context: profile, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, screen)
    await runVisit(context, { context: profile, page, complaints }, 'own-wallets', () => work({ page, profile }))
  })
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name })
const says = (page: Page, words: string | RegExp): Locator => dialog(page).getByText(words).first()
const paid = (page: Page): Locator => dialog(page).getByRole('heading', { name: 'Who got what' })
const onNostr = (page: Page): Locator => dialog(page).getByRole('switch', { name: 'Zap publicly on nostr' })

async function openZap(page: Page): Promise<void> {
  await page.goto(`/track/${song.trackId}`)
  await page.getByRole('button', { name: 'Zap Kite String' }).first().click()
  await says(page, 'Where it goes').waitFor()
}

async function signIn(page: Page, user: TestUser): Promise<void> {
  await storeSession(page, user)
}

/** Simulates an extension that is asked to pay: the external wallet of the test pays, or the extension misbehaves. */
type Manner = 'pays' | 'denies access' | 'declines' | 'lies' | 'hangs'

async function giveBrowserWallet(page: Page): Promise<{ manner: Manner; asked: string[] }> {
  const wallet: { manner: Manner; asked: string[] } = { manner: 'pays', asked: [] }
  await page.exposeFunction('weblnEnable', async () => {
    if (wallet.manner === 'denies access') throw new Error('User rejected')
    return { enabled: true }
  })
  await page.exposeFunction('weblnPay', async (bolt11: string) => {
    wallet.asked.push(bolt11)
    if (wallet.manner === 'declines') throw new Error('Prompt was closed')
    if (wallet.manner === 'hangs') await new Promise<never>(() => undefined)
    if (wallet.manner === 'pays') await world.node.settleInvoice(bolt11)
    return { preimage: '00'.repeat(32) }
  })
  await page.addInitScript(() => {
    const { weblnEnable, weblnPay } = globalThis as unknown as Record<string, (bolt11?: string) => Promise<unknown>>
    Object.assign(globalThis, { webln: { enable: () => weblnEnable!(), sendPayment: weblnPay } })
  })
  return wallet
}

/** Its key is in the test; `isWilling`: whether it signs. */
async function giveExtension(page: Page): Promise<{ pubkey: string; isWilling: boolean; signed: NostrEvent[] }> {
  const secretKey = new Uint8Array(randomBytes(32))
  const extension = { pubkey: publicKeyOf(secretKey), isWilling: true, signed: [] as NostrEvent[] }
  await page.exposeFunction('signExternally', (event: UnsignedEvent) => {
    if (!extension.isWilling) throw new Error('User rejected')
    const signed = signEvent(event, secretKey)
    extension.signed.push(signed)
    return signed
  })
  await page.addInitScript((pubkey) => {
    const { signExternally } = globalThis as unknown as { signExternally: (event: unknown) => Promise<unknown> }
    Object.assign(globalThis, { nostr: { getPublicKey: () => Promise.resolve(pubkey), signEvent: signExternally } })
  }, extension.pubkey)
  return extension
}

/** The receipts on our own relay that name this key as the payer. */
async function receiptsUnder(pubkey: string): Promise<NostrEvent[]> {
  const relay = await connectRelay(world.origin)
  const found = await relay.list({ kinds: [9_735], '#P': [pubkey] })
  relay.close()
  return found
}

const tagOf = (event: NostrEvent, name: string) => event.tags.find((tag) => tag[0] === name)?.[1]

function countInvoices(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/invoices')) count += 1
  })
  return () => count
}

journey('a visitor pays with a browser wallet, and the artist is credited', async ({ page }) => {
  const wallet = await giveBrowserWallet(page)
  const had = await mara.balance()
  await openZap(page)
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await paid(page).waitFor()
  assert.equal(wallet.asked.length, 1)
  assert.equal(await mara.balance(), had + 950_000)
})

journey(
  'after a refusal of the browser wallet the form is shown again, and another wallet pays the same invoice',
  async ({ page }) => {
    const wallet = await giveBrowserWallet(page)
    const invoiceCount = countInvoices(page)
    await openZap(page)
    for (const manner of ['denies access', 'declines'] as const) {
      wallet.manner = manner
      await button(page, 'Pay 1,000 sats with browser wallet').click()
      await dialog(page).getByRole('alert').getByText('Your browser wallet did not pay.').waitFor()
    }
    assert.deepEqual([wallet.asked.length, invoiceCount()], [1, 1])
    await assertFaultless(page)
    await button(page, 'Pay from another wallet').click()
    await button(page, 'Lightning invoice for 1,000 sats').waitFor()
    assert.equal(invoiceCount(), 1)
    await world.node.settleInvoice(wallet.asked[0]!)
    await paid(page).waitFor()
  },
  PHONE,
)

journey('a wallet that reports success is not enough: a zap is paid when the money has arrived', async ({ page }) => {
  const wallet = await giveBrowserWallet(page)
  wallet.manner = 'lies'
  await openZap(page)
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await says(page, 'Your wallet says it has paid').waitFor()
  assert.equal(await paid(page).count(), 0)
  await world.node.settleInvoice(wallet.asked[0]!)
  await paid(page).waitFor()
})

journey('a browser wallet that hangs does not block another wallet', async ({ page }) => {
  const wallet = await giveBrowserWallet(page)
  wallet.manner = 'hangs'
  await openZap(page)
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await until(() => wallet.asked.length === 1)
  await button(page, 'Show the invoice').click()
  await button(page, 'Lightning invoice for 1,000 sats').waitFor()
  // Another amount now could be a second zap in addition to this one.
  assert.equal(await button(page, 'Change amount').count(), 0)
  await world.node.settleInvoice(wallet.asked[0]!)
  await paid(page).waitFor()
})

async function startService(encryption?: 'nip04'): Promise<WalletService> {
  const { publicUrl } = world.world.config
  const service = await startWalletService(publicUrl, encryption && { encryption })
  service.onPay = async (bolt11) => {
    await world.node.settleInvoice(bolt11)
    return { result: { preimage: '00'.repeat(32) } }
  }
  return stack.adopt(service, () => service.close())
}

async function connect(page: Page, uri: string): Promise<void> {
  await page.getByLabel('Connection string').fill(uri)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
}

async function beConnected(page: Page, service: WalletService): Promise<void> {
  await page.goto('/settings/money')
  await connect(page, service.uri)
  await page.getByText(/^123,456 sats · via localhost/).waitFor()
}

journey('a wallet is connected, pays in time, and is removed', async ({ page }) => {
  const service = await startService()
  await signIn(page, robin)
  await page.goto('/settings/money')
  await connect(page, service.uri.replace(/secret=../, 'secret=x'))
  await page.getByText(/^This is not a complete wallet connection/).waitFor()
  await beConnected(page, service)
  await page.getByText('Pocket wallet').waitFor()
  await assertFaultless(page)
  const had = await mara.balance()
  await openZap(page)
  await button(page, 'Pay 1,000 sats from your connected wallet').click()
  await paid(page).waitFor()
  assert.equal(await mara.balance(), had + 950_000)
  const asked = service.asked.filter(({ method }) => method === 'pay_invoice')
  assert.equal(asked.length, 1)
  assert.ok(asked[0]!.expiresAtSeconds > Date.now() / 1_000)
  await page.goto('/settings/money')
  await page.getByRole('button', { name: 'Remove Pocket wallet' }).click()
  await page.getByLabel('Connection string').waitFor()
  await openZap(page)
  await button(page, 'Pay 1,000 sats by invoice').waitFor()
})

journey('an older wallet that supports only nip04 pays too', async ({ page }) => {
  const service = await startService('nip04')
  await signIn(page, robin)
  await beConnected(page, service)
  await openZap(page)
  await button(page, 'Pay 1,000 sats from your connected wallet').click()
  await paid(page).waitFor()
})

journey(
  'after a certain failure of a connected wallet the form is shown again; without a response or a certain outcome the page waits',
  async ({ page }) => {
    const service = await startService()
    await signIn(page, robin)
    await beConnected(page, service)
    const invoiceOfLast = () => service.asked.findLast(({ method }) => method === 'pay_invoice')!.params['invoice']!
    const pay = button(page, 'Pay 1,000 sats from your connected wallet')
    service.onPay = async () => ({ error: { code: 'INSUFFICIENT_BALANCE', message: 'nothing left' } })
    await openZap(page)
    await pay.click()
    await dialog(page).getByRole('alert').getByText('Nothing was paid. Your wallet’s balance is too low.').waitFor()
    service.onPay = async () => ({ error: { code: 'PAYMENT_FAILED', message: 'timed out' } })
    await pay.click()
    await says(page, 'Your wallet has not confirmed the payment').waitFor()
    await world.node.settleInvoice(invoiceOfLast())
    await paid(page).waitFor()
    await button(page, 'Zap again').click()
    service.onPay = async () => null
    await pay.click()
    await says(page, 'Your wallet has not responded yet').waitFor()
    await assertFaultless(page)
    await button(page, 'Show the invoice').waitFor()
    // Not requested again by a reloaded page: the wallet may be paying.
    const askedCount = service.asked.length
    await page.reload()
    await page.getByRole('button', { name: 'Zap Kite String' }).first().click()
    await says(page, 'Your wallet has not confirmed the payment').waitFor()
    assert.equal(service.asked.length, askedCount)
    await world.node.settleInvoice(invoiceOfLast())
    await paid(page).waitFor()
  },
  PHONE,
)

journey(
  'the balance is offered first, then the user’s own wallets; another user is offered none of them',
  async ({ page }) => {
    const service = await startService()
    await giveBrowserWallet(page)
    await fillBalance(world, robin, 2_000_000)
    await signIn(page, robin)
    await beConnected(page, service)
    await openZap(page)
    const logins = await dialog(page)
      .getByRole('button', { name: /^(Send|Pay) / })
      .allTextContents()
    assert.deepEqual(logins, [
      'Send 1,000 sats',
      'Pay from your connected wallet',
      'Pay from your browser wallet',
      'Pay from another wallet',
    ])
    const ada = await createTestUser(world, {})
    await signIn(page, ada)
    await openZap(page)
    await button(page, 'Pay 1,000 sats with browser wallet').waitFor()
    assert.equal(await button(page, 'Pay from your connected wallet').count(), 0)
  },
)

journey('a user signed in by an extension zaps on nostr unless they turn it off', async ({ page }) => {
  const extension = await giveExtension(page)
  const wallet = await giveBrowserWallet(page)
  const invoiceCount = countInvoices(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with Nostr extension' }).click()
  await page.getByRole('button', { name: 'Open user menu' }).waitFor()
  await openZap(page)
  await onNostr(page).and(page.locator('[aria-checked=true]')).waitFor()
  await dialog(page).getByLabel('Message').fill('For the chorus')
  extension.isWilling = false
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await dialog(page).getByRole('alert').getByText('Your nostr extension did not sign').waitFor()
  assert.equal(invoiceCount(), 0)
  extension.isWilling = true
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await paid(page).waitFor()
  await until(async () => (await receiptsUnder(extension.pubkey)).length === 1)
  const [receipt] = await receiptsUnder(extension.pubkey)
  const request = JSON.parse(tagOf(receipt!, 'description')!) as NostrEvent
  assert.deepEqual(request, extension.signed.at(-1))
  assert.deepEqual([request.content, tagOf(request, 'amount')], ['For the chorus', '1000000'])
  assert.equal(tagOf(receipt!, 'bolt11'), wallet.asked[0])
  assert.equal(receipt!.pubkey, world.world.payments.nostrPubkey)
  await button(page, 'Zap again').click()
  await onNostr(page).click()
  await button(page, 'Pay 1,000 sats with browser wallet').click()
  await paid(page).waitFor()
  await openZap(page)
  await onNostr(page).and(page.locator('[aria-checked=false]')).waitFor()
  assert.match(decodeInvoice(wallet.asked[1]!).description ?? '', /Kite String/)
  assert.equal((await receiptsUnder(extension.pubkey)).length, 1)
})

journey('a key from a phrase signs automatically', async ({ page }) => {
  const had = await mara.balance()
  const phrase = generateKeyPhrase()
  const { pubkey } = keyOfPhrase(phrase)
  await page.goto('/login/key')
  await page.getByLabel('Recovery phrase').fill(phrase)
  await page.getByRole('button', { name: 'Log in with these words' }).click()
  await page.getByRole('button', { name: 'Open user menu' }).waitFor()
  await openZap(page)
  await onNostr(page).and(page.locator('[aria-checked=true]')).waitFor()
  const made = page.waitForResponse((response) => response.url().endsWith('/v1/invoices'))
  await button(page, 'Pay 1,000 sats by invoice').click()
  const { data } = (await (await made).json()) as { data: { request: string } }
  await world.node.settleInvoice(data.request)
  await paid(page).waitFor()
  await until(async () => (await receiptsUnder(pubkey)).length === 1)
  assert.equal(await mara.balance(), had + 950_000)
})

journey('a visitor with an extension does not zap on nostr unless they choose to', async ({ page }) => {
  const extension = await giveExtension(page)
  await openZap(page)
  await onNostr(page).and(page.locator('[aria-checked=false]')).waitFor()
  await onNostr(page).click()
  const made = page.waitForResponse((response) => response.url().endsWith('/v1/invoices'))
  await button(page, 'Pay 1,000 sats by invoice').click()
  const { data } = (await (await made).json()) as { data: { request: string } }
  await world.node.settleInvoice(data.request)
  await paid(page).waitFor()
  await until(async () => (await receiptsUnder(extension.pubkey)).length === 1)
})
