/** Sends a registration. While many accounts are being created, a worker first computes the proof of work that the server
 * requires; this module is loaded when the form is sent. */
import { register } from '#contract/accounts/auth.ts'
import { getRegistration } from '#contract/accounts/registration.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import type { Call } from '#web/data/api.ts'

type Body = Sent<typeof register>['body']
type Work = NonNullable<Wire<typeof getRegistration>['work']>

/** `onWorked`: the part of the work that is expected to be done. */
export async function registerWith(call: Call, body: Body, onWorked: (part: number) => void) {
  const { work } = await call(getRegistration, {})
  if (work === null) return call(register, { body })
  const nonce = await findNonce(work, onWorked)
  return call(register, { body: { ...body, work: { challenge: work.challenge, nonce } } })
}

function findNonce(work: Work, onWorked: (part: number) => void): Promise<number> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ tried: number; nonce: number | null }>) => {
      // How long it takes is chance: half of all attempts succeed before 69 %, so the end is approached, never passed.
      onWorked(1 - Math.exp(-data.tried / 2 ** work.zeroBits))
      if (data.nonce !== null) resolve(data.nonce)
    })
    worker.addEventListener('error', () => reject(new Error('the proof of work could not be computed')))
    worker.postMessage(work)
  }).finally(() => worker.terminate())
}
