/** What a benchmark is: a value, the limit measured beside it in the same rounds, and their ratio.
 * Not a test: nothing fails by being slow, the line says it. */
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
  /** The least ratio that is promised; null where it is only reported. */
  goal: number | null
}

const CONNECTIONS = 16
const ROUND_SECONDS = 2
const ROUNDS = 5

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.ceil(middle - 0.5)]!) / 2
}

/** Both in turns, round about, so that what else the machine does falls on both; the median ratio of the rounds counts. */
export async function compareInTurns(
  value: () => Promise<number>,
  limit: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Pick<BenchResult, 'value' | 'limit' | 'ratio'>> {
  const values: number[] = []
  const limits: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const limitNow = await limit()
    const valueNow = await value()
    // One round is thrown away: connections, plans, caches, compilation.
    if (round === 0) continue
    values.push(valueNow)
    limits.push(limitNow)
  }
  const ratio = median(values.map((one, index) => one / limits[index]!))
  return { value: Math.round(median(values)), limit: Math.round(median(limits)), ratio: Math.round(ratio * 100) / 100 }
}

/** Requests a second. The client is a thread of its own, so that the server has its thread for itself. */
export async function requestsPerSecond(origin: string, paths: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: origin,
    workers: 1,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: paths.map((path) => ({ method: 'GET' as const, path })),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${origin}${paths[0]}: ${result.non2xx} bad answers`)
  return result.requests.average
}
