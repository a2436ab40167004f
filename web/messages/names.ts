/** The title of a conversation: the names of its participants. */
import type { NostrAuthors } from '#web/nostr/authors.ts'
import { t } from '#web/words/words.ts'

/** The names of all participants. */
export function nameConversation(others: readonly string[], own: string, authors: NostrAuthors): string {
  const names = others.map((pubkey) => (pubkey === own ? t('messages.self') : authors(pubkey).name))
  return new Intl.ListFormat(document.documentElement.lang, { type: 'unit' }).format(names)
}
