/** Divides the seconds of a horizon into a limited number of buckets, and measures how loud each of them is. */

export type Part = { contentId: string; startSeconds: number; durationSeconds: number }
export type Buckets = { durationSeconds: number; bucketSeconds: number; count: number }

/** The largest value of a stored peak, and of one on the wire. */
const STORED_MAX = 255
const SHOWN_MAX = 100

/** Buckets of equal width: a second each, or longer if there would be more than `max`. Without audio, one bucket. */
export function bucketsOf(parts: readonly Part[], max: number): Buckets {
  const last = parts.at(-1)
  const durationSeconds = last === undefined ? 0 : last.startSeconds + last.durationSeconds
  const bucketSeconds = Math.max(1, durationSeconds / max)
  return { durationSeconds, bucketSeconds, count: Math.max(1, Math.ceil(durationSeconds / bucketSeconds - 1e-9)) }
}

/** The loudest peak in each of `count` equal steps from beginning to end; [] when no track or episode has peaks yet. */
export function loudestOf(
  peaks: readonly (Uint8Array | null)[],
  parts: readonly Part[],
  { durationSeconds }: Buckets,
  count: number,
): number[] {
  if (durationSeconds === 0 || peaks.every((one) => one === null)) return []
  const loudest = new Uint8Array(count)
  for (const [index, part] of parts.entries()) {
    const own = peaks[index] ?? new Uint8Array(0)
    const from = Math.floor((part.startSeconds / durationSeconds) * count)
    const to = Math.ceil(((part.startSeconds + part.durationSeconds) / durationSeconds) * count)
    for (let step = from; step < to; step++) {
      // A short track among many may have more steps than peaks.
      const first = Math.floor(((step - from) / (to - from)) * own.length)
      const last = Math.max(first + 1, Math.floor(((step - from + 1) / (to - from)) * own.length))
      for (const peak of own.subarray(first, last)) loudest[step] = Math.max(loudest[step]!, peak)
    }
  }
  return Array.from(loudest, (peak) => Math.round((peak / STORED_MAX) * SHOWN_MAX))
}
