/** Binds the endpoints of teams. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/accounts/teams.ts'
import { on } from '#server/platform/http/http.ts'
import type { TeamDeps } from './deps.ts'
import { accept, invite, readInvitation, revoke } from './invitations.ts'
import { declineOffer, offerOwnership } from './ownership.ts'
import { changeRole, readTeam, removeMember } from './teams.ts'

export function teamRoutes(app: FastifyInstance, deps: TeamDeps): void {
  on(app, calls.listTeam, ({ params }, { caller }) => readTeam(deps, caller, params.makerId))
  on(app, calls.inviteMember, ({ params, body }, { caller }) => invite(deps, caller, params.makerId, body))
  on(app, calls.offerOwnership, ({ params, body }, { caller }) => offerOwnership(deps, caller, params.makerId, body))
  on(app, calls.revokeInvitation, ({ params }, { caller }) => revoke(deps, caller, params))
  on(app, calls.getInvitation, ({ params }) => readInvitation(deps, params.token))
  on(app, calls.acceptInvitation, ({ params }, { caller }) => accept(deps, caller, params.token))
  on(app, calls.declineOffer, ({ params }, { caller }) => declineOffer(deps, caller, params.token))
  on(app, calls.setMemberRole, ({ params, body }, { caller }) => changeRole(deps, caller, params, body.role))
  on(app, calls.removeMember, ({ params }, { caller }) => removeMember(deps, caller, params))
}
