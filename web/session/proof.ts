/** Calls that may need a proof of identity: sent without one first, then repeated with the grant if the server
 * requires it. The dialog is proof-dialog.tsx, which is loaded on demand. */
import { ApiError } from '#web/data/api.ts'

/** Repeats `work` with the same input and the same Idempotency-Key, if it has one. When the user closes the dialog,
 * the server's refusal is thrown: nothing was done. */
export async function withProof<Result>(work: (proof?: string) => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.proof === undefined) throw error
    const { requestProof } = await import('./proof-dialog.tsx')
    const proof = await requestProof(error.proof)
    if (proof === null) throw error
    return work(proof)
  }
}
