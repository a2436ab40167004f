/** The proof that came with a request, as the client sent it. Whether it proves anything: server/accounts/grants.ts. */
import type { FastifyRequest } from 'fastify'
import { PROOF_HEADER } from '#contract/proofs.ts'

export function grantOf({ headers }: FastifyRequest): string | null {
  const given = headers[PROOF_HEADER]
  return typeof given === 'string' ? given : null
}
