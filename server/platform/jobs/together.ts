/** Work for many at a time, of which each gets an outcome of its own. */

export type Outcome<Result> = { result: Result } | { error: unknown }

/** Processes all items in one transaction and returns an outcome for each, in order. When it throws, nothing was
 * done. */
export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<Outcome<Result>[]>

/** Processes all items in one batch. If that throws, processes each alone, so that one bad
 * item fails alone. Never throws. */
export async function runTogether<Item, Result>(
  items: readonly Item[],
  work: BatchWork<Item, Result>,
): Promise<Outcome<Result>[]> {
  try {
    const outcomes = await work(items)
    if (outcomes.length !== items.length)
      throw new Error(`A batch of ${items.length} items returned ${outcomes.length} outcomes`)
    return outcomes
  } catch (error) {
    if (items.length <= 1) return items.map(() => ({ error }))
    const outcomes: Outcome<Result>[] = []
    for (const item of items) outcomes.push(...(await runTogether([item], work)))
    return outcomes
  }
}
