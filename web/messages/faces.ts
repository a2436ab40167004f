/** The title of a conversation: the names of its participants. */
import type { Faces } from '#web/nostr/faces.ts'
import { t } from '#web/words/words.ts'

/** The names of all participants. */
export function nameTalk(others: readonly string[], own: string, faces: Faces): string {
  const names = others.map((pubkey) => (pubkey === own ? t('messages.self') : faces(pubkey).name))
  return new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(names)
}
