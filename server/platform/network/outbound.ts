/** The HTTP client for addresses that users or other servers supply. It reaches the public internet only. Not for our
 * own node, database or mail server, whose addresses the operator sets. */
import { Resolver, lookup as lookupBySystem } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import {
  type BodyRequest,
  type OutboundBody,
  OutboundFailed,
  OutboundRefused,
  type OutboundResponse,
  type OutboundStream,
  readBody,
  readChunks,
  readHeader,
  readResponse,
  type Received,
  resultOf,
  untilAborted,
} from './responses.ts'
import { inSpan } from '#server/platform/traces.ts'

export type OutboundPost = { headers: Readonly<Record<string, string>>; body: Buffer }

export type StreamRequest = Omit<BodyRequest, 'maxBytes'> & {
  /** So long may nothing arrive. */
  silenceMs: number
  stopping: AbortSignal
}

export type Outbound = {
  /** Sends a GET and parses the response, of any status, as JSON. Throws OutboundRefused and OutboundFailed only. */
  getJson(address: string): Promise<OutboundResponse>
  /** Sends a GET, follows redirects, and returns that header of the last response; its body is not
   * read. Throws as getJson does. */
  getHeader(address: string, name: string): Promise<string | null>
  /** Sends a GET with these headers, follows redirects, and returns the body: at most so many bytes, also decompressed. Throws as
   * getJson does. */
  getBody(address: string, wanted: BodyRequest): Promise<OutboundBody>
  /** Sends a GET with these headers, follows redirects, and gives the response to `receive`, which limits the size. Throws as
   * getJson does, and what `receive` throws. */
  getStream<Result>(
    address: string,
    wanted: StreamRequest,
    receive: (response: OutboundStream) => Promise<Result>,
  ): Promise<Result>
  /** Sends these bytes by POST and returns the status, ignoring the response body; redirects are not
   * followed. Throws as getJson does. */
  post(address: string, sent: OutboundPost): Promise<{ status: number }>
  /** The host (with its port) is listed in OUTBOUND_ALLOW, so plain HTTP is used. */
  isTestHost(host: string): boolean
  /** Whether the address (`https:` or `wss:`) may be requested, as far as that is known without resolving it. */
  mayRequest(address: string): boolean
  /** Why not; null if it may. */
  whyRefused(address: string): OutboundRefused['reason'] | null
  /** For connections of other kinds, such as `wss:` to a relay: the checked addresses to connect to. The name must not
   * be resolved again. Throws as getJson does. */
  findSocket(address: string): Promise<{ url: URL; lookup: LookupFunction }>
}

export type OutboundOptions = {
  /** OUTBOUND_ALLOW: `host:port`, in lower case. These may be at any address, and over plain HTTP. */
  allow: readonly string[]
  /** If set, no other public host is requested: a sandbox makes no requests that its operator did not configure. */
  publicHosts?: readonly string[]
  timeoutMs?: number
  /** Resolves all addresses of a host. Replaced by tests. */
  resolve?: (host: string) => Promise<string[]>
}

const TIMEOUT_MS = 5_000
const REDIRECTS_MAX = 3
const ADDRESS_MAX_CHARACTERS = 4_096
const CONCURRENT_MAX = 50
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Names for this machine, this network or another network, whatever a resolver says (RFC
 * 6761, 6762, 7686, 8375, 9476). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|arpa|onion|alt)$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

export function createOutbound(options: OutboundOptions): Outbound {
  const allowed = new Set(options.allow)
  const guard: Guard = {
    isTestHost: (host) => allowed.has(host),
    mayRequest: (host) => options.publicHosts?.includes(host) ?? true,
    resolvePublic: options.resolve ?? resolveByDns,
    resolveTest: options.resolve ?? resolveBySystem,
  }
  let openRequests = 0
  const limited = async <Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    timeoutMs = options.timeoutMs ?? TIMEOUT_MS,
  ): Promise<Result> => {
    if (openRequests >= CONCURRENT_MAX) throw new OutboundFailed('busy')
    openRequests += 1
    const time = new AbortController()
    // Not AbortSignal.timeout(): its timer does not keep the process alive while it waits for the response.
    const timer = setTimeout(() => time.abort(new OutboundFailed('time-out')), timeoutMs)
    try {
      return await work(time.signal)
    } catch (error) {
      if (error instanceof OutboundRefused || error instanceof OutboundFailed) throw error
      throw new OutboundFailed(isConnectionRefused(error) ? 'connection-refused' : 'network')
    } finally {
      clearTimeout(timer)
      // Ends everything still in progress, so that nothing outlives the response.
      time.abort(new OutboundFailed('network'))
      openRequests -= 1
    }
  }
  // Of an address only its host: the rest may contain a secret.
  const within = <Result>(
    address: string,
    work: (signal: AbortSignal) => Promise<Result>,
    timeoutMs?: number,
  ): Promise<Result> =>
    inSpan('outbound', { 'server.address': URL.parse(address)?.hostname ?? '' }, () => limited(work, timeoutMs))
  return {
    isTestHost: guard.isTestHost,
    mayRequest: (address) => whyRefused(guard, address) === null,
    whyRefused: (address) => whyRefused(guard, address),
    findSocket: (address) => within(address, (signal) => findSocket(guard, address, signal)),
    getJson: (address) => within(address, async (signal) => readResponse(await follow(guard, address, signal), signal)),
    getHeader: (address, name) =>
      within(address, async (signal) => readHeader(await follow(guard, address, signal), name)),
    getBody: (address, { headers, maxBytes, timeoutMs }) =>
      within(
        address,
        async (signal) => {
          const wanted = { 'accept-encoding': 'gzip', ...headers }
          return readBody(await follow(guard, address, signal, { headers: wanted }), maxBytes, signal)
        },
        timeoutMs,
      ),
    async getStream(address, wanted, receive) {
      const received = await within(
        address,
        (time) => receiveFrom(guard, address, wanted, receive, time),
        wanted.timeoutMs,
      )
      return resultOf(received)
    },
    post: (address, sent) => within(address, (signal) => postTo(guard, address, sent, signal)),
  }
}

/** By all addresses of the name, if there are several. */
function isConnectionRefused(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isConnectionRefused)
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' && 'address' in error
}

/** What `receive` throws is returned, so that it is not taken for a failure of the other server. */
async function receiveFrom<Result>(
  guard: Guard,
  address: string,
  { headers, silenceMs, stopping }: StreamRequest,
  receive: (response: OutboundStream) => Promise<Result>,
  time: AbortSignal,
): Promise<Received<Result>> {
  const signal = AbortSignal.any([time, stopping])
  const sent = { headers: { 'accept-encoding': 'identity', ...headers }, silenceMs }
  const response = await follow(guard, address, signal, sent)
  const { statusCode: status = 0, headers: theirs } = response
  return receive({ status, headers: theirs, body: readChunks(response, signal) }).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
}

type Guard = {
  isTestHost: (host: string) => boolean
  mayRequest: (host: string) => boolean
  resolvePublic: (host: string) => Promise<string[]>
  resolveTest: (host: string) => Promise<string[]>
}
type Sent = Omit<OutboundPost, 'body'> & Partial<OutboundPost> & { silenceMs?: number }
type Target = { url: URL; addresses: string[] }

async function follow(guard: Guard, address: string, signal: AbortSignal, sent?: Sent): Promise<IncomingMessage> {
  let url = readAddress(guard, address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const addresses = await untilAborted(signal, findAddresses(guard, url))
    const response = await send({ url, addresses }, signal, sent)
    const { location } = response.headers
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response
    response.destroy()
    url = readAddress(guard, location, url)
  }
  throw new OutboundFailed('redirects')
}

async function postTo(
  guard: Guard,
  address: string,
  sent: OutboundPost,
  signal: AbortSignal,
): Promise<{ status: number }> {
  const url = readAddress(guard, address)
  const addresses = await untilAborted(signal, findAddresses(guard, url))
  const response = await send({ url, addresses }, signal, sent)
  response.destroy()
  return { status: response.statusCode ?? 0 }
}

function whyRefused(guard: Guard, address: string): OutboundRefused['reason'] | null {
  try {
    readAddress(guard, address.replace(/^ws/i, 'http'))
    return null
  } catch (error) {
    return error instanceof OutboundRefused ? error.reason : 'private'
  }
}

async function findSocket(guard: Guard, address: string, signal: AbortSignal) {
  const url = readAddress(guard, address.replace(/^ws/i, 'http'))
  const addresses = await untilAborted(signal, findAddresses(guard, url))
  return { url: new URL(url.href.replace(/^http/, 'ws')), lookup: lookupOf(addresses) }
}

/** Parses the address by the URL standard, which has already turned `0x7f.1` and `2130706433` into 127.0.0.1. */
function readAddress(guard: Guard, address: string, base?: URL): URL {
  const url = address.length > ADDRESS_MAX_CHARACTERS ? null : URL.parse(address, base)
  if (url === null || url.username !== '' || url.password !== '') throw new OutboundRefused()
  url.hash = ''
  // A name with a trailing dot is the same name, but no certificate is issued for it.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (guard.isTestHost(hostAndPort(url)) && DEFAULT_PORTS[url.protocol] !== undefined) return url
  const name = nameOf(url)
  const isName = isIP(name) === 0 && name.includes('.') && !LOCAL_NAME.test(name)
  if (!isName || url.port !== '') throw new OutboundRefused()
  if (!guard.mayRequest(name)) throw new OutboundRefused('closed')
  if (url.protocol !== 'https:') throw new OutboundRefused(url.protocol === 'http:' ? 'not-https' : 'private')
  return url
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`
}

/** The host, without the brackets of IPv6. */
function nameOf(url: URL): string {
  return url.hostname.replaceAll(/^\[|\]$/g, '')
}

/** The addresses to connect to. All addresses of the name must be public, since any of them could be used. */
async function findAddresses(guard: Guard, url: URL): Promise<string[]> {
  const name = nameOf(url)
  if (guard.isTestHost(hostAndPort(url))) return isIP(name) === 0 ? await guard.resolveTest(name) : [name]
  const addresses = await guard.resolvePublic(name)
  if (addresses.length === 0) throw new OutboundFailed('no-host')
  if (!addresses.every(isPublicAddress)) throw new OutboundRefused()
  return addresses
}

/** Queries name servers only: hosts files are local, and the system's resolver blocks threads while it waits. */
async function resolveByDns(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const responses = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const failures = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason as Error] : []))
  // Only a response proves that there is no such name; name servers may also be unreachable.
  const unknown = failures.find((error) => !isNoSuchName(error))
  if (failures.length === responses.length && unknown !== undefined) throw unknown
  return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
}

const isNoSuchName = (error: NodeJS.ErrnoException) => error.code === 'ENOTFOUND' || error.code === 'ENODATA'

/** Names under localhost are this machine, even if the system resolves them otherwise (RFC 6761, section 6.3). */
async function resolveBySystem(name: string): Promise<string[]> {
  if (name.endsWith('.localhost')) return ['127.0.0.1']
  return (await lookupBySystem(name, { all: true })).map(({ address }) => address)
}

/** Returns the addresses that were checked, even if the name resolves to others by now. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, done) => {
    if (all === true) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}

/** Connects to one of the addresses that were checked; the name is not resolved again. */
function send({ url, addresses }: Target, signal: AbortSignal, sent?: Sent): Promise<IncomingMessage> {
  const lookup = lookupOf(addresses)
  const { request, Agent } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      // A separate agent: connections are not shared or kept alive, and no proxy is read from the environment.
      agent: new Agent({ keepAlive: false }),
      lookup,
      signal,
      method: sent?.body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'user-agent': 'Peal', ...sent?.headers },
      ...(sent?.silenceMs !== undefined && { timeout: sent.silenceMs }),
    })
    outgoing.on('timeout', () => outgoing.destroy(new OutboundFailed('time-out')))
    outgoing.on('response', resolve)
    outgoing.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    outgoing.end(sent?.body)
  })
}
