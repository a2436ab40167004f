/** Cached counts of lists: counting scans everything, so it is done at most every half minute for all callers. The
 * lists themselves are not cached. */
import type { Catalog } from '#server/catalog/catalog.ts'

const CACHE_MS = 30_000
/** Up to this age a count is returned while the next one is computed, so that nobody waits; older counts are not
 * used. */
const STALE_MS = 300_000

type Count = { value: Promise<unknown>; since: number }
type Held = { ready: Count | undefined; next: Count | undefined }
const held = new WeakMap<Catalog['database'], Map<string, Held>>()

/** Counted once for all concurrent callers; failures are not cached. */
export function cachedTotal<Value>(
  { database, clock }: Pick<Catalog, 'database' | 'clock'>,
  list: string,
  count: () => Promise<Value>,
): Promise<Value> {
  const totals = held.get(database) ?? new Map<string, Held>()
  held.set(database, totals)
  const known = totals.get(list) ?? { ready: undefined, next: undefined }
  totals.set(list, known)
  const nowMs = clock.now().getTime()
  const ageMs = (one: Count | undefined) => (one === undefined ? Number.POSITIVE_INFINITY : nowMs - one.since)
  if (ageMs(known.ready) < CACHE_MS) return known.ready!.value as Promise<Value>
  const counting = known.next ?? countNext(known, count, nowMs)
  return (ageMs(known.ready) < STALE_MS ? known.ready! : counting).value as Promise<Value>
}

function countNext(known: Held, count: () => Promise<unknown>, nowMs: number): Count {
  const next: Count = { value: count(), since: nowMs }
  known.next = next
  next.value
    .then(
      () => (known.ready = next),
      () => undefined,
    )
    .finally(() => (known.next = undefined))
  return next
}

/** Clears the cache, so that published or hidden content counts immediately in this process. */
export function clearCachedTotals({ database }: Pick<Catalog, 'database'>): void {
  held.delete(database)
}
