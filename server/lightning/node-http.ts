/** HTTP to a Lightning node: JSON requests and responses, a given certificate, a time-out and a size limit on
 * everything. Only for the operator's own node; other servers are requested through platform/network/outbound.ts. */
import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { HEX_32, NODE_KEY } from '#protocols/hex.ts'
import { readBounded } from '#server/platform/bounded-body.ts'

export type NodeHttpOptions = {
  /** The address of the node's interface: https://host:port, without a path. */
  url: string
  /** PEM of the node's certificate or of its issuer. If empty, the machine's certificate authorities are used. */
  certificate: string
  /** Sent with every request; never included in a message. */
  headers: Record<string, string>
}

type Method = 'GET' | 'POST' | 'DELETE'

/** `json` is undefined when the text is not JSON. */
export type NodeResponse = { status: number; text: string; json: unknown }

export type NodeHttp = {
  request(method: Method, path: string, body: Body | null, limits: Limits): Promise<NodeResponse>
  /** One JSON value per line, until the node ends the stream. Throws when the connection breaks. */
  stream(method: Method, path: string, body: Body | null, signal: AbortSignal): AsyncGenerator<NodeResponse>
}

/** The encoding of a request body: JSON or a form. */
export type Body = { json: unknown } | { form: Record<string, string> }

export type Limits = { timeoutMs: number; signal?: AbortSignal }

/** The node could not be reached, or its response cannot be parsed. Says nothing about what the node did. */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly code = 'node-trouble'
}

const MAX_ANSWER_BYTES = 32 * 1_024 * 1_024
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 30_000
const CAUSE_MAX_CHARACTERS = 200

export function connectNodeHttp(options: NodeHttpOptions): NodeHttp {
  const base = new URL(options.url)
  const isSecure = base.protocol === 'https:'
  const authority = options.certificate === '' ? {} : { ca: options.certificate }
  const reads = isSecure ? new https.Agent({ keepAlive: true, ...authority }) : new http.Agent({ keepAlive: true })

  const open = (method: Method, path: string, body: Body | null, signal: AbortSignal) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const content = body === null ? null : write(body)
      const request = (isSecure ? https : http).request(new URL(path, base), {
        method,
        signal,
        headers: { accept: 'application/json', ...content?.headers, ...options.headers },
        // A kept-alive connection may be dead without notice, so requests that move money use a new one.
        ...(method === 'GET' ? { agent: reads } : { agent: false, ...authority }),
      })
      request.setSocketKeepAlive(true, KEEP_ALIVE_MS)
      const connecting = setTimeout(
        () => request.destroy(new Error('The node does not accept the connection')),
        CONNECT_TIMEOUT_MS,
      )
      const connected = () => clearTimeout(connecting)
      request.once('socket', (socket) => (socket.connecting ? socket.once('connect', connected) : connected()))
      request.once('close', connected)
      request.once('response', resolve)
      request.on('error', reject)
      request.end(content?.text)
    })

  return {
    async request(method, path, body, { timeoutMs, signal }) {
      const timeout = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])])
      try {
        const response = await open(method, path, body, timeout)
        return responseOf(response, await readFully(response))
      } catch (error) {
        throw troubleOf(method, path, error)
      }
    },
    async *stream(method, path, body, signal) {
      let response: http.IncomingMessage | undefined
      try {
        response = await open(method, path, body, signal)
        for await (const line of readLines(response)) yield responseOf(response, line)
      } catch (error) {
        throw troubleOf(method, path, error)
      } finally {
        response?.destroy()
      }
    },
  }
}

function responseOf(response: http.IncomingMessage, text: string): NodeResponse {
  return { status: response.statusCode ?? 0, text, json: parseNodeJson(text) }
}

function write(body: Body): { text: string; headers: Record<string, string> } {
  const isForm = 'form' in body
  const text = isForm ? new URLSearchParams(body.form).toString() : JSON.stringify(body.json)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { text, headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) } }
}

async function readFully(response: http.IncomingMessage): Promise<string> {
  const body = await readBounded(response, MAX_ANSWER_BYTES, () => new Error('The response is too large'))
  return body.toString('utf8')
}

async function* readLines(response: http.IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of decode(response)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_ANSWER_BYTES) throw new Error('The line is too long')
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}

async function* decode(response: http.IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of response) yield decoder.decode(chunk as Buffer, { stream: true })
}

/** Integers too large for a double become a bigint instead of a wrong number. */
export function parseNodeJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }) => {
    const isLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    return isLarge && /^-?\d{1,40}$/.test(context?.source ?? '') ? BigInt(context!.source!) : value
  }
  try {
    return JSON.parse(text, revive) as unknown
  } catch {
    return undefined
  }
}

/** Without the address and the headers, which can contain secrets. */
function troubleOf(method: string, path: string, error: unknown): NodeError {
  const { code, message } = error as Error & { code?: unknown }
  const cause = `${typeof code === 'string' ? `${code}: ` : ''}${message}`
  return new NodeError(`${method} ${path.split('?')[0]}: ${cause.slice(0, CAUSE_MAX_CHARACTERS)}`)
}

/** Parses the response by the schema. Throws NodeError when it does not match. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, json: unknown, what: string): z.output<Schema> {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const paths = read.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new NodeError(`${what}: the response has an unexpected format (${paths.slice(0, CAUSE_MAX_CHARACTERS)})`)
}

/** An amount or a count, as a string or as a number. */
export const integer = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative(), z.bigint().nonnegative()])
  .transform((value) => BigInt(value))

export const hex32 = z.string().regex(HEX_32)
export const nodeKey = z.string().regex(NODE_KEY)

export const toBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
/** For a path, with padding. */
export const toBase64Url = (hex: string) => encodeURIComponent(toBase64(hex).replaceAll('+', '-').replaceAll('/', '_'))
export const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('hex')

/** Resolves early when the signal aborts. */
export function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, timeMs)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
