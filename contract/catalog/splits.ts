/** Splits: who shares the payments to a content, by integer weights, and the time splits that share with other
 * content. */
import * as z from 'zod/mini'
import { Email } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { ContentStatus, ContentType, Id, Instant, PageQuery, Pagination, text } from '#contract/fields.ts'
import { Partner } from './split-offers.ts'
import { DENOMINATOR_MAX, RECIPIENTS_MAX, WEIGHT_SUM_MAX } from '#contract/split.ts'

/** Of the name that an owner gives to somebody who is invited by a link. */
export const INVITED_LABEL_MAX = 60

/** A username, or a Lightning address. */
const PartnerName = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320), z.regex(/^[a-z0-9_-]{3,30}$|@/))
const Share = z.int().check(z.minimum(1), z.maximum(WEIGHT_SUM_MAX))
/** A known partner; somebody who is invited by mail; or by a link, with what the owner calls them. The same address or label
 * names the same invitation until it is answered. */
const NewRecipient = z.union([
  z.strictObject({ name: PartnerName, share: Share }),
  z.strictObject({ email: Email, share: Share }),
  z.strictObject({ label: text(INVITED_LABEL_MAX), share: Share }),
])

export const SplitBody = z.strictObject({
  contentId: Id,
  contentType: z.optional(ContentType),
  splitRecipients: z.array(NewRecipient).check(z.minLength(1), z.maxLength(RECIPIENTS_MAX)),
})
export const Split = z.object({
  id: Id,
  contentId: Id,
  contentType: ContentType,
  createdAt: Instant,
  /** When these terms began. Null while they wait for a partner whose share they lower; until then the old ones pay. */
  begunAt: z.nullable(Instant),
  splitRecipients: z.array(
    z.object({ id: Id, splitId: Id, userId: Id, share: z.int(), createdAt: Instant, updatedAt: Instant }),
  ),
})

export const createSplit = {
  method: 'POST',
  path: '/splits',
  access: 'user',
  summary: 'Sets who shares the payments to a content, by weights',
  body: SplitBody,
  data: Split,
  fallback: fallbacks.createSplit,
  /** Beside an error of a recipient: `recipient`, as it was sent. */
  errors: ['split-exists', 'recipients-unknown', 'lightning-address-unreachable', 'forbidden'],
  proof: 'money',
} as const satisfies Endpoint

export const updateSplit = {
  method: 'PUT',
  path: '/splits/update',
  access: 'user',
  summary: 'Replaces the recipients of a split, once those agree who get less; payments in flight keep theirs',
  body: SplitBody,
  data: Split,
  fallback: fallbacks.editSplit,
  errors: ['recipients-unknown', 'lightning-address-unreachable', 'forbidden'],
  proof: 'money',
} as const satisfies Endpoint

export const deleteSplit = {
  method: 'DELETE',
  path: '/splits/:contentId/:contentType',
  access: 'user',
  summary:
    'Removes the split of a content: the split of its album or podcast applies again, or its owner gets everything. ' +
    'Payments in flight keep the split they started with',
  params: z.object({ contentId: Id, contentType: ContentType }),
  data: z.object({ id: Id, contentId: Id, begunAt: z.nullable(Instant) }),
  fallback: fallbacks.editSplit,
  errors: ['forbidden'],
  proof: 'money',
} as const satisfies Endpoint

export const getSplit = {
  method: 'GET',
  path: '/splits/:contentId/:contentType',
  access: 'public',
  summary: 'The own split of a content, or null when it has none',
  params: z.object({ contentId: Id, contentType: ContentType }),
  retry: false,
  data: z.nullable(
    z.object({
      id: Id,
      contentId: Id,
      contentType: ContentType,
      createdAt: Instant,
      splitRecipients: z.array(z.object({ share: z.int(), user: Partner })),
    }),
  ),
} as const satisfies Endpoint

/** The maximum end of a time split; longer than any audio that is accepted. */
export const SECONDS_MAX = 50_000
/** The maximum number of time splits of one track or episode. */
export const TIME_SPLITS_MAX = 100

const seconds = z.int().check(z.minimum(0), z.maximum(SECONDS_MAX))
const part = z.int().check(z.minimum(1), z.maximum(DENOMINATOR_MAX))
/** At startSeconds <= position < endSeconds, shareNumerator/shareDenominator of what remains after the fee goes to
 * the recipients of another content. */
const timeSplitFields = {
  startSeconds: seconds,
  endSeconds: seconds,
  shareNumerator: part,
  shareDenominator: part,
  recipientContentId: Id,
}
export const NewTimeSplit = z.strictObject(timeSplitFields)
const TimeSplitCount = z.object({ count: z.int() })

export const createTimeSplits = {
  method: 'POST',
  path: '/splits/time',
  access: 'user',
  summary: 'Sets the time splits of a track or episode that has none',
  body: z.strictObject({
    contentId: Id,
    contentType: z.optional(ContentType),
    timeSplits: z.array(NewTimeSplit).check(z.minLength(1), z.maxLength(TIME_SPLITS_MAX)),
  }),
  data: TimeSplitCount,
  fallback: fallbacks.createTimeSplit,
  errors: ['split-exists', 'rule-broken', 'forbidden'],
} as const satisfies Endpoint

export const updateTimeSplits = {
  method: 'PUT',
  path: '/splits/time',
  access: 'user',
  summary: 'Replaces all time splits of a track or episode; an empty list removes them',
  body: z.strictObject({
    contentId: Id,
    contentType: z.optional(ContentType),
    timeSplits: z.array(NewTimeSplit).check(z.maxLength(TIME_SPLITS_MAX)),
  }),
  data: TimeSplitCount,
  fallback: fallbacks.editTimeSplit,
  errors: ['rule-broken', 'forbidden'],
} as const satisfies Endpoint

export const getTimeSplits = {
  method: 'GET',
  path: '/splits/time/:contentId/:contentType',
  access: 'public',
  summary: 'The time splits of a track or episode, ordered by time',
  params: z.object({ contentId: Id, contentType: ContentType }),
  retry: false,
  data: z.array(z.object({ id: Id, contentId: Id, ...timeSplitFields, createdAt: Instant, updatedAt: Instant })),
} as const satisfies Endpoint

export const checkUsernames = {
  method: 'POST',
  path: '/splits/check-usernames',
  access: 'user',
  summary: 'Which of these usernames exist',
  body: z.strictObject({ usernames: z.array(text(64)).check(z.minLength(1), z.maxLength(RECIPIENTS_MAX)) }),
  retry: false,
  data: z.array(z.object({ username: z.string(), isValid: z.boolean() })),
} as const satisfies Endpoint

/** Content of another user that pays the caller by its split. */
const Collaboration = z.object({
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  /** The name of the artist, or of the podcast. */
  artist: z.string(),
  artworkUrl: z.nullable(z.string()),
  /** For an artist or a podcast: the name in its path. */
  slug: z.nullable(z.string()),
  /** The album or podcast of a track or an episode. */
  parentId: z.nullable(Id),
  status: ContentStatus,
  publishedAt: z.nullable(Instant),
  owner: z.object({ name: z.string(), displayName: z.nullable(z.string()) }),
  /** The caller's weight, and the sum of all weights. */
  share: z.int(),
  shareTotal: z.int(),
  /** When the caller was added to the recipients. */
  since: Instant,
})

export const listCollaborations = {
  method: 'GET',
  path: '/content/collaborations',
  access: 'user',
  summary: 'Releases of other users whose split pays the caller, most recently added first',
  query: PageQuery,
  data: z.object({ collaborations: z.array(Collaboration), pagination: Pagination }),
} as const satisfies Endpoint
