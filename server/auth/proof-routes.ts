/** Binds the endpoints of proofs, of the user's own hold on outgoing money, and of the credential review. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/accounts/proofs.ts'
import { credentialOperation, requireGrant } from '#server/accounts/grants.ts'
import { holdByOwner, liftOwnHold, parseHoldToken } from '#server/accounts/own-hold.ts'
import { beginPasskeyProof } from '#server/auth/factors/passkeys.ts'
import { AppError } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { limitByAddress } from '#server/auth/login/limits.ts'
import { createGrantFor, listMethods, mailCode, type ProofDeps } from '#server/auth/proofs/proofs.ts'
import { markReviewed, readSafety } from '#server/auth/factors/review.ts'
import { loginClientOf } from './password-routes.ts'

export function proofRoutes(app: FastifyInstance, deps: ProofDeps): void {
  const { database, clock, rates, secret } = deps

  on(app, calls.createProof, ({ body }, { caller, request }) =>
    createGrantFor(deps, { caller, request, client: loginClientOf(caller, request) }, body),
  )
  on(app, calls.listProofMethods, (_input, { caller }) => listMethods(deps, caller))
  on(app, calls.beginPasskeyProof, async (_input, { caller }) => {
    requireUser(caller)
    await limitByAddress(database, 'passkey', caller.ip, rates.loginPerAddress, clock.now())
    return beginPasskeyProof(deps, caller.userId)
  })
  on(app, calls.mailProofCode, (_input, { caller }) => mailCode(deps, caller))

  on(app, calls.holdOwnMoney, async ({ body }, { caller }) => {
    await limitByAddress(database, 'hold', caller.ip, rates.codePerAddress, clock.now())
    const userId = parseHoldToken(secret, body.token)
    if (userId === null) throw new AppError(400, 'action-code-invalid')
    await database.transaction((tx) => holdByOwner(tx, userId, clock.now()))
    return null
  })
  on(app, calls.liftHold, async (_input, { caller }) => {
    requireUser(caller)
    await database.transaction(async (tx) => {
      await requireGrant(tx, caller, credentialOperation('lift-hold', null), clock.now())
      await liftOwnHold(tx, caller.userId)
    })
    return null
  })

  on(app, calls.getSafety, (_input, { caller }) => readSafety(deps, caller))
  on(app, calls.keepReviewed, ({ params }, { caller }) => markReviewed(deps, caller, params))
}
