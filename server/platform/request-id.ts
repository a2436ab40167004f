/** The id of the request that is being handled: in its log lines, in its response, and in the message of an unexpected error. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Holds the id for everything that a request causes until its response. */
export const currentRequestId = new AsyncLocalStorage<string>()

const WELL_FORMED = /^[\w.:-]{8,64}$/

/** A page reads the calls of /v1 in this process: they belong to the request for the page. `randomUUID` reads the random bytes
 * of many ids at a time. */
export function newRequestId(): string {
  return currentRequestId.getStore() ?? randomUUID().replaceAll('-', '').slice(16)
}

/** The id that a trusted proxy has given, if it is fit for a log. */
export function proxyRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : null
}
