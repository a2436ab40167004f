/** What is being answered at this moment, also for those who have left meanwhile: their connection is gone, and with it what
 * a server waits for when it closes, but the work goes on and needs the database.
 * Not a limit on how much is under way at once. */

export type UnderWay = {
  /** Answers with `work` itself. */
  track<Result>(work: Promise<Result>): Promise<Result>
  /** Resolves when nothing is under way any more, with true; or, after `limitMs`, with false. */
  rest(limitMs: number): Promise<boolean>
}

export function createUnderWay(): UnderWay {
  const all = new Set<Promise<unknown>>()
  return {
    track(work) {
      all.add(work)
      const leave = () => all.delete(work)
      work.then(leave, leave)
      return work
    },
    async rest(limitMs) {
      const isLate = Promise.withResolvers<true>()
      const timer = setTimeout(() => isLate.resolve(true), limitMs)
      // What ends may have begun something more.
      while (all.size > 0) {
        if ((await Promise.race([isLate.promise, Promise.allSettled(all)])) === true) return false
      }
      clearTimeout(timer)
      return true
    },
  }
}
