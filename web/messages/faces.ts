/** How a conversation is called: by the names of those in it. */
import type { Faces } from '../nostr/faces.ts'
import { t } from '../words/words.ts'

/** All names of a conversation. */
export function nameTalk(others: readonly string[], own: string, faces: Faces): string {
  const names = others.map((pubkey) => (pubkey === own ? t('messages.self') : faces(pubkey).name))
  return new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(names)
}
