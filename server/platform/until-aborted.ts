/** Stops waiting for a promise when a signal is aborted. The work behind the promise continues. For a time limit, pass
 * AbortSignal.timeout as the signal. */
export async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // A rejection after the abort must not be reported as unhandled.
  promise.catch(() => undefined)
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
