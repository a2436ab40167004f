/** Asks for pages without pause, to know when each answers again. What is slow is measured first, while nothing fails: this machine
 * may be busy with other work. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Pages = {
  /** Measures for a while how long pages take. Resolves with the figures, in words. */
  calibrate(): Promise<string>
  /** When all answer again: the end of each one's first good answer after its last bad one since then. */
  backAt(since: number): number
  /** The bad answers since then, by status. */
  listBad(since: number): Record<string, number>
  /** For this long, all have answered. */
  quietMs(): number
  stop(): Promise<void>
}

const PAUSE_MS = 100
const CALIBRATION_MS = 20_000
/** A visitor would not wait longer. */
const LIMIT_MS = 2_000
const TIMEOUT_MS = 20_000

/** `status` 0: there was none. */
type Answer = { at: number; ms: number; status: number }

export function watchPages(origin: string, paths: readonly (() => string)[]): Pages {
  const stopping = new AbortController()
  const answers = paths.map((): Answer[] => [])
  let limitMs = LIMIT_MS
  const running = paths.map(async (path, index) => {
    while (!stopping.signal.aborted) {
      answers[index]!.push(await ask(new URL(path(), origin)))
      await sleep(PAUSE_MS)
    }
  })
  const isBad = ({ status, ms }: Answer) => status !== 200 || ms > limitMs
  const lastBad = (all: Answer[], since: number) => all.findLastIndex((one) => one.at >= since && isBad(one))
  return {
    async calibrate() {
      const since = performance.now()
      await sleep(CALIBRATION_MS)
      const calm = answers.flat().filter(({ at, ms }) => at - ms > since)
      const times = calm.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
      const [median, slowest] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0]
      limitMs = Math.max(LIMIT_MS, 2 * slowest)
      return `Pages while nothing fails: median ${median} ms, slowest ${slowest} ms; slow from ${limitMs} ms on`
    },
    backAt: (since) =>
      Math.max(
        ...answers.map((all) => {
          const bad = lastBad(all, since)
          return bad === -1 ? since : (all[bad + 1]?.at ?? Infinity)
        }),
      ),
    listBad(since) {
      const bad = answers.flat().filter((one) => one.at >= since && isBad(one))
      const kinds = Map.groupBy(bad, ({ status }) => (status === 200 ? 'slow' : status || 'no answer'))
      return Object.fromEntries([...kinds].map(([kind, all]) => [`page: ${kind}`, all.length]))
    },
    quietMs: () => performance.now() - Math.max(...answers.map((all) => all[lastBad(all, 0)]?.at ?? 0)),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function ask(url: URL): Promise<Answer> {
  const startedAt = performance.now()
  const asked = fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const status = await asked.then(async (answer) => (await answer.arrayBuffer(), answer.status)).catch(() => 0)
  const at = performance.now()
  return { at, ms: at - startedAt, status }
}
