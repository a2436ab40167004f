/** A browser and its push service, as far as push messages require: it receives messages over plain HTTP and decrypts
 * them with the browser's keys (RFC 8291, RFC 8188). The test decides its responses. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Pushed = { path: string; headers: IncomingHttpHeaders; message: unknown }

export type PushService = {
  hostAndPort: string
  /** The status of its responses. */
  status: number
  /** The received messages, decrypted, the newest last. */
  pushed: Pushed[]
  /** Creates a subscription, as PushManager.subscribe() does. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } }
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>()
  const pushed: Pushed[] = []
  const take = (path: string, headers: IncomingHttpHeaders, body: Buffer): number => {
    const browser = browsers.get(path)
    if (browser === undefined) return 404
    const message: unknown = JSON.parse(openMessage(body, browser.keys, browser.auth))
    pushed.push({ path, headers, message })
    return self.status
  }
  const server = http.createServer((request, response) => {
    void buffer(request)
      .then((body) => take(request.url ?? '', request.headers, body))
      .then((status) => response.writeHead(status).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: PushService = {
    hostAndPort,
    status: 201,
    pushed,
    subscribe() {
      const path = `/${randomBytes(8).toString('hex')}`
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(path, { keys, auth })
      return { endpoint: `http://${hostAndPort}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

/** salt (16), record size (4), length of the sender's key (1), that key, then one record. */
function openMessage(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the octet 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
