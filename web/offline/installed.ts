/** The worker as pages see it: registering it, and asking it for something. Loaded once the page has come to rest. */
import type { Answer, Ask } from './kept.ts'

const ANSWER_TIMEOUT_MS = 30_000

/** Null where browsers have none: on plain HTTP, or when it is switched off. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  // While one works on the app the worker is a module, as everything is then.
  const type = import.meta.env.DEV ? 'module' : 'classic'
  return navigator.serviceWorker.register('/worker.js', { type }).catch(() => null)
}

/** False when the worker could not do it, or there is none. */
export async function askWorker(ask: Ask): Promise<boolean> {
  if ((await registerWorker()) === null) return false
  const { active } = await navigator.serviceWorker.ready
  if (active === null) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      port1.close()
      resolve(data.isDone)
    })
    port1.start()
    active.postMessage(ask, [port2])
  })
}
