/** Fans of an artist or a podcast: who they are, as far as the artist may know, messages to followers, and thanks for
 * zaps. Following is the consent to be written to. Artists see names that came with a zap, a purchase or a ticket, and
 * those of followers who allow it. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ContentType, FormBoolean, Id, Instant, text, CursorQuery } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const FANS_PER_PAGE = 30
export const FANS_PER_PAGE_MAX = 100
export const FAN_MESSAGE_MAX = 1_000
/** Of one artist or podcast, within seven days. */
export const FAN_MESSAGES_A_WEEK = 2
/** Smaller numbers of recipients are not shown, because they would reveal who follows. */
export const REACH_SHOWN_FROM = 5
export const THANKS_MAX = 280

export const FanKind = z.enum(['supported', 'bought', 'events', 'follows'])

const ofMaker = z.object({ makerId: Id })
const Filter = { kind: z.optional(FanKind), search: z.optional(z.string().check(z.maxLength(80))) }

export const listFans = {
  method: 'GET',
  path: '/fans/:makerId',
  access: 'user',
  summary: 'Fans of an artist or podcast of the caller whose names the caller may know; the latest first',
  params: ofMaker,
  query: z.object({ ...Filter, ...CursorQuery.shape }),
  data: z.object({
    fans: z.array(
      z.object({
        userId: Id,
        name: z.string(),
        displayName: z.nullable(z.string()),
        artworkUrl: z.nullable(z.string()),
        kinds: z.array(FanKind),
        /** Of zaps and purchases with their name. */
        msatTotal: Msat,
        lastAt: Instant,
      }),
    ),
    /** Cursor of the next page; null on the last one. */
    nextBefore: z.nullable(z.string()),
    /** Totals of all fans and of each kind. The filter does not change them. */
    counts: z.object({
      all: z.int(),
      supported: z.int(),
      bought: z.int(),
      events: z.int(),
      follows: z.int(),
    }),
    /** All followers, with and without a name. */
    followerCount: z.int(),
  }),
} as const satisfies Endpoint

export const exportFans = {
  method: 'GET',
  path: '/fans/:makerId/fans.csv',
  access: 'user',
  summary: 'The same fans as CSV, all of them, amounts in msat',
  params: ofMaker,
  query: z.object(Filter),
  data: z.string(),
  textType: 'text/csv; charset=utf-8',
} as const satisfies Endpoint

const FanMessageKind = z.enum(['release', 'event', 'thanks'])

/** `event`: a concert. */
const Subject = z.object({ id: Id, type: z.enum([...ContentType.options, 'event']), title: z.string() })

export const FanMessage = z.object({
  id: Id,
  kind: FanMessageKind,
  audience: FanKind,
  content: z.string(),
  subject: Subject,
  createdAt: Instant,
  /** False while it is being sent. */
  isSent: z.boolean(),
  /** Null when there were fewer than five. */
  recipientCount: z.nullable(z.int()),
})

/** How many would get a message; null for fewer than five. */
const Reach = z.nullable(z.int())

const Messages = z.object({
  messages: z.array(FanMessage),
  reach: z.object({ follows: Reach, supported: Reach, bought: Reach, events: Reach }),
  /** How many can be sent now, and when another one can be. */
  left: z.int(),
  nextAt: z.nullable(Instant),
})

export const listFanMessages = {
  method: 'GET',
  path: '/fans/:makerId/messages',
  access: 'user',
  summary: 'The latest messages of an artist or podcast of the caller, and whom the next one would reach',
  params: ofMaker,
  data: Messages,
} as const satisfies Endpoint

export const sendFanMessage = {
  method: 'POST',
  path: '/fans/:makerId/messages',
  access: 'user',
  summary:
    'Writes to the followers of an artist or podcast of the caller, or to those among them who also supported, bought or came to events; by notification and e-mail, at most two in seven days',
  params: ofMaker,
  body: z.strictObject({
    kind: FanMessageKind,
    audience: FanKind,
    content: text(FAN_MESSAGE_MAX),
    /** A public content of the artist or podcast, or for `event` one of its events. Absent for thanks. */
    subjectId: z.optional(Id),
  }),
  data: FanMessage,
  errors: ['fan-messages-spent', 'rule-broken'],
} as const satisfies Endpoint

/** Works without logging in: the token is in the e-mail and grants nothing else. E-mail programs post to this
 * automatically (RFC 8058); users open the page /unsubscribe?fan=…, which asks before it posts. */
export const unsubscribeFan = {
  method: 'POST',
  path: '/fans/unsubscribe',
  access: 'public',
  summary:
    'Ends messages of one artist to the user to whom the token was mailed; with `all`, the e-mails of all artists',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)), all: z.optional(FormBoolean) }),
  data: z.null(),
  errors: ['action-code-invalid'],
} as const satisfies Endpoint

export const FanChoices = z.object({
  /** Artists that the caller follows see that. */
  isNamed: z.boolean(),
  /** Artists and podcasts whose messages the caller does not get. */
  stopped: z.array(z.object({ makerId: Id, type: ContentType, name: z.string() })),
})

export const getFanChoices = {
  method: 'GET',
  path: '/fans/choices',
  access: 'user',
  summary: 'Whether artists see that the caller follows them, and those that cannot write to the caller',
  data: FanChoices,
} as const satisfies Endpoint

export const updateFanChoices = {
  method: 'PUT',
  path: '/fans/choices',
  access: 'user',
  summary: 'Sets whether artists see that the caller follows them',
  body: z.strictObject({ isNamed: z.boolean() }),
  data: FanChoices,
} as const satisfies Endpoint

export const updateFanStop = {
  method: 'PUT',
  path: '/fans/choices/:makerId',
  access: 'user',
  summary: 'Ends, or allows again, messages of one artist or podcast to the caller',
  params: ofMaker,
  body: z.strictObject({ isStopped: z.boolean() }),
  data: FanChoices,
} as const satisfies Endpoint

export const getThanks = {
  method: 'GET',
  path: '/fans/thanks/:paymentId',
  access: 'user',
  summary: 'How the caller can thank the payer of a zap to their content',
  params: z.object({ paymentId: Id }),
  data: z.object({
    /** `message`: the zap came with a comment, to which the caller can reply. `none`: not the owner, or nobody here paid. */
    way: z.enum(['thanks', 'message', 'none']),
    commentId: z.nullable(Id),
    /** What the caller wrote already. */
    content: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const sendThanks = {
  method: 'POST',
  path: '/fans/thanks/:paymentId',
  access: 'user',
  summary: 'Thanks the payer of a zap without a message, once; a payer without a name stays unknown',
  params: z.object({ paymentId: Id }),
  body: z.strictObject({ content: text(THANKS_MAX) }),
  data: z.null(),
  errors: ['rule-broken'],
} as const satisfies Endpoint
