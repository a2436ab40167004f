/** The sender and the recipients of a message to followers. */
import type * as z from 'zod/mini'
import type { FanKind } from '#contract/community/fans.ts'
import type { TranslationKey } from '#web/words/words.ts'

export type OwnMaker = { id: string; name: string; type: 'artist' | 'podcast' }

export type Audience = z.output<typeof FanKind>

export const AUDIENCES: Readonly<Record<Audience, TranslationKey>> = {
  follows: 'fans.toFollows',
  supported: 'fans.toSupported',
  bought: 'fans.toBought',
  events: 'fans.toEvents',
}
