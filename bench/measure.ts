/** Defines a benchmark: a value, the limit measured in the same rounds, and their ratio. Not a test: a slow result is
 * printed and fails nothing. */
import autocannon from 'autocannon'

export type BenchResult = {
  name: string
  /** What was measured, and the limit measured beside it in the same rounds, both in `unit`. */
  value: number
  limit: number
  ratio: number
  unit: string
  /** What the limit is. */
  limitName: string
  /** The minimum ratio that is promised; null if the ratio is only reported. */
  goal: number | null
  /** The unit is a time, so the goal is the maximum ratio. */
  isTime?: boolean
}

const CONNECTIONS = 16
const ROUND_SECONDS = 2
const ROUNDS = 5

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.ceil(middle - 0.5)]!) / 2
}

export type Pair = Pick<BenchResult, 'value' | 'limit' | 'ratio'>

/** Medians of rounds; the ratio is the median of their ratios, because other load affects both sides. */
export function medianPair(rounds: readonly { value: number; limit: number }[]): Pair {
  const ratio = median(rounds.map(({ value, limit }) => value / limit))
  return {
    value: rounded(median(rounds.map((round) => round.value))),
    limit: rounded(median(rounds.map((round) => round.limit))),
    ratio: Math.round(ratio * 100) / 100,
  }
}

/** Rates are whole numbers; short times keep two places. */
function rounded(number: number): number {
  return number < 100 ? Math.round(number * 100) / 100 : Math.round(number)
}

/** Runs both alternately, so that other load affects both. Returns the median ratio of the rounds. */
export async function compareInTurns(
  value: () => Promise<number>,
  limit: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Pair> {
  const pairs: { value: number; limit: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const limitNow = await limit()
    const valueNow = await value()
    // The first round is discarded: it includes connecting, planning, filling caches and compiling.
    if (round > 0) pairs.push({ value: valueNow, limit: limitNow })
  }
  return medianPair(pairs)
}

/** How often `clientCount` clients finish `work` per second, each starting again when it is done. */
export async function ratePerSecond(
  clientCount: number,
  durationMs: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  let doneCount = 0
  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      await work()
      doneCount++
    }
  }
  await Promise.all(Array.from({ length: clientCount }, client))
  return (doneCount * 1_000) / (performance.now() - startedAt)
}

/** Requests per second. The client is a separate thread, so that it takes no time of the server's thread. */
export async function requestsPerSecond(origin: string, paths: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: origin,
    workers: 1,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: paths.map((path) => ({ method: 'GET' as const, path })),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${origin}${paths[0]}: ${result.non2xx} failed responses`)
  return result.requests.average
}
