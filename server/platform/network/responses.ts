/** The body of a response of another server: as JSON, as bytes up to a limit, or as a stream. And what a request fails with. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { readBounded } from '#server/platform/bounded-body.ts'

/** The address must not be requested. The message is the same for every reason, and contains no address.
 * `closed`: no public host is requested here except a few. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused'
  readonly reason: 'private' | 'closed' | 'not-https'

  constructor(reason: OutboundRefused['reason'] = 'private') {
    super('That address must not be requested.')
    this.reason = reason
  }
}

/** The request failed or had no usable response. The message contains nothing of the response. */
export class OutboundFailed extends Error {
  override name = 'OutboundFailed'
  readonly reason:
    | 'network'
    | 'no-host'
    | 'connection-refused'
    | 'time-out'
    | 'cut-off'
    | 'too-large'
    | 'not-json'
    | 'redirects'
    | 'busy'

  constructor(reason: OutboundFailed['reason']) {
    super(`The request to another server failed: ${reason}`)
    this.reason = reason
  }
}

export type OutboundResponse = { status: number; json: unknown }

export type BodyRequest = { headers: Readonly<Record<string, string>>; maxBytes: number; timeoutMs: number }
export type OutboundBody = { status: number; headers: IncomingHttpHeaders; body: Buffer }
export type OutboundStream = { status: number; headers: IncomingHttpHeaders; body: AsyncIterable<Buffer> }

/** A LUD-06 response may contain an image of up to 136 536 characters. */
const RESPONSE_MAX_BYTES = 192 * 1024

export type Received<Result> = { result: Result } | { error: unknown }

export function resultOf<Result>(received: Received<Result>): Result {
  if ('error' in received) throw received.error
  return received.result
}

export async function* readChunks(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer
  } catch {
    throw signal.reason instanceof OutboundFailed ? signal.reason : new OutboundFailed('network')
  }
}

export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    if (signal.aborted) reject(signal.reason as Error)
    work.then(resolve, reject)
  })
}

export function readHeader(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name]
  response.destroy()
  return typeof value === 'string' ? value : null
}

export async function readResponse(response: IncomingMessage, signal: AbortSignal): Promise<OutboundResponse> {
  // None was requested, and compressed content may expand a thousandfold.
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') throw new OutboundFailed('not-json')
  const text = await untilAborted(signal, readText(response))
  try {
    return { status: response.statusCode ?? 0, json: JSON.parse(text) as unknown }
  } catch {
    throw new OutboundFailed('not-json')
  }
}

export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<OutboundBody> {
  const { headers, statusCode: status = 0 } = response
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) throw new OutboundFailed('network')
  const stream = encoding === 'identity' ? response : response.pipe(createGunzip())
  // Without this, a connection that breaks would leave the decompression waiting.
  response.once('error', () => stream.destroy(new OutboundFailed('cut-off')))
  const reading = readBounded(stream, maxBytes, () => new OutboundFailed('too-large'))
  const body = await untilAborted(signal, reading).catch((error: unknown) => {
    throw isCutOff(error) ? new OutboundFailed('cut-off') : error
  })
  return { status, headers, body }
}

/** The connection or the compressed data ended early. */
const isCutOff = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'Z_BUF_ERROR'].includes(String(error.code))

async function readText(response: IncomingMessage): Promise<string> {
  const body = await readBounded(response, RESPONSE_MAX_BYTES, () => new OutboundFailed('too-large'))
  return body.toString('utf8')
}
