/** What a work is and whose, as text: 'Track of mara'. */
import { t, type TranslationKey } from '#web/words/words.ts'

const KINDS = {
  artist: 'admin.artist',
  podcast: 'admin.podcast',
  album: 'admin.album',
  track: 'admin.track',
  episode: 'admin.episode',
  comment: 'admin.comment',
} as const satisfies Record<string, TranslationKey>

export type WorkKind = keyof typeof KINDS

export const isWorkKind = (kind: string): kind is WorkKind => Object.hasOwn(KINDS, kind)

export function describeWork(type: WorkKind, owner: string | null): string {
  const kind = t(KINDS[type])
  return owner === null ? kind : t('admin.workOf', { kind, owner })
}
