/** Reads the grant from a request's header. Whether it is valid is checked in server/accounts/grants.ts. */
import type { FastifyRequest } from 'fastify'
import { PROOF_HEADER } from '#contract/accounts/proofs.ts'

export function grantOf({ headers }: FastifyRequest): string | null {
  const given = headers[PROOF_HEADER]
  return typeof given === 'string' ? given : null
}
