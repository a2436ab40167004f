/** The consent of partners: shares that are offered to them, their answers, and the versions of a split. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { ContentType, Id, Instant, SignedDocument } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { SHARE_STATES } from '#contract/split.ts'

const Named = z.object({ name: z.string(), displayName: z.nullable(z.string()) })
/** `invited`: nobody yet. To the owner, `name` is the address or the label of the invitation; to others it is empty. */
export const Partner = z.extend(Named, { invited: z.optional(z.enum(['mail', 'link'])) })
const Weight = z.object({ share: z.int(), shareTotal: z.int() })

/** An offer that is not answered for so long counts as declined. */
export const OFFER_DAYS = 90

export const SplitOffer = z.object({
  versionId: Id,
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  /** The name of the artist, or of the podcast. */
  artist: z.string(),
  owner: Named,
  ...Weight.shape,
  /** Less than the caller has agreed to: this is what pays until they agree. */
  former: z.nullable(Weight),
  /** Null while these terms wait for somebody. */
  begunAt: z.nullable(Instant),
  /** Replaced by later terms: only what still waits is left of it. */
  isPast: z.boolean(),
  /** When it counts as declined. */
  expiresAt: Instant,
  msatWaiting: Msat,
})

export const listSplitOffers = {
  method: 'GET',
  path: '/splits/offers',
  access: 'user',
  summary: 'Shares offered to the caller, newest first',
  data: z.array(SplitOffer),
} as const satisfies Endpoint

const OutsideRecipient = z.object({
  address: z.string(),
  /** For all content of the owner. */
  msatWaiting: Msat,
  isSending: z.boolean(),
  /** Given up: its share goes to the owner. */
  isReturned: z.boolean(),
  /** Why nothing is paid: `halted`, `locked`, `email-not-verified`, `region` or `limit`. */
  heldBack: z.nullable(z.string()),
  failingSince: z.nullable(Instant),
  lastError: z.nullable(z.string()),
  lastPaid: z.nullable(z.object({ msatAmount: Msat, at: Instant })),
})

export const listOutsideRecipients = {
  method: 'GET',
  path: '/splits/:contentId/:contentType/outside',
  access: 'user',
  summary: 'Lightning addresses in a split, for its owner',
  params: z.object({ contentId: Id, contentType: ContentType }),
  retry: false,
  data: z.array(OutsideRecipient),
} as const satisfies Endpoint

const versionId = z.object({ versionId: Id })

export const acceptSplitOffer = {
  method: 'POST',
  path: '/splits/offers/:versionId/accept',
  access: 'user',
  summary: 'Agrees to a share; what waited is paid to the caller',
  params: versionId,
  data: z.object({ msatAmount: Msat, begunAt: z.nullable(Instant) }),
  fallback: fallbacks.answerOffer,
  errors: ['split-offer-closed'],
} as const satisfies Endpoint

export const declineSplitOffer = {
  method: 'POST',
  path: '/splits/offers/:versionId/decline',
  access: 'user',
  summary: 'Declines a share; what waited goes to the owner',
  params: versionId,
  data: z.null(),
  fallback: fallbacks.answerOffer,
  errors: ['split-offer-closed'],
} as const satisfies Endpoint

const SplitVersion = z.object({
  versionId: Id,
  number: z.int(),
  /** The split was removed. */
  isRemoval: z.boolean(),
  createdAt: Instant,
  /** Null: waits for somebody, or was withdrawn before it began. */
  begunAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** By position. A share of 0: a partner who loses a share that they had agreed to. */
  shares: z.array(
    z.object({
      user: Partner,
      share: z.int(),
      state: z.enum(SHARE_STATES),
      isLowered: z.boolean(),
      /** Of a share that waits: accepted by a link, and not confirmed by the owner yet. */
      isTaken: z.optional(z.boolean()),
      /** When it was agreed to, declined, withdrawn or expired. */
      decidedAt: z.nullable(Instant),
    }),
  ),
})

export const listSplitVersions = {
  method: 'GET',
  path: '/splits/:contentId/:contentType/versions',
  access: 'user',
  summary: 'The versions of a split, newest first, for its owner and partners',
  params: z.object({ contentId: Id, contentType: ContentType }),
  retry: false,
  data: z.array(SplitVersion),
} as const satisfies Endpoint

export const getSignedTerms = {
  method: 'GET',
  path: '/splits/:contentId/:contentType/signed',
  access: 'user',
  summary: 'The versions of a split as a Nostr event signed by this server, for its owner and partners',
  params: z.object({ contentId: Id, contentType: ContentType }),
  /** Content: installation, contentId, contentType, title, statedAt, and versions as in listSplitVersions. Not sent to relays. */
  data: SignedDocument,
} as const satisfies Endpoint

const invitationId = z.object({ invitationId: Id })
const ofToken = z.object({ token: z.string().check(z.maxLength(64)) })

export const listSplitInvitations = {
  method: 'GET',
  path: '/splits/:contentId/:contentType/invitations',
  access: 'user',
  summary: 'Open invitations to the split of a content, for its owner',
  params: z.object({ contentId: Id, contentType: ContentType }),
  retry: false,
  data: z.array(
    z.object({
      invitationId: Id,
      /** Only the account with this address can accept. Null: by a link. */
      email: z.nullable(z.string()),
      /** What the owner calls the person whom the link is for. */
      label: z.nullable(z.string()),
      hasLink: z.boolean(),
      /** Who accepted by the link, and waits to be confirmed. */
      takenBy: z.nullable(Named),
      /** When it counts as declined. */
      expiresAt: Instant,
    }),
  ),
} as const satisfies Endpoint

export const renewSplitInvitation = {
  method: 'POST',
  path: '/splits/invitations/:invitationId/link',
  access: 'user',
  summary: 'Makes a new link of an invitation, and ends the former; one by mail is sent again',
  params: invitationId,
  /** `url` is returned only here; null when it was sent by mail. */
  data: z.object({ url: z.nullable(z.string()) }),
  errors: ['forbidden', 'invitation-closed'],
  isSecret: true,
  isUnseen: true,
} as const satisfies Endpoint

export const confirmSplitPartner = {
  method: 'POST',
  path: '/splits/invitations/:invitationId/confirm',
  access: 'user',
  summary: 'Confirms who has accepted by the link; what waited is paid to them',
  params: invitationId,
  data: z.object({ msatAmount: Msat }),
  fallback: fallbacks.answerOffer,
  errors: ['forbidden', 'invitation-closed', 'already-partner'],
} as const satisfies Endpoint

export const revokeSplitInvitation = {
  method: 'DELETE',
  path: '/splits/invitations/:invitationId',
  access: 'user',
  summary: 'Revokes an invitation; what waited goes to the owner',
  params: invitationId,
  data: z.null(),
  errors: ['forbidden', 'invitation-closed'],
} as const satisfies Endpoint

export const getSplitInvitation = {
  method: 'GET',
  path: '/split-invitations/:token',
  access: 'public',
  summary: 'The shares that an invitation offers',
  params: ofToken,
  data: z.object({
    isByMail: z.boolean(),
    /** The caller has accepted, and waits to be confirmed. */
    isTaken: z.boolean(),
    offers: z.array(SplitOffer),
  }),
  errors: ['invitation-closed'],
} as const satisfies Endpoint

export const acceptSplitInvitation = {
  method: 'POST',
  path: '/split-invitations/:token/accept',
  access: 'user',
  summary:
    'Agrees to the shares of an invitation; what waited is paid to the caller, by a link once the owner has confirmed',
  params: ofToken,
  /** The newest of the versions that the caller has seen. */
  body: z.strictObject({ versionId: Id }),
  data: z.object({ msatAmount: Msat, isConfirmed: z.boolean() }),
  fallback: fallbacks.answerOffer,
  errors: ['invitation-closed', 'invitation-other-address', 'already-partner', 'split-offer-closed'],
} as const satisfies Endpoint

export const declineSplitInvitation = {
  method: 'POST',
  path: '/split-invitations/:token/decline',
  access: 'user',
  summary: 'Declines the shares of an invitation; what waited goes to the owner',
  params: ofToken,
  data: z.null(),
  fallback: fallbacks.answerOffer,
  errors: ['invitation-closed', 'invitation-other-address'],
} as const satisfies Endpoint
