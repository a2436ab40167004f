/** A server of a Lightning address that responds correctly, and one that responds in every wrong way. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { translateError } from '#server/platform/error-texts.ts'
import { AppError } from '#server/platform/errors.ts'
import { createOutbound } from '#server/platform/network/outbound.ts'
import { createScriptedNode } from '#tests/scripted-node.ts'
import { checkAddress, fetchAddressInvoice, ownUsername } from './external.ts'

type Answer = { status?: number; body: unknown; location?: string }

const AMOUNT_MSAT = 21_000n
const metadata = '[["text/plain","To Ann"],["text/identifier","ann@example.com"]]'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const node = createScriptedNode()

let host: string
let otherHost: string
let asked: string[] = []
let offer: () => Answer
let callback: () => Answer
let canaryHits = 0
const servers: http.Server[] = []

async function listen(respond: (url: string) => Answer): Promise<string> {
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, body, location } = respond(request.url ?? '')
    response.writeHead(status, location === undefined ? {} : { location })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

before(async () => {
  host = await listen((url) => (url.startsWith('/.well-known/lnurlp/ann') ? offer() : callback()))
  otherHost = await listen(() => {
    canaryHits += 1
    return callback()
  })
})
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const goodOffer = () => ({
  tag: 'payRequest',
  callback: `http://${host}/pay`,
  minSendable: 1_000,
  maxSendable: 1_000_000,
  metadata,
  commentAllowed: 10,
})
const makeInvoice = (more: Parameters<typeof node.makeInvoice>[0] = {}) =>
  node.makeInvoice({ amountMsat: AMOUNT_MSAT, descriptionHash: hashOf(metadata), ...more }).bolt11

beforeEach(() => {
  asked = []
  canaryHits = 0
  offer = () => ({ body: goodOffer() })
  callback = () => ({ body: { pr: makeInvoice(), routes: [] } })
})

const clock = { now: () => new Date() }
const depsOf = (allow: string[] = [host]) => ({
  outbound: createOutbound({ allow, timeoutMs: 1_000 }),
  network: 'bcrt' as const,
  clock,
})
const fetchInvoice = (address = `ann@${host}`, comment: string | null = null, allow?: string[]) =>
  fetchAddressInvoice(depsOf(allow), { address, amountMsat: AMOUNT_MSAT, comment })

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => assert.fail('It was accepted'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof AppError, String(error))
  return error
}
async function refusesWith(
  code: ErrorCode,
  words: RegExp = /./,
  work: Promise<unknown> = fetchInvoice(),
): Promise<void> {
  const error = await refusal(work)
  assert.equal(error.code, code, error.message)
  assert.equal(error.status, code === 'lightning-address-invalid' ? 400 : 422)
  assert.match(error.message, words)
  assert.doesNotMatch(error.message, /has been sent/)
  assert.ok(!error.message.includes('127.0.0.1'))
}

test('a matching invoice is returned with the public key of its node', async () => {
  const bolt11 = makeInvoice()
  callback = () => ({ body: { pr: bolt11.toUpperCase(), routes: [] } })
  const invoice = await fetchInvoice(`Ann@${host}`, 'a message of many letters')
  const { paymentHash, payee, expiresAt } = decodeInvoice(bolt11)
  assert.deepEqual(invoice, { bolt11, paymentHash, amountMsat: AMOUNT_MSAT, expiresAt, payee, address: `ann@${host}` })
  assert.deepEqual(asked, ['/.well-known/lnurlp/ann', '/pay?amount=21000&comment=a%20message%20'])
})

test('the callback may be on another host, if that host may be requested', async () => {
  offer = () => ({ body: { ...goodOffer(), callback: `http://${otherHost}/pay` } })
  assert.equal((await fetchInvoice(undefined, null, [host, otherHost])).amountMsat, AMOUNT_MSAT)
  assert.equal(canaryHits, 1)
  await refusesWith('lightning-address-unreachable')
  assert.equal(canaryHits, 1)
})

test('neither address, callback nor redirect leads into our own network', async () => {
  const inner = [
    `http://${otherHost}/`,
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://[::1]/',
  ]
  for (const url of inner) {
    offer = () => ({ body: { ...goodOffer(), callback: url } })
    await refusesWith('lightning-address-unreachable')
    offer = () => ({ status: 302, location: url, body: '' })
    await refusesWith('lightning-address-unreachable')
    offer = () => ({ body: goodOffer() })
    callback = () => ({ status: 307, location: url, body: '' })
    await refusesWith('lightning-address-unreachable')
  }
  for (const address of [`ann@${otherHost}`, 'ann@127.0.0.1', 'ann@localhost', 'ann@2130706433', 'ann@printer.local']) {
    await refusesWith('lightning-address-unreachable', /cannot be reached/, fetchInvoice(address))
  }
  assert.equal(canaryHits, 0)
})

test('an invalid address and an unreachable server have different errors', async () => {
  for (const address of ['', 'ann', 'ann@', 'ann@example.com/x', 'ann@[::1]', 'ann@a@b']) {
    await refusesWith('lightning-address-invalid', /./, fetchInvoice(address))
  }
  callback = () => ({ status: 500, body: 'oops' })
  await refusesWith('lightning-address-unreachable')
  const away = depsOf(['127.0.0.1:1'])
  const asking = fetchAddressInvoice(away, { address: 'ann@127.0.0.1:1', amountMsat: AMOUNT_MSAT })
  await refusesWith('lightning-address-unreachable', /cannot be reached/, asking)
})

test('an address that its server does not know has its own error', async () => {
  for (const respond of [
    { status: 404, body: '<html>' },
    { status: 404, body: { detail: 'Not Found' } },
    { body: 'x' },
  ]) {
    offer = () => respond
    await refusesWith('lightning-address-unreachable', /does not know this Lightning address/)
  }
})

test('messages about an address do not speak of a payment: split editors show them, too', () => {
  for (const code of ['lightning-address-unreachable', 'lightning-address-answer-wrong'] as const) {
    assert.doesNotMatch(errorCodes[code], /sent\.|Nothing/)
    for (const language of languages) {
      assert.doesNotMatch(translateError(code, '', language), /gesendet|enviado|送金は/)
    }
  }
})

test('a refusal has the reason of the other server, shortened and without invisible characters', async () => {
  const reason = `No\nsuch \u202Eperson\u0000\u0007 <b>${'x'.repeat(500)}`
  for (const status of [200, 400, 404, 500]) {
    offer = () => ({ status, body: { status: 'ERROR', reason } })
    const error = await refusal(fetchInvoice())
    assert.equal(error.code, 'lightning-address-refused')
    assert.match(error.message, /says: No such person <b>x+$/)
    assert.equal(error.message.split('says: ')[1]!.length, 120)
  }
  offer = () => ({ body: goodOffer() })
  callback = () => ({ body: { status: 'ERROR', reason: '\u0000' } })
  await refusesWith('lightning-address-refused', /did not accept the payment/)
})

test('an amount that the address does not accept is refused before an invoice is requested', async () => {
  for (const limits of [{ minSendable: 21_001 }, { maxSendable: 20_999 }]) {
    offer = () => ({ body: { ...goodOffer(), ...limits } })
    await refusesWith('amount-out-of-range', /accepts payments from .* sats/)
  }
  assert.ok(asked.every((url) => !url.startsWith('/pay')))
})

test('an invalid offer is refused', async () => {
  for (const wrong of [{ tag: 'channelRequest' }, { metadata: '[]' }, { minSendable: -1 }, { callback: 'x' }]) {
    offer = () => ({ body: { ...goodOffer(), ...wrong } })
    await refusesWith('lightning-address-answer-wrong')
  }
})

test('an invoice that does not match the request is refused', async () => {
  const wrong: [words: RegExp, invoice: () => string][] = [
    [/another amount/, () => makeInvoice({ amountMsat: AMOUNT_MSAT + 1n })],
    [/another amount/, () => makeInvoice({ amountMsat: AMOUNT_MSAT - 1n })],
    [/another amount/, () => makeInvoice({ amountMsat: null })],
    [/another network/, () => makeInvoice({ network: 'bc' })],
    [/another network/, () => makeInvoice({ network: 'tb' })],
    [/something else/, () => makeInvoice({ descriptionHash: hashOf('another text') })],
    [/something else/, () => makeInvoice({ descriptionHash: hashOf(metadata.toUpperCase()) })],
    [/something else/, () => node.makeInvoice({ amountMsat: AMOUNT_MSAT, description: 'To Ann' }).bolt11],
    [/expired/, () => makeInvoice({ expirySeconds: 29 })],
    [/valid invoice/, () => 'lnbcrt1'],
    [/valid invoice/, () => makeInvoice().replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    [/valid invoice/, () => `lightning:${makeInvoice()}`],
  ]
  for (const [words, invoice] of wrong) {
    callback = () => ({ body: { pr: invoice() } })
    await refusesWith('lightning-address-answer-wrong', words)
  }
  for (const body of [{}, [], null, { pr: 1 }, { pr: '' }]) {
    callback = () => ({ body })
    await refusesWith('lightning-address-answer-wrong')
  }
})

test('checking an address requests no invoice', async () => {
  assert.equal(await checkAddress(depsOf(), ` Ann@${host} `), `ann@${host}`)
  assert.deepEqual(asked, ['/.well-known/lnurlp/ann'])
  offer = () => ({ status: 404, body: { status: 'ERROR', reason: 'Nobody here' } })
  await refusesWith('lightning-address-refused', /Nobody here/, checkAddress(depsOf(), `ann@${host}`))
  await refusesWith('lightning-address-invalid', /./, checkAddress(depsOf(), 'ann'))
})

test('the whole metadata as the description is equivalent to its hash', async () => {
  callback = () => ({ body: { pr: node.makeInvoice({ amountMsat: AMOUNT_MSAT, description: metadata }).bolt11 } })
  assert.equal((await fetchInvoice()).amountMsat, AMOUNT_MSAT)
})

test('an address is ours if its whole host matches, in any spelling', () => {
  const table: [origin: string, address: string, username: string | null][] = [
    ['https://peal.example', 'ann@peal.example', 'ann'],
    ['https://peal.example', 'ANN@PEAL.example.', 'ann'],
    ['https://peal.example', 'ann@peal.example:443', 'ann'],
    ['https://peal.example', 'ann+tips@peal.example', 'ann'],
    ['https://peal.example', 'ann@peal.example:8443', null],
    ['https://peal.example', 'ann@notpeal.example', null],
    ['https://peal.example', 'ann@peal.example.evil.example', null],
    ['https://peal.example', 'ann@www.peal.example', null],
    ['https://peal.example', 'peal.example@other.example', null],
    ['https://Peal.Example.:8443', 'ann@peal.example:8443', 'ann'],
    ['https://Peal.Example.:8443', 'ann@peal.example', null],
    ['https://bücher.example', 'ann@xn--bcher-kva.example', 'ann'],
    ['https://xn--bcher-kva.example', 'ann@BÜCHER.example', 'ann'],
    ['http://peal.example', 'ann@peal.example', 'ann'],
    ['http://peal.example', 'ann@peal.example:80', 'ann'],
    ['https://peal.example', 'ann@peal.example:80', null],
    ['http://127.0.0.1:3000', 'ann@127.0.0.1:3000', 'ann'],
    ['http://127.0.0.1:3000', 'ann@127.1:3000', 'ann'],
    ['http://127.0.0.1:3000', 'ann@127.0.0.1:3001', null],
  ]
  for (const [publicOrigin, address, username] of table) {
    assert.equal(ownUsername({ publicOrigin }, address), username, `${address} at ${publicOrigin}`)
  }
  assert.throws(() => ownUsername({ publicOrigin: 'https://peal.example' }, 'ann'), AppError)
})
