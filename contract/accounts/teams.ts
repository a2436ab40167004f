/** Teams of artists and podcasts: roles, what each may do, members and invitations. The owner is not a member. All
 * money goes to and comes from the owner's balance. An offer of ownership is an invitation in the role of owner. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Email } from '#contract/accounts/identifiers.ts'
import { Id, Instant } from '#contract/fields.ts'
import { MemberRole, Role } from '#contract/team-roles.ts'

export const MEMBERS_MAX = 50
/** Not answered yet, per artist or podcast. */
export const INVITATIONS_MAX = 50
export const INVITATION_DAYS = 7

const Member = z.object({
  userId: Id,
  username: z.string(),
  displayName: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
})

const Invitation = z.object({
  invitationId: Id,
  role: MemberRole,
  /** Only the account with this address can accept. Null: anybody who has the link. */
  email: z.nullable(z.string()),
  expiresAt: Instant,
})

/** Of ownership. At most one is open for an artist or podcast. */
const Offer = z.object({
  invitationId: Id,
  /** The username or e-mail address that the owner entered. */
  to: z.string(),
  /** The former owner becomes a manager. False: the former owner leaves. */
  ownerStays: z.boolean(),
  expiresAt: Instant,
})

const ofMaker = z.object({ makerId: Id })
const ofMember = z.object({ makerId: Id, userId: Id })
const ofToken = z.object({ token: z.string().check(z.maxLength(64)) })

export const listTeam = {
  method: 'GET',
  path: '/teams/:makerId',
  access: 'user',
  summary: 'The owner, members and open invitations of an artist or podcast, for its owner and managers',
  params: ofMaker,
  data: z.object({
    name: z.string(),
    /** Of the caller. */
    role: Role,
    owner: Member,
    members: z.array(z.extend(Member, { role: MemberRole, since: Instant })),
    invitations: z.array(Invitation),
    /** Shown only to the owner. */
    offer: z.nullable(Offer),
  }),
} as const satisfies Endpoint

export const inviteMember = {
  method: 'POST',
  path: '/teams/:makerId/invitations',
  access: 'user',
  summary: 'Invite somebody to a team: by mail, or without an address by a link that works once',
  params: ofMaker,
  body: z.strictObject({ role: MemberRole, email: z.optional(z.nullable(Email)) }),
  /** `url` is returned only here. */
  data: z.extend(Invitation, { url: z.string() }),
  errors: ['forbidden', 'rule-broken'],
  isSecret: true,
  isUnseen: true,
} as const satisfies Endpoint

export const offerOwnership = {
  method: 'POST',
  path: '/teams/:makerId/offer',
  access: 'user',
  summary: 'Offer an artist or podcast to another user, as the owner. Nothing changes until that user accepts',
  params: ofMaker,
  body: z.strictObject({
    /** A username or an e-mail address. */
    to: z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(254)),
    ownerStays: z.optional(z.boolean()),
  }),
  data: Offer,
  errors: ['forbidden', 'recipients-unknown', 'offer-open', 'rule-broken'],
  proof: 'money',
  isUnseen: true,
} as const satisfies Endpoint

export const revokeInvitation = {
  method: 'DELETE',
  path: '/teams/:makerId/invitations/:invitationId',
  access: 'user',
  summary: 'Revoke an invitation, or as the owner an offer, that has not been accepted',
  params: z.object({ makerId: Id, invitationId: Id }),
  data: z.null(),
  errors: ['forbidden', 'invitation-closed'],
  isUnseen: true,
} as const satisfies Endpoint

export const getInvitation = {
  method: 'GET',
  path: '/invitations/:token',
  access: 'public',
  summary: 'What an invitation is for',
  params: ofToken,
  data: z.object({
    makerId: Id,
    contentType: z.enum(['artist', 'podcast']),
    name: z.string(),
    artworkUrl: z.nullable(z.string()),
    /** `owner`: an offer of ownership. */
    role: Role,
    /** The name of the user who sent it. */
    from: z.string(),
    isByMail: z.boolean(),
    /** Of an offer: the former owner becomes a manager. */
    ownerStays: z.boolean(),
  }),
  errors: ['invitation-closed'],
} as const satisfies Endpoint

export const acceptInvitation = {
  method: 'POST',
  path: '/invitations/:token/accept',
  access: 'user',
  summary:
    'Join a team, or take over an artist or podcast that is offered, with a proof; again by the same user returns the same',
  params: ofToken,
  data: z.object({ makerId: Id, contentType: z.enum(['artist', 'podcast']), role: Role }),
  errors: ['invitation-closed', 'invitation-other-address', 'already-member', 'forbidden'],
  proof: 'money',
} as const satisfies Endpoint

export const declineOffer = {
  method: 'POST',
  path: '/invitations/:token/decline',
  access: 'user',
  summary: 'Decline an offer of ownership, as the user whom it is for',
  params: ofToken,
  data: z.null(),
  errors: ['invitation-closed', 'invitation-other-address', 'forbidden'],
  isUnseen: true,
} as const satisfies Endpoint

export const setMemberRole = {
  method: 'PUT',
  path: '/teams/:makerId/members/:userId',
  access: 'user',
  summary: 'Change the role of a member, as the owner',
  params: ofMember,
  body: z.strictObject({ role: MemberRole }),
  data: z.object({ userId: Id, role: MemberRole }),
  errors: ['forbidden'],
  isUnseen: true,
} as const satisfies Endpoint

export const removeMember = {
  method: 'DELETE',
  path: '/teams/:makerId/members/:userId',
  access: 'user',
  summary: 'Remove a member as the owner, or leave as the member. Uploads in progress of the member end',
  params: ofMember,
  data: z.null(),
  errors: ['forbidden'],
  isUnseen: true,
} as const satisfies Endpoint
