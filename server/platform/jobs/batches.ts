/** Batches concurrent requests: those that arrive while all lanes are busy run together in the next batch. There is no
 * delay to fill a batch: while a lane is free, a single request runs alone. Requests are held in memory only; when the
 * process dies, nothing has been done for those that were waiting. */
import { errorCodes } from '#contract/errors.ts'
import { currentRequestId } from '#server/platform/request-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { type BatchWork, runTogether } from './together.ts'

export type BatchOptions<Item, Result> = {
  work: BatchWork<Item, Result>
  /** Maximum items per batch. */
  sizeMax: number
  /** Maximum batches at the same time. */
  laneCount: number
  /** Maximum waiting items; more are refused. */
  waitingMax: number
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** First in, first out; each caller gets its own result or its own error. */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { work, sizeMax, laneCount, waitingMax } = options
  const waiting: Waiting<Item, Result>[] = []
  let busyLanes = 0

  async function runLane(): Promise<void> {
    busyLanes++
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeMax)
      const outcomes = await runTogether(
        batch.map(({ item }) => item),
        work,
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]!
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      }
    }
    busyLanes--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new AppError(503, 'unavailable', errorCodes.unavailable, 1))
        return
      }
      waiting.push({ item, resolve, reject })
      // A lane works for several requests, so it has the id of none.
      if (busyLanes < laneCount) void currentRequestId.exit(runLane)
    })
}
