/** No address that a stranger supplies makes this server connect to its own network, wait
 * forever or read without limit. */
import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { makeCertificate } from '#tests/certificate.ts'
import { until } from '#tests/users.ts'
import { createOutbound, type Outbound } from './outbound.ts'
import { OutboundFailed, OutboundRefused } from './responses.ts'
import { isPublicAddress } from './public-address.ts'

type Answerer = (request: IncomingMessage, response: ServerResponse) => void

let canaryHits = 0
let requestsStarted = 0
let answerer: Answerer
const servers: (http.Server | https.Server)[] = []
let canaryPort: number
let sitePort: number
let site: string

async function listen(server: http.Server | https.Server, port: number, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

before(async () => {
  const hit: Answerer = (_request, response) => {
    canaryHits += 1
    response.end('{"secret":true}')
  }
  const canary = () => http.createServer(hit).on('connection', () => (canaryHits += 1))
  canaryPort = await listen(canary(), 0)
  await listen(canary(), canaryPort, '::1').catch(() => undefined)
  // If this user may listen there: requests to the default ports would arrive here.
  await listen(canary(), 443).catch(() => undefined)
  await listen(canary(), 80).catch(() => undefined)
  sitePort = await listen(
    http.createServer((request, response) => answerer(request, response)),
    0,
  )
  site = `http://127.0.0.1:${sitePort}`
  subscribe('http.client.request.start', () => (requestsStarted += 1))
})
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  canaryHits = 0
  requestsStarted = 0
})

/** The DNS records in this test. */
const names: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'private.example': ['10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed6.example': ['93.184.216.34', 'fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  '6to4.example': ['2002:7f00:1::'],
  'unspecified.example': ['0.0.0.0'],
  'cgnat.example': ['100.64.0.1'],
  'multicast.example': ['224.0.0.1'],
  'linklocal6.example': ['fe80::1%lo'],
  'nonsense.example': ['localhost'],
  'xn--bcher-kva.example': ['192.168.1.1'],
}
const resolve = async (host: string) => names[host] ?? []
const open = (more: { allow?: string[]; timeoutMs?: number } = {}): Outbound =>
  createOutbound({ allow: more.allow ?? [`127.0.0.1:${sitePort}`], resolve, timeoutMs: more.timeoutMs ?? 2_000 })

const failsFor = (reason: OutboundFailed['reason']) => (error: unknown) =>
  error instanceof OutboundFailed && error.reason === reason

function hostileAddresses(): string[] {
  const hosts = [
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'db.internal', 'router', 'abc.onion'],
    ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '0.0.0.0', '0', '1.1.1.1', '93.184.216.34'],
    ...[
      '2130706433',
      '017700000001',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '0x7f.0x0.0x0.0x1',
      '127.0x0.1',
      '%3127.0.0.1',
    ],
    ...['１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', '4294967295', '0xA9FEA9FE', '2852039166'],
    ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]'],
    ...['[fd00::1]', '[ff02::1]', '[2002:7f00:1::]', '[2001:db8::1]', '[2606:4700:4700::1111]', '[0:0:0:0:0:0:0:1]'],
    ...['1.0.0.127.in-addr.arpa', ...Object.keys(names), 'bücher.example', 'LOOPBACK.example', 'loopback.example.'],
  ]
  return [
    ...hosts.map((host) => `https://${host}/.well-known/lnurlp/ann`),
    ...['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [
      `http://${host}:${canaryPort}/`,
      `https://${host}:${canaryPort}/`,
      `http://${host}/`,
    ]),
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:80/',
    'https://ann@example.com/',
    'https://ann:word@example.com/',
    'https://example.com@127.0.0.1/',
    'https://loopback.example\\@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:70/',
    'data:application/json,{}',
    'unix:/var/run/docker.sock',
    'ws://127.0.0.1/',
    '//127.0.0.1/',
    'https://',
    'https:///127.0.0.1/',
    '',
    'nonsense',
    `https://example.com/${'a'.repeat(5_000)}`,
  ]
}

test('no spelling of a private address, and no name that resolves to one, is requested', async () => {
  const addresses = hostileAddresses()
  assert.ok(addresses.length >= 90)
  for (const address of addresses) {
    await assert.rejects(open().getJson(address), OutboundRefused, address)
  }
  assert.equal(canaryHits, 0)
  assert.equal(requestsStarted, 0)
})

test('no such address is connected to as a relay', async () => {
  const addresses = hostileAddresses().flatMap((address) => [address, address.replace(/^http/, 'ws')])
  for (const address of addresses) {
    await assert.rejects(open().findSocket(address), OutboundRefused, address)
  }
  for (const address of ['wss://relay.example/', 'WSS://Relay.Example/path?a=b']) {
    assert.ok(open().mayRequest(address), address)
    // The name does not resolve, which is different from being refused.
    await assert.rejects(open().findSocket(address), OutboundFailed)
  }
  const { url, lookup } = await open().findSocket(`ws://127.0.0.1:${sitePort}/relay`)
  assert.equal(url.href, `ws://127.0.0.1:${sitePort}/relay`)
  const found = await new Promise((done) => lookup('rebound.example', { all: true }, (_error, all) => done(all)))
  assert.deepEqual(found, [{ address: '127.0.0.1', family: 4 }])
  assert.equal(canaryHits, 0)
  assert.equal(requestsStarted, 0)
})

test('an address is public only if no special-purpose registry contains it', () => {
  const inner = [
    ...['0.1.2.3', '10.255.255.255', '100.127.255.255', '127.0.0.1', '169.254.0.1', '172.31.255.255', '192.0.0.8'],
    ...['192.0.2.1', '192.88.99.1', '192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', '::8.8.8.8'],
    ...['64:ff9b::808:808', '64:ff9b:1::1', '100::1', '2001::1', '2001:10::1', '2001:20::1', '2001:2::1'],
    ...['2001:db8::1', '2002:808:808::1', '3fff::1', '5f00::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0'],
    ...['fec0::1', 'ff02::1', '2620:4f:8000::1', '2606:4700::1111%eth0', '', 'example.com', '127.1', '1.2.3.4.5'],
  ]
  assert.deepEqual(inner.filter(isPublicAddress), [])
  const outer = ['1.1.1.1', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700:4700::1111']
  assert.deepEqual(outer.filter(isPublicAddress), outer)
})

test('the target of a redirect is checked like the requested URL', async () => {
  const targets = [
    `http://127.0.0.1:${canaryPort}/`,
    `http://localhost:${canaryPort}/`,
    `//127.0.0.1:${canaryPort}/`,
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://loopback.example/',
    'https://mixed.example/',
    'http://example.com/',
    'file:///etc/passwd',
    'data:application/json,{}',
  ]
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of targets) {
      answerer = (_request, response) => response.writeHead(status, { location }).end('{}')
      await assert.rejects(open().getJson(site), OutboundRefused, location)
    }
  }
  assert.equal(canaryHits, 0)
})

test('three redirects are followed, without their cookies, and a fourth is not', async () => {
  const seen: IncomingMessage[] = []
  answerer = (request, response) => {
    seen.push(request)
    const left = Number(request.url?.slice(1))
    if (left === 0) return response.end('{"at":"home"}')
    return response.writeHead(302, { location: `/${left - 1}`, 'set-cookie': 'a=b; Path=/' }).end('<html>')
  }
  assert.deepEqual(await open().getJson(`${site}/3`), { status: 200, json: { at: 'home' } })
  for (const { headers } of seen) {
    assert.equal(headers.cookie, undefined)
    assert.equal(headers['accept-encoding'], undefined)
    assert.equal(headers['user-agent'], 'Peal')
  }
  await assert.rejects(open().getJson(`${site}/4`), failsFor('redirects'))
})

test('a response of any status is parsed, and invalid JSON is a failure', async () => {
  answerer = (_request, response) => response.writeHead(404).end('{"status":"ERROR"}')
  assert.deepEqual(await open().getJson(site), { status: 404, json: { status: 'ERROR' } })
  for (const body of ['', '<html>hunter2</html>', '{', '{}{}', '\0']) {
    answerer = (_request, response) => response.end(body)
    await assert.rejects(open().getJson(site), (error: Error) => {
      assert.doesNotMatch(error.message + error.stack, /hunter2/)
      return failsFor('not-json')(error)
    })
  }
})

test('a request to a slow server is aborted at the timeout, at any point', async () => {
  const slow: Answerer[] = [
    () => undefined,
    (_request, response) => void response.writeHead(200).write('{'),
    (_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
    (request, response) => {
      const drip = setInterval(() => response.writeProcessing(), 20)
      request.socket.on('close', () => clearInterval(drip))
    },
    (_request, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150),
  ]
  for (const one of slow) {
    let isLeft = false
    answerer = (request, response) => {
      request.socket.on('close', () => (isLeft = true))
      one(request, response)
    }
    await assert.rejects(open({ timeoutMs: 400 }).getJson(site), failsFor('time-out'))
    await until(() => isLeft)
  }
  const never = createOutbound({ allow: [], resolve: () => new Promise(() => undefined), timeoutMs: 100 })
  await assert.rejects(never.getJson('https://example.com/'), failsFor('time-out'))
})

test('an endless response is cut off; 192 KiB are accepted, and one byte more is not', async () => {
  let sent = 0
  answerer = (_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 32))) sent += 16_384
    }
    response.on('drain', pour)
    pour()
  }
  await assert.rejects(open().getJson(site), failsFor('too-large'))
  assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes`)
  const ofLength = (length: number): Answerer => {
    const body = `"${'a'.repeat(length - 2)}"`
    return (_request, response) => response.end(body)
  }
  answerer = ofLength(196_608)
  assert.equal((await open().getJson(site)).status, 200)
  answerer = ofLength(196_609)
  await assert.rejects(open().getJson(site), failsFor('too-large'))
})

test('a compressed response is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  answerer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  await assert.rejects(open().getJson(site), failsFor('not-json'))
  const small = gzipSync('{"a":1}')
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, gzip']) {
    answerer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(small)
    await assert.rejects(open().getJson(site), failsFor('not-json'), encoding)
  }
  answerer = (_request, response) => response.end(small)
  await assert.rejects(open().getJson(site), failsFor('not-json'))
})

test('an unreachable server or a broken connection is a failure without an address in its message', async () => {
  const away = createOutbound({ allow: ['gone.example:1'], resolve: async () => ['127.0.0.1'] })
  const noName = createOutbound({ allow: [], resolve: () => Promise.reject(new Error('ENOTFOUND 10.1.2.3')) })
  answerer = (request) => request.socket.destroy()
  const cases: [() => Promise<unknown>, OutboundFailed['reason']][] = [
    [() => away.getJson('http://gone.example:1/'), 'connection-refused'],
    [() => noName.getJson('https://example.com/'), 'network'],
    [() => open().getJson('https://nowhere.example/'), 'no-host'],
    [() => open().getJson(site), 'network'],
  ]
  for (const [asking, reason] of cases) {
    await assert.rejects(asking(), (error: Error) => {
      assert.doesNotMatch(error.message, /\d+\.\d+/)
      return failsFor(reason)(error)
    })
  }
})

test('the number of concurrent requests is limited', async () => {
  answerer = (_request, response) => void setTimeout(() => response.end('1'), 300)
  const outbound = open()
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => outbound.getJson(site)))
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10)
  assert.equal((await outbound.getJson(site)).json, 1)
})

test('over TLS the name is resolved once, and the certificate must match it', async () => {
  const port = await listen(
    https.createServer(makeCertificate('shop.example'), (_request, response) => response.end('{"ok":1}')),
    0,
  )
  const ours = makeCertificate('shop.example')
  const trusted = https.createServer(ours, (_request, response) => response.end('{"ok":1}'))
  const trustedPort = await listen(trusted, 0)
  tls.setDefaultCACertificates([...tls.getCACertificates(), ours.cert])
  let lookups = 0
  const outbound = createOutbound({
    allow: ['shop.example', 'other.example'].flatMap((host) => [`${host}:${port}`, `${host}:${trustedPort}`]),
    resolve: async () => {
      lookups += 1
      return ['127.0.0.1']
    },
  })
  assert.deepEqual(await outbound.getJson(`https://shop.example:${trustedPort}/`), { status: 200, json: { ok: 1 } })
  assert.equal(lookups, 1)
  await assert.rejects(outbound.getJson(`https://other.example:${trustedPort}/`), failsFor('network'))
  await assert.rejects(outbound.getJson(`https://shop.example:${port}/`), failsFor('network'))
})

test('an exempt host is matched by name and port', async () => {
  answerer = (_request, response) => response.end('1')
  assert.equal((await open().getJson(site)).json, 1)
  assert.equal(open().isTestHost(`127.0.0.1:${sitePort}`), true)
  await assert.rejects(open().getJson(`http://127.0.0.1:${canaryPort}/`), OutboundRefused)
  await assert.rejects(open().getJson(`http://localhost:${sitePort}/`), OutboundRefused)
  await assert.rejects(open().getJson(`ftp://127.0.0.1:${sitePort}/`), OutboundRefused)
  assert.equal(canaryHits, 0)
})

test('a POST sends the bytes unchanged, follows no redirects and ignores the response body', async () => {
  const got: { method: string | undefined; topic: unknown; body: string }[] = []
  answerer = (request, response) => {
    void text(request).then((body) => {
      got.push({ method: request.method, topic: request.headers['topic'], body })
      response.writeHead(307, { location: `http://127.0.0.1:${canaryPort}/` }).write('x'.repeat(1_000_000))
    })
  }
  const sent = { headers: { topic: 'a' }, body: Buffer.from('sealed') }
  assert.deepEqual(await open().post(site, sent), { status: 307 })
  assert.deepEqual(got, [{ method: 'POST', topic: 'a', body: 'sealed' }])
  for (const address of hostileAddresses()) await assert.rejects(open().post(address, sent), OutboundRefused, address)
  assert.equal(canaryHits, 0)
  answerer = () => undefined
  await assert.rejects(open({ timeoutMs: 200 }).post(site, sent), failsFor('time-out'))
})
