/** Calls that may need a proof of who is calling: made without one, and once more with the grant when the server asks.
 * The question itself is proof-dialog.tsx, which is loaded when it is needed. */
import { ApiError } from '../api.ts'

/** `work` is made again with the same input, under the same Idempotency-Key where it has one. When the owner closes the
 * question, the server's refusal stands: nothing was done. */
export async function whenProven<Result>(work: (proof?: string) => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.proof === undefined) throw error
    const { askForProof } = await import('./proof-dialog.tsx')
    const proof = await askForProof(error.proof)
    if (proof === null) throw error
    return work(proof)
  }
}
