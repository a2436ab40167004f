/** Loaded before each test file. node:test finds the test that runs by an async hook, which follows every promise and socket: a
 * quarter of the processor time of a server under test. An AsyncLocalStorage does the same here. */
import hooks, {
  AsyncLocalStorage,
  AsyncResource,
  createHook,
  executionAsyncId,
  type AsyncHook,
  type HookCallbacks,
} from 'node:async_hooks'
import { endSoon, isGroup } from './test-end.ts'

const running = new AsyncLocalStorage<number>()
/** What node:test does for each new resource. Only its own tests and suites need it. */
let register: HookCallbacks['init']

class TestResource extends AsyncResource {
  constructor(type: string, options?: number) {
    super(type, options)
    register?.(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...given: unknown[]) => Result,
    self?: This,
    ...given: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(work, self, given)))
  }
}

Object.assign(hooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  createHook: (callbacks: HookCallbacks): AsyncHook => {
    if (!new Error('Who calls?').stack!.includes('node:internal/test_runner')) return createHook(callbacks)
    register = callbacks.init
    const nothing: AsyncHook = { enable: () => nothing, disable: () => nothing }
    return nothing
  },
})

const { after } = await import('node:test')
// In a group, this would run after the first file.
if (!isGroup(process.argv[1] ?? '')) after(endSoon)
