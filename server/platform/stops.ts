/** Stop functions of everything that was started, run in reverse order.
 * A function added after the stop runs immediately: it belongs to an aborted start. */
import type { Log } from './log.ts'

export type Stops = {
  push(stop: () => Promise<void>): void
  /** Runs all of them, even if one fails. A second call waits for the first. */
  run(): Promise<void>
}

export function createStops(log: Pick<Log, 'error'>): Stops {
  const stops: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined
  const runOne = (stop: () => Promise<void>) =>
    stop().catch((error: unknown) => log.error('stop-failed', { error: error as Error }))
  const runAll = async () => {
    for (const stop of stops.reverse()) await runOne(stop)
  }
  return {
    push(stop) {
      if (running === undefined) stops.push(stop)
      else void runOne(stop)
    },
    run: () => (running ??= runAll()),
  }
}
