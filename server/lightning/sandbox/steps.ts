/** Runs calls on the world step by step: execute, let the nodes settle, write one snapshot, and only then respond.
 * After the first failure (database lost, fenced, an error in LDK), no step runs and no response is sent any more. */
import { ConnectionLost } from './rpc.ts'
import type { Changes, State } from './state.ts'
import type { World } from './world.ts'

export type Steps = {
  /** Runs `work`, which must be synchronous. Resolves with the result of `read` once the effects are durable, or
   * without `read`, with the result of `work`. */
  run<Done, Result = Done>(work: (world: World) => Done, read?: (done: Done) => Result): Promise<Result>
  stop(): void
}

type Waiting = {
  work: (world: World) => unknown
  resolve: (done: unknown) => void
  reject: (error: unknown) => void
}

/** Many small jobs share one write, without waiting long for each other. */
const MAX_JOBS_A_STEP = 10

export function createSteps(
  world: World,
  state: State,
  on: { written: (changes: Changes) => void; failed: (error: unknown) => void },
): Steps {
  const queue: Waiting[] = []
  let isRunning = false
  let isStopped = false

  const step = async () => {
    const answers: (() => void)[] = []
    for (const { work, resolve, reject } of queue.splice(0, MAX_JOBS_A_STEP)) {
      try {
        const value = work(world)
        answers.push(() => resolve(value))
      } catch (error) {
        // A crashed LDK must not continue.
        if (error instanceof WebAssembly.RuntimeError) throw error
        answers.push(() => reject(error))
      }
    }
    world.settle()
    const changes = world.takeChanges()
    if (changes.snapshot.size + changes.invoices.length + changes.payments.length > 0) await state.write(changes)
    if (isStopped) return
    on.written(changes)
    for (const respond of answers) respond()
  }

  const runAll = async () => {
    if (isRunning) return
    isRunning = true
    try {
      while (queue.length > 0 && !isStopped) await step()
    } catch (error) {
      stop()
      on.failed(error)
    } finally {
      isRunning = false
    }
  }

  const stop = () => {
    isStopped = true
    for (const { reject } of queue.splice(0)) reject(new ConnectionLost('The sandbox is stopping'))
  }

  return {
    run: <Done, Result>(work: (world: World) => Done, read?: (done: Done) => Result) =>
      new Promise<Result>((resolve, reject) => {
        if (isStopped) return reject(new ConnectionLost('The sandbox is stopping'))
        // Read synchronously: the next step may change the same row before the continuation of a promise runs.
        const respond = (done: unknown) => resolve(read ? read(done as Done) : (done as Result))
        queue.push({ work, resolve: respond, reject })
        // One turn of the event loop later, so that calls that arrive together share a step.
        setImmediate(() => void runAll())
      }),
    stop,
  }
}
