/** Which kinds of notification there are here, and which a digest is for. */
import type * as z from 'zod/mini'
import { ChoosableKind, type NotificationKind } from '#contract/notifications.ts'

export type Kind = z.output<typeof NotificationKind>

/** What others did. What a person did themselves, or is written to about at once, brings no digest. */
export const digestKinds: readonly Kind[] = [
  'zap-received',
  'address-received',
  'comment',
  'reply',
  'release',
  'new-split',
]

export type Choosable = z.output<typeof ChoosableKind>

export const choosableKinds: readonly Choosable[] = ChoosableKind.options

export const isChoosable = (kind: Kind): kind is Choosable => (choosableKinds as readonly Kind[]).includes(kind)
