/** The kinds of notifications, and those included in digests. */
import type * as z from 'zod/mini'
import { ChoosableKind, type NotificationKind } from '#contract/community/notifications.ts'

export type Kind = z.output<typeof NotificationKind>

export type Choosable = z.output<typeof ChoosableKind>

export const choosableKinds: readonly Choosable[] = ChoosableKind.options

export const isChoosable = (kind: Kind): kind is Choosable => (choosableKinds as readonly Kind[]).includes(kind)

const notInDigests = ['deposit', 'gift', 'fan-message', 'event-reminder', 'announcement'] as const

/** Whether it is an action of another user. A user's own actions, and events that are mailed immediately, are not in digests. */
export const isDigestKind = (kind: Kind): kind is Exclude<Choosable, (typeof notInDigests)[number]> =>
  isChoosable(kind) && !(notInDigests as readonly Kind[]).includes(kind)

/** Kinds that users may get by e-mail: in a digest, or each in its own e-mail, which the publisher sends. */
export const isMailable = (kind: Kind): boolean =>
  isDigestKind(kind) || kind === 'fan-message' || kind === 'event-reminder'
