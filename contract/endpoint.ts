/** The definition of a call: method, path, access, request and response. Serving it is in server/platform/http/http.ts,
 * calling it is web/data/api.ts. */
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { OperatorRole } from './roles.ts'

type Schema = z.ZodMiniType

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `base`; parameters as `:name`. Matched case-insensitively. */
  path: `/${string}`
  /** Default: '/v1'. */
  base?: ''
  /** Who may call: anyone, a signed-in user, or operators with one of these roles; an owner may make every call. Ownership of
   * content is checked in the first line of the behaviour. */
  access: 'public' | 'user' | readonly OperatorRole[]
  /** The `Authorization` header proves a Nostr key (NIP-98) instead of identifying the caller; without it: 401. */
  provesKey?: true
  /** Some or all of these calls need a grant from `POST /v1/auth/proofs` in the header X-Proof, because they move
   * money out, enable that, or change how the user logs in. Without it: 403 `proof-needed`. */
  proof?: 'money' | 'credentials'
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The body is multipart/form-data; its fields are strings and files. */
  isForm?: true
  /** The content of `data` in the response. */
  data: Schema
  /** The response is a stream of server-sent events with this payload; `data` is unused. */
  events?: Schema
  /** A message in English for error responses that have none of their own. */
  fallback?: string
  /** Clients do not repeat a failed request. */
  retry?: false
  /** How long clients wait for the response, if longer than usual: the server itself requests something elsewhere. */
  timeoutMs?: number
  /** The status of a success; default: 200. */
  status?: 201
  /** Error codes of this call, in addition to the common ones. */
  errors?: readonly ErrorCode[]
  /** Defined by an external standard: responses and errors have no envelope, and pages of other origins may read
   * them. */
  isRaw?: true
  /** The response is text of this type, to be saved as a file. Errors use the envelope. */
  textType?: string
  /** The maximum age of a cached response for visitors. It is the same for all of them. */
  cacheSeconds?: number
  /** Has no immediate effect on what visitors see, so cached responses are kept. */
  isUnseen?: true
  /** The response contains a token or a presigned URL, so it is never stored for an Idempotency-Key. */
  isSecret?: true
}

/** What visitors read. The response is the same for all of them and may be two seconds old. Owners see their own changes
 * immediately: responses to signed-in users are never cached. */
export const publicRead = { method: 'GET', access: 'public', cacheSeconds: 2 } as const

type Part<Key extends string, S> = S extends Schema ? { [K in Key]: z.output<S> } : unknown
type WirePart<Key extends string, S> = S extends Schema ? { [K in Key]: z.input<S> } : unknown
/** A query whose parameters are all optional can be omitted. */
type WireQuery<S> = S extends Schema
  ? object extends z.input<S>
    ? { query?: z.input<S> }
    : { query: z.input<S> }
  : unknown

/** What a handler receives. */
export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>
/** What a handler returns: msat as bigint, times as Date. */
export type Data<E extends Endpoint> = z.output<E['data']>
/** What a client sends. */
export type Sent<E extends Endpoint> = WirePart<'params', E['params']> &
  WireQuery<E['query']> &
  WirePart<'body', E['body']>
/** The response on the wire: msat as integers, times as ISO strings. */
export type Wire<E extends Endpoint> = z.input<E['data']>
/** One server-sent event on the wire. */
export type WireEvent<E extends Endpoint> = E['events'] extends Schema ? z.input<E['events']> : never

/** The full path of a call, with unfilled parameters. */
export function pathOf(endpoint: Endpoint): string {
  return `${endpoint.base ?? '/v1'}${endpoint.path}`
}

/** The name of a call, of which there is one each: `GET /albums/:albumId`. */
export const callName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** What a visitor sends with a GET, as in its URL. */
export type VisitorInput = { params: Record<string, string>; query: Record<string, string> }
/** A call that the server's process makes as a visitor, without HTTP. `path` includes the query; `name` is its `callName`. */
export type VisitorRead = (
  path: string,
  asked: VisitorInput & { name: string },
) => Promise<{ status: number; json: unknown }>

/** Whether an operator with this role may make the call. */
export function isForRole({ access }: Pick<Endpoint, 'access'>, role: OperatorRole | null): boolean {
  return typeof access !== 'string' && role !== null && (role === 'owner' || access.includes(role))
}
