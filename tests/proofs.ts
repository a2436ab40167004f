/** Proofs in tests: a call that needs one responds with what is to be proved, and is repeated with the grant. */
import { createProof } from '#contract/accounts/proofs.ts'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError, type Call, newKey } from '#web/data/api.ts'

export type Evidence = Sent<typeof createProof>['body']['evidence']
export type Needed = NonNullable<ApiError['proof']>

/** What a call would have to prove; fails when it needs no proof. */
export async function neededOf(work: Promise<unknown>): Promise<Needed> {
  try {
    await work
  } catch (error) {
    if (error instanceof ApiError && error.code === 'proof-needed' && error.proof !== undefined) return error.proof
    throw error
  }
  throw new Error('No proof was needed')
}

export async function grantFor(call: Call, needed: Needed, evidence: Evidence): Promise<string> {
  const { action, amountMsat, destination } = needed
  return (await call(createProof, { body: { action, amountMsat, destination, evidence } })).grant
}

/** Like `call`, with a proof wherever one is needed. Under one Idempotency-Key, as clients do. `prover` gives the
 * proof, where the call itself is signed by a key. */
export function provingCall(
  call: Call,
  given: Evidence | (() => Evidence | Promise<Evidence>),
  prover: Call = call,
): Call {
  return async <E extends Endpoint>(endpoint: E, input: Sent<E>, options = {}): Promise<Wire<E>> => {
    const once = { idempotencyKey: newKey(), ...options }
    try {
      return await call(endpoint, input, once)
    } catch (error) {
      if (!(error instanceof ApiError) || error.proof === undefined) throw error
      const proof = await grantFor(prover, error.proof, await (typeof given === 'function' ? given() : given))
      return call(endpoint, input, { ...once, proof })
    }
  }
}
