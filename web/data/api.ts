/** The typed client: `call(endpoint, input)` for every endpoint of the contract.
 * No caching (see queries.ts), and no uploads to presigned URLs, which have no time limit. */
import { callName, pathOf, type Endpoint, type Sent, type VisitorRead, type Wire } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { NeededProof } from '#contract/accounts/needed-proof.ts'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

export const REQUEST_TIMEOUT_MS = 8_000
/** 80 kbit/s, the slowest connection over which a form with files is sent. */
const SLOWEST_BYTES_PER_MS = 10

/** A call that failed. `status` 0 means that there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | 'no-answer' | 'timeout'
  /** Details of the error response: the proof that is required, or the challenge that continues a refused log-in. */
  readonly proof: NeededProof | undefined
  readonly challenge: string | undefined
  /** The one of several recipients that the error is about, as it was sent. */
  readonly recipient: string | undefined

  constructor(status: number, code: ApiError['code'], message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.proof = details.proof
    this.challenge = details.challenge
    this.recipient = details.recipient
  }
}

/** A random unique key. Uses getRandomValues because randomUUID is missing on pages served over plain HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends requests: with fetch in the browser, in-process on the server. */
export type Transport = (path: string, init: RequestInit) => Promise<ApiResponse>
export type ApiResponse = { status: number; json: unknown }

export type CallOptions = {
  /** A write repeated with the same key takes effect once. Generated for each call when absent. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** A grant of `POST /v1/auth/proofs`. */
  proof?: string | undefined
}
export type Call = <E extends Endpoint>(endpoint: E, input: Sent<E>, options?: CallOptions) => Promise<Wire<E>>

/** A value that fits in a URL or a form field. */
type Plain = string | number | boolean
type Parts = { params?: Record<string, Plain>; query?: Record<string, Plain | undefined>; body?: unknown }
type ErrorDetails = { proof?: ApiError['proof']; challenge?: string | undefined; recipient?: string | undefined }
type Envelope = { success?: boolean; data?: unknown; error?: string | null; code?: ErrorCode } & ErrorDetails

export function createCall(transport: Transport, readToken: () => string | null = () => null): Call {
  return async <E extends Endpoint>(endpoint: E, input: Sent<E>, options: CallOptions = {}) => {
    const { params, query, body } = input as Parts
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': currentLanguage() }
    const token = readToken()
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    if (endpoint.method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? newKey()
    if (options.proof) headers['x-proof'] = options.proof
    const timeout = AbortSignal.timeout(timeoutOf(endpoint, body))
    const init: RequestInit = {
      method: endpoint.method,
      headers,
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    }
    if (body !== undefined) {
      init.body = endpoint.isForm
        ? toForm(body as Record<string, Plain | Blob | null | undefined>)
        : JSON.stringify(body)
      if (!endpoint.isForm) headers['content-type'] = 'application/json'
    }
    return dataOf(
      endpoint,
      await transport(urlOf(endpoint, { ...(params && { params }), ...(query && { query }) }), init),
    )
  }
}

/** Files get the time that they need on a slow connection. */
function timeoutOf({ timeoutMs = REQUEST_TIMEOUT_MS }: Pick<Endpoint, 'timeoutMs'>, body: unknown): number {
  const parts: unknown[] = Object.values(body ?? {})
  const bytes = parts.reduce<number>((sum, part) => sum + (part instanceof Blob ? part.size : 0), 0)
  return timeoutMs + Math.ceil(bytes / SLOWEST_BYTES_PER_MS)
}

function dataOf<E extends Endpoint>(endpoint: E, { status, json }: ApiResponse): Wire<E> {
  const envelope = (json ?? {}) as Envelope
  // A 2xx response can still carry an error.
  if (status >= 400 || envelope.error) {
    // Such as the page of a proxy. The fallbacks of calls are English.
    const fallback = currentLanguage() === PLAIN_LANGUAGE ? endpoint.fallback : undefined
    const message = envelope.error ?? fallback ?? t('failure.unknown')
    throw new ApiError(status, envelope.code ?? 'internal-error', message, envelope)
  }
  return envelope.data as Wire<E>
}

/** `call` without HTTP. */
export function createVisitorCall(read: VisitorRead): Call {
  return async <E extends Endpoint>(endpoint: E, input: Sent<E>) => {
    const { params = {}, query = {} } = input as Parts
    if (endpoint.method !== 'GET') throw new Error(`a visitor's page must not write: ${endpoint.path}`)
    const asked = { name: callName(endpoint), params: textsOf(params), query: textsOf(query) }
    return dataOf(endpoint, await read(urlOf(endpoint, { params, query }), asked))
  }
}

function textsOf(values: Record<string, Plain | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** The URL of an endpoint with its parameters and query filled in. */
export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = pathOf(endpoint).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

function toForm(body: Record<string, Plain | Blob | null | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    // A field that was cleared: forms cannot express null.
    if (value === null) form.set(name, '')
    else if (value instanceof Blob) form.set(name, value)
    else form.set(name, String(value))
  }
  return form
}

/** The transport of the browser. */
export const fetchTransport: Transport = async (path, init) => {
  let response: Response
  try {
    response = await fetch(path, { ...init, credentials: 'omit' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new ApiError(0, 'timeout', 'Timed out')
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'no-answer', 'No answer')
  }
  return { status: response.status, json: await response.json().catch(() => null) }
}
