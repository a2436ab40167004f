/** The worker as pages see it: registering it, asking it for something, and dropping what is private when its owner signs
 * out. Loaded once the page has come to rest. */
import { readMark, type Answer, type Ask } from './kept.ts'
import { useSession } from '../session/session.ts'

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

/** Called once. What was saved for one person's eyes leaves with them, also when they signed out in another tab. */
export function keepPrivacy(): void {
  const check = ({ isAwake, session }: ReturnType<typeof useSession.getState>) => {
    if (!isAwake || session !== null || readMark() !== 'private') return
    void import('./saving.ts').then(({ removePrivate }) => removePrivate())
  }
  check(useSession.getState())
  useSession.subscribe(check)
}
