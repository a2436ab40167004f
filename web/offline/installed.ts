/** The service worker from the page's side: registers it and sends it requests. */
import type { WorkerResponse, WorkerRequest } from './saved-data.ts'

const ANSWER_TIMEOUT_MS = 30_000

/** Null where service workers are not available: on plain HTTP, or when disabled. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  // In development the worker is a module, like all other code.
  const type = import.meta.env.DEV ? 'module' : 'classic'
  return navigator.serviceWorker.register('/worker.js', { type }).catch(() => null)
}

/** False when the worker failed, or there is none. */
export async function requestFromWorker(request: WorkerRequest): Promise<boolean> {
  if ((await registerWorker()) === null) return false
  const { active } = await navigator.serviceWorker.ready
  if (active === null) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      clearTimeout(timer)
      port1.close()
      resolve(data.isDone)
    })
    port1.start()
    active.postMessage(request, [port2])
  })
}
