/** Tests the signature checker with the examples that Amazon publishes, and then our driver with the checker. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { openObjectFiles } from '#server/platform/files/s3.ts'
import { findFault, type SignedRequest } from './sigv4.ts'

/** The account of the published examples, which does not exist. */
const KEY_ID = 'AKIAIOSFODNN7EXAMPLE'
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const secretOf = (id: string) => (id === KEY_ID ? SECRET : null)
const when = new Date('2013-05-24T00:00:00Z')
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const bucket = 'https://examplebucket.s3.amazonaws.com'
const authorization = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=${KEY_ID}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`

const published: Record<string, SignedRequest> = {
  'a part of an object is read': {
    method: 'GET',
    url: `${bucket}/test.txt`,
    headers: {
      Range: 'bytes=0-9',
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      Authorization: authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
  },
  'an object is written': {
    method: 'PUT',
    url: `${bucket}/test%24file.text`,
    headers: {
      Date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      Authorization: authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
  },
  'a presigned address is followed': {
    method: 'GET',
    url:
      `${bucket}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
      `&X-Amz-Credential=${KEY_ID}%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z` +
      '&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    headers: {},
  },
}

for (const [name, request] of Object.entries(published)) {
  test(`published example: ${name}`, () => {
    assert.equal(findFault(request, secretOf, when), null)
    assert.equal(findFault({ ...request, method: 'DELETE' }, secretOf, when), 'wrong signature')
    assert.equal(findFault({ ...request, url: request.url.replace('test', 'best') }, secretOf, when), 'wrong signature')
    assert.equal(
      findFault(request, () => 'another', when),
      'wrong signature',
    )
    assert.equal(
      findFault(request, () => null, when),
      'unknown key',
    )
  })
}

test('a presigned URL expires', () => {
  const request = published['a presigned address is followed']!
  assert.equal(findFault(request, secretOf, new Date(when.getTime() + 86_400_000)), null)
  assert.equal(findFault(request, secretOf, new Date(when.getTime() + 86_401_000)), 'expired')
})

const clock = { now: () => when }
const open = (endpoint: string, isPathStyle: boolean) =>
  openObjectFiles({
    bucket: 'examplebucket',
    endpoint,
    region: 'eu-central-1',
    accessKeyId: KEY_ID,
    secretAccessKey: SECRET,
    isPathStyle,
    bucketUrl: '',
    isRedirecting: false,
    publicUrl: '',
    secret: 'secret',
    clock,
  })

test('URLs presigned by the driver pass the check, and name method, key and expiry', async () => {
  for (const isPathStyle of [true, false]) {
    const files = open('https://store.example:9000', isPathStyle)
    const get = await files.signGet({ key: 'original/a.wav', expiresSeconds: 60 })
    assert.equal(findFault({ method: 'GET', url: get, headers: {} }, secretOf, when), null)
    assert.equal(findFault({ method: 'PUT', url: get, headers: {} }, secretOf, when), 'wrong signature')
    const other = get.replace('a.wav', 'b.wav')
    assert.equal(findFault({ method: 'GET', url: other, headers: {} }, secretOf, when), 'wrong signature')
    assert.equal(findFault({ method: 'GET', url: get, headers: {} }, secretOf, new Date(+when + 61_000)), 'expired')
    assert.equal(new URL(get).host, isPathStyle ? 'store.example:9000' : 'examplebucket.store.example:9000')
    assert.match(get, /response-content-disposition=attachment/)
  }
})

let server: Server
let endpoint: string
const faults: (string | null)[] = []

before(async () => {
  server = createServer((request, response) => {
    const url = `http://${request.headers.host}${request.url}`
    const headers = request.headers as Record<string, string>
    faults.push(findFault({ method: request.method ?? '', url, headers }, secretOf, when))
    request.resume()
    request.on('end', () => response.setHeader('last-modified', when.toUTCString()).end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

test('every request of the driver is signed as it is sent', async () => {
  const files = open(endpoint, true)
  await files.write('media/a.mp3', Buffer.from('ok'))
  await files.stat('media/a.mp3')
  await files.read('media/a.mp3', { start: 0, end: 1 }).toArray()
  await files.copy('media/a.mp3', 'media/b.mp3')
  await files.remove('media/a.mp3')
  await files.removeIncomplete('incoming/', when)
  assert.deepEqual(faults, [null, null, null, null, null, null])
})
