/** The pages for operators, in the order of their tabs. */
import type { WordKey } from '#web/words/words.ts'

export const adminPages: readonly { href: string; word: WordKey; note?: WordKey }[] = [
  { href: '/admin', word: 'admin.overview' },
  { href: '/admin/reports', word: 'admin.reports', note: 'admin.reportsNote' },
  { href: '/admin/takedown', word: 'admin.takedown', note: 'admin.takedownNote' },
  { href: '/admin/people', word: 'admin.people', note: 'admin.peopleNote' },
  { href: '/admin/nostr-keys', word: 'admin.keys', note: 'admin.keysNote' },
  { href: '/admin/announcements', word: 'admin.announcements', note: 'admin.announcementsNote' },
  { href: '/admin/money', word: 'admin.money', note: 'admin.moneyNote' },
  { href: '/admin/actions', word: 'admin.actions', note: 'admin.actionsNote' },
]
