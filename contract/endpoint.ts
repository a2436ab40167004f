/** What a call is: method, path, who may make it, what goes in and what comes out.
 * Not how it is served (server/platform/http.ts) or made (web/api.ts). */
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `base`; parameters as `:name`. Letter case does not matter when matched. */
  path: `/${string}`
  /** '/v1' unless said otherwise. */
  base?: ''
  /** Who may call: anybody, a signed-in user, an admin. Whether the thing is theirs is the behaviour's first line. */
  access: 'public' | 'user' | 'admin'
  /** The `Authorization` header proves a nostr key (NIP-98) and does not say who is calling; without one: 401. */
  provesKey?: true
  /** Some or all of these calls need a grant of `POST /v1/auth/proofs` in the header X-Proof: because money leaves or may
   * leave by them, or because they change how somebody logs in. Without it: 403 `proof-needed`. */
  proof?: 'money' | 'credentials'
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The body is multipart/form-data, its fields strings and files. */
  isForm?: true
  /** What stands under `data` in the answer. */
  data: Schema
  /** The answer is a stream of server-sent events with this payload, and `data` is unused. */
  events?: Schema
  /** Shown, in English, when an answer that is a failure carries no words of its own. */
  fallback?: string
  /** Of a success; 200 unless said otherwise. */
  status?: 201
  /** Codes this call may answer beside the common ones. */
  errors?: readonly ErrorCode[]
  /** Another's standard: answers and failures stand without our envelope, and pages of other sites may read them. */
  isRaw?: true
  /** The answer is text of this type, to be saved as a file; failures stand in the envelope. */
  textType?: string
  /** The answer to a visitor may be this old; it is the same for all of them. */
  cacheSeconds?: number
  /** Nothing that visitors are shown depends on it at once, so what is kept for them stays. */
  isUnseen?: true
  /** The answer holds a token or a presigned URL, so it is never stored for an Idempotency-Key. */
  isSecret?: true
}

type Part<Key extends string, S> = S extends Schema ? { [K in Key]: z.output<S> } : unknown
type WirePart<Key extends string, S> = S extends Schema ? { [K in Key]: z.input<S> } : unknown
/** A query of which nothing has to be said can be left out. */
type WireQuery<S> = S extends Schema
  ? object extends z.input<S>
    ? { query?: z.input<S> }
    : { query: z.input<S> }
  : unknown

/** What a handler receives. */
export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>
/** What a handler returns: msat as bigint, instants as Date. */
export type Data<E extends Endpoint> = z.output<E['data']>
/** What a client sends. */
export type Sent<E extends Endpoint> = WirePart<'params', E['params']> &
  WireQuery<E['query']> &
  WirePart<'body', E['body']>
/** What travels back: msat as integers, instants as ISO strings. */
export type Wire<E extends Endpoint> = z.input<E['data']>
/** One server-sent event as it travels. */
export type WireEvent<E extends Endpoint> = E['events'] extends Schema ? z.input<E['events']> : never

/** The full path of a call, parameters unfilled. */
export function pathOf(endpoint: Endpoint): string {
  return `${endpoint.base ?? '/v1'}${endpoint.path}`
}
