/** Notifications: the unread dot of the bell, the list behind it, and the settings for emails and push messages.
 * Live changes are sent with the events of payments.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { ContentType, Id, Instant, CursorQuery } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const getNotificationFlag = {
  method: 'GET',
  path: '/accounts/notification',
  access: 'user',
  summary: 'Whether there are unseen notifications: the red dot',
  data: z.object({ notify: z.boolean() }),
} as const satisfies Endpoint

export const clearNotificationFlag = {
  method: 'PUT',
  path: '/accounts/notification',
  access: 'user',
  summary: 'Clears the red dot',
  data: z.null(),
  fallback: fallbacks.updateUserData,
} as const satisfies Endpoint

export const NotificationKind = z.enum([
  /** Payments to the caller's content; `msatAmount` is the caller's share. Payments to one content within an hour
   * are grouped. */
  'zap-received',
  /** Payments to the caller's Lightning address. Those within an hour are grouped. */
  'address-received',
  'deposit',
  'withdrawal-failed',
  /** Forwarding was given up; the money is in the balance. */
  'forward-failed',
  /** Paying while listening pauses: `reason` is the problem of getStreaming. */
  'stream-stopped',
  'account-held',
  /** A proof was used: `reason` is the action, `comment` what it was for. */
  'guarded-action',
  'announcement',
  'comment',
  'reply',
  /** A release of a followed artist or podcast. */
  'release',
  /** Weekly: how many releases appeared in followed genres; the content is the newest. */
  'genre-news',
  /** The caller was added to the split of a content. */
  'new-split',
  /** Somebody accepted a share by a link of the caller, and waits to be confirmed. */
  'split-taken',
  /** Somebody accepted a share that the caller offered. */
  'split-accepted',
  /** Somebody declined a share that the caller offered, or has not answered in time. */
  'split-declined',
  /** New followers of an artist or podcast of the caller; those of a day are grouped. `actorName` is only of followers who
   * allow artists to know that they follow. */
  'follower',
  /** Tickets of an event of the caller were sold; `count` is the number of tickets, `msatAmount` what they cost. Sales within
   * an hour are grouped. */
  'ticket-sold',
  /** A release of another user names an artist of the caller, once per release. */
  'named',
  /** The caller may take over an artist or podcast; the user whom that was offered to has declined; it has another owner. */
  'ownership-offer',
  'ownership-declined',
  'ownership',
  /** Somebody bought a download for the caller. */
  'gift',
  /** A message of a followed artist or podcast; `comment` is its text. */
  'fan-message',
  /** An event begins within a day and the caller has tickets for it; `comment` says when and where. */
  'event-reminder',
  /** The owner of a content thanks for a zap to it. */
  'thanks',
  'takedown',
  /** A decision of a moderator: on a report of the caller (`reason` is `report`), on an objection (`objection`), or that a
   * comment of the caller was deleted (`comment`). `comment` is the moderator's reason. */
  'moderation',
])

/** Parts of a sentence, not the sentence. Parts that do not apply to a kind are null. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** How many things are grouped in this notification. If more than one, the parts are from the newest that has
   * them. */
  count: z.int(),
  /** The user who did it, if they have an account here: their display name, and the URL of their profile. */
  actorName: z.nullable(z.string()),
  actorUrl: z.nullable(z.string()),
  contentId: z.nullable(Id),
  contentType: z.nullable(ContentType),
  contentTitle: z.nullable(z.string()),
  /** The sum of the group. */
  msatAmount: z.nullable(Msat),
  /** The payer's message, the comment itself, the text of an announcement, or an operator's reason. */
  comment: z.nullable(z.string()),
  /** Only for an announcement. */
  title: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  /** The Lightning address that it should have been sent to. */
  address: z.nullable(z.string()),
  /** Why it failed, as in a payment's failureReason; `undone` for a reversed takedown; `spare` for a gift of what
   * the caller already has, whose private link is the target; or the action that a proof was used for. */
  reason: z.nullable(z.string()),
  isRead: z.boolean(),
  /** Of the newest thing in the group. */
  createdAt: Instant,
  /** The target: a path of this site, or the link of an announcement. */
  href: z.string(),
})

export const NOTIFICATIONS_PER_PAGE = 20
export const NOTIFICATIONS_PER_PAGE_MAX = 50
/** How many can be marked as read by id in one call. */
const READ_MAX = 100

export const listNotifications = {
  method: 'GET',
  path: '/notifications',
  access: 'user',
  summary: 'The notifications of the caller, newest first',
  query: CursorQuery,
  data: z.object({
    notifications: z.array(Notification),
    /** Cursor of the next page; null on the last one. */
    nextBefore: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const readNotifications = {
  method: 'POST',
  path: '/notifications/read',
  access: 'user',
  summary: 'Marks some or all notifications of the caller as read; either `ids` or `all`',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(READ_MAX))),
    all: z.optional(z.literal(true)),
  }),
  data: z.null(),
} as const satisfies Endpoint

export const EmailDigest = z.enum(['off', 'daily', 'weekly'])

/** Kinds that a user can turn off. All others are about security, failed payments or takedowns: they are always
 * shown, and emailed immediately if the kind has an email. */
export const ChoosableKind = z.enum([
  'zap-received',
  'address-received',
  'deposit',
  'comment',
  'reply',
  'release',
  'genre-news',
  'new-split',
  'split-taken',
  'split-accepted',
  'split-declined',
  'follower',
  'ticket-sold',
  'named',
  'gift',
  'fan-message',
  'event-reminder',
  'thanks',
  'announcement',
])

export const KindPreference = z.object({
  kind: ChoosableKind,
  /** In the list behind the bell, with the unread dot and push messages. */
  isShown: z.boolean(),
  /** In the digest, or for `fan-message` and `event-reminder` in an email of its own; null for kinds that are not mailed. */
  isMailed: z.nullable(z.boolean()),
})

export const NotificationPreferences = z.object({
  /** An email with what happened. Not sent when nothing did. */
  emailDigest: EmailDigest,
  /** The recipient address; null without a confirmed address, and then no email is sent. */
  email: z.nullable(z.string()),
  /** Every kind that can be turned off. */
  kinds: z.array(KindPreference),
})

export const getNotificationPreferences = {
  method: 'GET',
  path: '/notifications/preferences',
  access: 'user',
  summary: 'The notification preferences of the caller',
  data: NotificationPreferences,
} as const satisfies Endpoint

export const updateNotificationPreferences = {
  method: 'PUT',
  path: '/notifications/preferences',
  access: 'user',
  summary: 'Updates the notification preferences of the caller',
  body: z.strictObject({ emailDigest: EmailDigest }),
  data: NotificationPreferences,
  fallback: fallbacks.updateUserData,
} as const satisfies Endpoint

export const updateNotificationKind = {
  method: 'PUT',
  path: '/notifications/preferences/:kind',
  access: 'user',
  summary: 'Sets whether notifications of this kind are shown and mailed; those about security cannot be turned off',
  params: z.object({ kind: NotificationKind }),
  body: z.strictObject({ isShown: z.optional(z.boolean()), isMailed: z.optional(z.boolean()) }),
  data: NotificationPreferences,
  errors: ['rule-broken'],
  fallback: fallbacks.updateUserData,
} as const satisfies Endpoint

/** Works without logging in: the token is in the email and grants nothing else. Email programs post to this
 * automatically (RFC 8058); users open the page /unsubscribe?token=…, which asks before it posts. */
export const unsubscribe = {
  method: 'POST',
  path: '/notifications/unsubscribe',
  access: 'public',
  summary: 'Unsubscribes the user to whom the token was mailed',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: z.null(),
  errors: ['action-code-invalid'],
} as const satisfies Endpoint

export const getPushKey = {
  method: 'GET',
  path: '/notifications/push-key',
  access: 'user',
  summary: "This server's key for Web Push (VAPID), base64url: the applicationServerKey of a subscription",
  data: z.object({ publicKey: z.string() }),
} as const satisfies Endpoint

const Base64Url = (characters: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`)))

export const PushSubscription = z.object({
  subscriptionId: Id,
  /** The first 16 characters of the SHA-256 of the endpoint in hex, by which a browser recognizes its own
   * subscription. */
  endpointHash: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
})

export const listPushSubscriptions = {
  method: 'GET',
  path: '/notifications/push-subscriptions',
  access: 'user',
  summary: 'The devices that receive push messages, newest first',
  data: z.array(PushSubscription),
} as const satisfies Endpoint

export const addPushSubscription = {
  method: 'POST',
  path: '/notifications/push-subscriptions',
  access: 'user',
  summary: 'Subscribes a device to push messages; repeating it with the same endpoint replaces its keys and owner',
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(1_000), z.regex(/^https?:\/\//)),
    keys: z.strictObject({ p256dh: Base64Url(87), auth: Base64Url(22) }),
    /** As browsers serialize a subscription; null or absent. */
    expirationTime: z.optional(z.nullable(z.number())),
  }),
  data: PushSubscription,
  errors: ['rule-broken'],
} as const satisfies Endpoint

export const removePushSubscription = {
  method: 'DELETE',
  path: '/notifications/push-subscriptions/:subscriptionId',
  access: 'user',
  summary: 'Unsubscribes a device of the caller from push messages',
  params: z.object({ subscriptionId: Id }),
  data: z.null(),
} as const satisfies Endpoint

/** The JSON content of a push message. It is declarative (Push API, "declarative push message"): browsers that know this
 * form show it without a service worker. For all others a service worker shows the same members. */
export const PushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.extend(Notification, {
    /** The whole sentence, in the language of the user. */
    title: z.string(),
    /** The message that came with it, or an empty text. */
    body: z.string(),
    /** Where pressing it leads. */
    navigate: z.string(),
    lang: z.string(),
    /** A repeated notification replaces the earlier one. */
    tag: z.string(),
    icon: z.string(),
  }),
  /** The title again, for clients that know only this form. */
  text: z.string(),
})
