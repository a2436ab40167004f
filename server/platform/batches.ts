/** Work that many ask for at once, done together: whoever comes while all lanes are busy goes with the next batch.
 * Nobody waits for company: while a lane is free, one is a batch. It keeps requests only, and no money: whoever still
 * waits when the process dies has had nothing done. */
import { errorCodes } from '#contract/errors.ts'
import { AppError } from './errors.ts'

export type Outcome<Result> = { result: Result } | { error: unknown }

/** Does all of them in one transaction and answers each, in their order. When it throws, nothing was done. */
export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<Outcome<Result>[]>

export type BatchOptions<Item, Result> = {
  work: BatchWork<Item, Result>
  /** Most that are done in one go. */
  sizeMax: number
  /** Most batches at the same time. */
  laneCount: number
  /** Most that may wait; more are refused. */
  waitingMax: number
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** First come, first served; each caller gets its own result or its own error. */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { work, sizeMax, laneCount, waitingMax } = options
  const waiting: Waiting<Item, Result>[] = []
  let busyLanes = 0

  async function runLane(): Promise<void> {
    busyLanes++
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeMax)
      const outcomes = await doTogether(
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
      if (busyLanes < laneCount) void runLane()
    })
}

/** All in one go; when that throws, each alone, so that what one has done wrong is its own failure. Never throws. */
export async function doTogether<Item, Result>(
  items: readonly Item[],
  work: BatchWork<Item, Result>,
): Promise<Outcome<Result>[]> {
  try {
    const outcomes = await work(items)
    if (outcomes.length !== items.length) throw new Error(`${items.length} were asked for, ${outcomes.length} answered`)
    return outcomes
  } catch (error) {
    if (items.length <= 1) return items.map(() => ({ error }))
    const outcomes: Outcome<Result>[] = []
    for (const item of items) outcomes.push(...(await doTogether([item], work)))
    return outcomes
  }
}
