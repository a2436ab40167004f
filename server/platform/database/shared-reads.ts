/** Reads that the calls of one page share. A page makes up to fifteen calls, and most of them first ask whether the same content
 * is public: without this, a quarter of a page's statements would be repetitions. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './database.ts'

/** The results by name, for each connection pool. Null after the page: later work queries the database. */
type Shared = { results: WeakMap<Tx, Map<string, Promise<unknown>>> | null }

const ofThisPage = new AsyncLocalStorage<Shared>()

/** Runs `work`, which renders a page for a visitor: each read below happens once in it, as of its first moment. */
export async function sharingReads<Result>(work: () => Promise<Result>): Promise<Result> {
  const shared: Shared = { results: new WeakMap() }
  try {
    return await ofThisPage.run(shared, work)
  } finally {
    shared.results = null
  }
}

/** The result of `read`, or what the same page has already read under this name. Outside of a page, and in a transaction of
 * its own, it always reads. Results must not be changed. */
export function readShared<Result>(tx: Tx, name: string, read: () => Promise<Result>): Promise<Result> {
  const results = ofThisPage.getStore()?.results
  if (!results) return read()
  let ofPool = results.get(tx)
  if (ofPool === undefined) results.set(tx, (ofPool = new Map()))
  let result = ofPool.get(name) as Promise<Result> | undefined
  if (result === undefined) ofPool.set(name, (result = read()))
  return result
}
