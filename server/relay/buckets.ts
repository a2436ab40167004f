/** Token buckets: how much one address or key has done in the last minute, counted by this process alone. Limits of
 * money and logins are shared by all processes (platform/http/rate-limit.ts). */
export type Buckets = {
  /** False when the limit is reached. */
  take(name: string): boolean
}

const MINUTE_MS = 60_000
const NAMES_MAX = 50_000

/** Each name may do `perMinute` immediately, and then as many per minute. */
export function createBuckets(perMinute: number): Buckets {
  const buckets = new Map<string, { left: number; at: number }>()

  function makeSpace(at: number): void {
    for (const [name, bucket] of buckets) if (at - bucket.at > MINUTE_MS) buckets.delete(name)
    // All of them are in use: the oldest ones are reset.
    while (buckets.size >= NAMES_MAX) buckets.delete(buckets.keys().next().value!)
  }

  return {
    take(name) {
      const at = performance.now()
      const known = buckets.get(name)
      if (known === undefined && buckets.size >= NAMES_MAX) makeSpace(at)
      const bucket = known ?? { left: perMinute, at }
      bucket.left = Math.min(perMinute, bucket.left + ((at - bucket.at) * perMinute) / MINUTE_MS)
      bucket.at = at
      buckets.set(name, bucket)
      if (bucket.left < 1) return false
      bucket.left -= 1
      return true
    },
  }
}
