/** Binds the endpoints of proofs, of the user's own hold on outgoing money, and of the credential review. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/accounts/proofs.ts'
import { credentialDeed, requireGrant } from '#server/accounts/grants.ts'
import { holdByOwner, liftOwnHold, readHoldToken } from '#server/accounts/own-hold.ts'
import { beginPasskeyProof } from '#server/auth/factors/passkeys.ts'
import { AppError } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { mustBeUser } from '#server/platform/http/who.ts'
import { limitByAddress } from '#server/auth/login/limits.ts'
import { giveProof, listMethods, mailCode, type ProofDeps } from '#server/auth/proofs/proofs.ts'
import { keepItem, readSafety } from '#server/auth/factors/review.ts'
import { callerOf } from './password-routes.ts'

export function proofRoutes(app: FastifyInstance, deps: ProofDeps): void {
  const { database, clock, rates, secret } = deps

  on(app, calls.createProof, ({ body }, { who, request }) =>
    giveProof(deps, { who, request, caller: callerOf(who, request) }, body),
  )
  on(app, calls.listProofMethods, (_input, { who }) => listMethods(deps, who))
  on(app, calls.beginPasskeyProof, async (_input, { who }) => {
    mustBeUser(who)
    await limitByAddress(database, 'passkey', who.ip, rates.loginPerAddress, clock.now())
    return beginPasskeyProof(deps, who.userId)
  })
  on(app, calls.mailProofCode, (_input, { who }) => mailCode(deps, who))

  on(app, calls.holdOwnMoney, async ({ body }, { who }) => {
    await limitByAddress(database, 'hold', who.ip, rates.codePerAddress, clock.now())
    const userId = readHoldToken(secret, body.token)
    if (userId === null) throw new AppError(400, 'action-code-invalid')
    await database.transaction((tx) => holdByOwner(tx, userId, clock.now()))
    return null
  })
  on(app, calls.liftHold, async (_input, { who }) => {
    mustBeUser(who)
    await database.transaction(async (tx) => {
      await requireGrant(tx, who, credentialDeed('lift-hold', null), clock.now())
      await liftOwnHold(tx, who.userId)
    })
    return null
  })

  on(app, calls.getSafety, (_input, { who }) => readSafety(deps, who))
  on(app, calls.keepReviewed, ({ params }, { who }) => keepItem(deps, who, params))
}
