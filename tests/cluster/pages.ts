/** Requests pages at a steady rate, to find out when each responds again. What is slow is measured first, while nothing fails:
 * this machine may be busy with other work. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Pages = {
  /** Measures for a while how long pages take. Resolves with the figures, in words. */
  calibrate(): Promise<string>
  /** The time from which every request for a page had a response. */
  backAt(since: number): number
  /** Those that were not, by status. */
  listBad(since: number): Record<string, number>
  /** For this long, all have had responses. */
  quietMs(): number
  stop(): void
}

const EVERY_MS = 500
const CALIBRATION_MS = 20_000
/** A visitor would not wait longer. */
const LIMIT_MS = 2_000
/** While what is slow is measured. */
const FIRST_LIMIT_MS = 20_000

/** `status` 0: none. */
type Answer = { startedAt: number; ms: number; status: number }

export function watchPages(origin: string, paths: readonly (() => string)[]): Pages {
  const answers: Answer[] = []
  let limitMs = FIRST_LIMIT_MS
  const timer = setInterval(() => {
    for (const path of paths) void ask(new URL(path(), origin), limitMs).then((answer) => answers.push(answer))
  }, EVERY_MS)
  const badSince = (since: number) => answers.filter((one) => one.startedAt >= since && one.status !== 200)
  return {
    async calibrate() {
      const since = performance.now()
      await sleep(CALIBRATION_MS)
      const calm = answers.filter(({ startedAt }) => startedAt > since)
      const times = calm.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
      const [median, slowest] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0]
      limitMs = Math.max(LIMIT_MS, 2 * slowest)
      return `Pages while nothing fails: median ${median} ms, slowest ${slowest} ms; not answered after ${limitMs} ms`
    },
    backAt: (since) => Math.max(since, ...badSince(since).map(({ startedAt }) => startedAt + EVERY_MS)),
    listBad(since) {
      const kinds = Map.groupBy(badSince(since), ({ status }) => `page: ${status || 'no answer'}`)
      return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]))
    },
    // The last requests may still become bad.
    quietMs: () => performance.now() - limitMs - Math.max(0, ...badSince(0).map(({ startedAt }) => startedAt)),
    stop: () => clearInterval(timer),
  }
}

async function ask(url: URL, limitMs: number): Promise<Answer> {
  const startedAt = performance.now()
  const asked = fetch(url, { signal: AbortSignal.timeout(limitMs) })
  const status = await asked.then(async (answer) => (await answer.arrayBuffer(), answer.status)).catch(() => 0)
  return { startedAt, ms: performance.now() - startedAt, status }
}
