/** Wakes everything that waits in this process, for example an event stream after a payment. */

/** Wakes waiters by name. Only a hint; every waiter also polls. */
export type Signals = {
  wake(name: string): void
  wait(name: string, timeoutMs: number, signal: AbortSignal): Promise<void>
}

export function createSignals(): Signals {
  const waiting = new Map<string, Set<() => void>>()
  return {
    wake(name) {
      for (const resume of waiting.get(name) ?? []) resume()
    },
    wait: (name, timeoutMs, signal) =>
      new Promise((resolve) => {
        const set = waiting.get(name) ?? new Set()
        waiting.set(name, set)
        const resume = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', resume)
          set.delete(resume)
          if (set.size === 0) waiting.delete(name)
          resolve()
        }
        const timer = setTimeout(resume, timeoutMs)
        set.add(resume)
        signal.addEventListener('abort', resume)
        if (signal.aborted) resume()
      }),
  }
}
