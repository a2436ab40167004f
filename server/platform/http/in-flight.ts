/** Tracks requests in progress, including those whose client has disconnected. A closing server waits for connections
 * only, but the work of a lost connection continues and needs the database.
 * Does not limit how many requests run at a time. */

export type InFlight = {
  /** Returns `work` itself. */
  track<Result>(work: Promise<Result>): Promise<Result>
  /** Resolves with true when nothing is in progress, or with false after `limitMs`. */
  rest(limitMs: number): Promise<boolean>
}

export function createInFlight(): InFlight {
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
      // Work that ends may have started more.
      while (all.size > 0) {
        if ((await Promise.race([isLate.promise, Promise.allSettled(all)])) === true) return false
      }
      clearTimeout(timer)
      return true
    },
  }
}
