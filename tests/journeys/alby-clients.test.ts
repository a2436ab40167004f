/** Independent clients pay our addresses: the npm packages @getalby/lightning-tools and @getalby/sdk, from the external
 * wallet of the sandbox over real Lightning nodes. They verify, zap, and use a wallet over our relay. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LightningAddress } from '@getalby/lightning-tools/lnurl'
import { LN } from '@getalby/sdk/lnclient'
import { NWCWalletService, NWCWalletServiceKeyPair } from '@getalby/sdk/nwc'
import { createArtist } from '#contract/catalog/artists.ts'
import { listTransactions } from '#contract/accounts/account.ts'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { type NostrEvent, readEvent, signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import { addIdentity } from '#server/accounts/identities.ts'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import { createTestUser, until, type TestUser } from '#tests/users.ts'
import { connectRelay } from '#tests/relay-client.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const HOST = 'peal.example'
/** The default proxy of the clients; it requests the address for them. */
const PROXY = 'https://api.getalby.com/lnurl/'

const annKey = generateSecretKey()
const realFetch = globalThis.fetch
let world: TestWorld
let ann: TestUser
let relayUrl: string

before(async () => {
  world = await createTestWorld({ lightning: 'sandbox', settings: { PUBLIC_URL: `https://${HOST}` } })
  relayUrl = `${world.origin.replace('http', 'ws')}/relay`
  ann = await createTestUser(world, { name: 'ann' })
  await addIdentity(
    world.world.database.read,
    ann.userId,
    { issuer: 'nostr', subject: publicKeyOf(annKey) },
    new Date(),
  )
  globalThis.fetch = (input, init) => fetchHere(input instanceof Request ? input.url : String(input), init)
})
after(async () => {
  globalThis.fetch = realFetch
  await world[Symbol.asyncDispose]()
})

/** Our public host is this server, the proxy is simulated, and nothing else is requested. */
async function fetchHere(address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address)
  if (url.origin === world.origin) return realFetch(address, init)
  if (url.host === HOST) return realFetch(world.origin + url.pathname + url.search, init)
  assert.ok(address.startsWith(PROXY), `${address} was requested`)
  const [name, host] = (url.searchParams.get('ln') ?? '').split('@')
  assert.equal(host, HOST)
  const lnurlp = (await (await realFetch(`${world.origin}/.well-known/lnurlp/${name}`)).json()) as { callback: string }
  if (url.pathname.endsWith('/lightning-address-details')) return Response.json({ lnurlp })
  url.searchParams.delete('ln')
  const invoice: unknown = await (await fetchHere(`${lnurlp.callback}${url.search}`)).json()
  return Response.json({ invoice })
}

const payExternally = (bolt11: string) => world.call(payFromExternal, { body: { bolt11 } })
const newestComment = async () => {
  const { transactions } = await ann.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions).flat()[0]?.comment
}

test('lightning-tools pays a user and content, and learns that the payment arrived', async () => {
  const { id: artistId } = await ann.call(createArtist, { body: { name: 'Ann’s band' } })
  for (const [name, received] of [
    ['ann', 21_000],
    [`artist.${artistId}`, 19_950],
  ] as const) {
    const had = await ann.balance()
    const address = new LightningAddress(`${name}@${HOST}`, { proxy: false })
    await address.fetch()
    const { lnurlpData } = address
    assert.equal(lnurlpData?.identifier, `${name}@${HOST}`)
    assert.equal(lnurlpData.allowsNostr, true)
    assert.equal(lnurlpData.commentAllowed, 312)
    const invoice = await address.requestInvoice({ satoshi: 21, comment: `To ${name}` })
    assert.equal(decodeInvoice(invoice.paymentRequest).descriptionHash, lnurlpData.metadataHash)
    assert.ok(invoice.successAction !== null)
    assert.equal(await invoice.isPaid(), false)
    await payExternally(invoice.paymentRequest)
    await until(() => invoice.isPaid())
    assert.ok(invoice.validatePreimage(invoice.preimage ?? ''))
    assert.equal(await ann.balance(), had + received)
    assert.equal(await newestComment(), `To ${name}`)
    const told = await address.requestInvoice({ satoshi: 21, payerdata: { name: 'Dora' } })
    assert.match(told.paymentRequest, /^lnbcrt/)
  }
})

test('lightning-tools zaps, and the receipt on our relay matches the published schemas', async () => {
  const senderKey = generateSecretKey()
  const webln = {
    enable: async () => undefined,
    sendPayment: async (bolt11: string) => {
      await payExternally(bolt11)
      return { preimage: '' }
    },
  }
  const address = new LightningAddress(`ann@${HOST}`, { proxy: false, webln: webln as never })
  await address.fetch()
  assert.equal(address.nostrPubkey, publicKeyOf(annKey))
  assert.deepEqual(address.nostrRelays, [`wss://${HOST}/relay`])
  const nostr = {
    getPublicKey: async () => publicKeyOf(senderKey),
    signEvent: async (event: { kind: number; created_at: number; tags: string[][]; content: string }) =>
      signEvent(event, senderKey),
  }
  const had = await ann.balance()
  await address.zap({ satoshi: 33, comment: 'zapped', relays: [`wss://${HOST}/relay`] }, { nostr })
  await until(async () => (await ann.balance()) === had + 33_000)
  assert.equal(await newestComment(), 'zapped')
  const reader = await connectRelay(world.origin)
  let found: NostrEvent[] = []
  await until(async () => (found = await reader.list({ kinds: [9_735], '#p': [publicKeyOf(annKey)] })).length > 0)
  const receipt = readEvent(found[0])
  const valueOf = (name: string) => receipt.tags.find((tag) => tag[0] === name)?.[1] ?? ''
  assert.deepEqual(faultsOfEvent(receipt), [])
  assert.deepEqual(faultsOfEvent(JSON.parse(valueOf('description')) as NostrEvent), [])
  assert.equal(receipt.pubkey, world.world.payments.nostrPubkey)
  assert.equal(valueOf('P'), publicKeyOf(senderKey))
  assert.match(valueOf('preimage'), /^[0-9a-f]{64}$/)
  reader.close()
})

test('the Alby SDK pays an address from a wallet it reaches over our relay', async () => {
  const [walletSecret, clientSecret] = [generateSecretKey(), generateSecretKey()]
  const service = new NWCWalletService({ relayUrls: [relayUrl] })
  const pair = new NWCWalletServiceKeyPair(secretToHex(walletSecret), publicKeyOf(clientSecret))
  await service.publishWalletServiceInfoEvent(pair.walletSecret, ['pay_invoice', 'get_info'], [])
  const unsubscribe = await service.subscribe(pair, {
    async payInvoice({ invoice }) {
      await payExternally(invoice)
      return { result: { preimage: '0'.repeat(64), fees_paid: 0 }, error: undefined }
    },
  })
  const had = await ann.balance()
  const wallet = new URLSearchParams({ relay: relayUrl, secret: secretToHex(clientSecret) })
  const client = new LN(`nostr+walletconnect://${pair.walletPubkey}?${wallet.toString()}`)
  try {
    await client.pay(`ann@${HOST}`, { satoshi: 5 })
    await until(async () => (await ann.balance()) === had + 5_000)
  } finally {
    client.close()
    unsubscribe()
    service.close()
  }
})
