/** Runs what is asked of the world, step by step: do it, let the nodes settle, write one snapshot, only then answer.
 * After the first failure (database gone, fenced, a fault in LDK) no step runs and no answer is given any more. */
import { ConnectionLost } from './rpc.ts'
import type { Changes, State } from './state.ts'
import type { World } from './world.ts'

export type Steps = {
  /** Does `work`, which must not wait for anything, and answers what `read` sees when its effects are durable. Without
   * `read`, what `work` returned. */
  run<Done, Result = Done>(work: (world: World) => Done, read?: (done: Done) => Result): Promise<Result>
  stop(): void
}

type Waiting = {
  work: (world: World) => unknown
  resolve: (done: unknown) => void
  reject: (error: unknown) => void
}

/** Many small jobs share one write, but none waits long for the others. */
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
        // LDK in pieces must not go on.
        if (error instanceof WebAssembly.RuntimeError) throw error
        answers.push(() => reject(error))
      }
    }
    world.settle()
    const changes = world.takeChanges()
    if (changes.snapshot.size + changes.invoices.length + changes.payments.length > 0) await state.write(changes)
    if (isStopped) return
    on.written(changes)
    for (const answer of answers) answer()
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
        // Read here and now: the next step may change the same row before a promise's continuation gets its turn.
        const answer = (done: unknown) => resolve(read ? read(done as Done) : (done as Result))
        queue.push({ work, resolve: answer, reject })
        // A turn of the event loop later, so that calls which arrive together share one step.
        setImmediate(() => void runAll())
      }),
    stop,
  }
}
