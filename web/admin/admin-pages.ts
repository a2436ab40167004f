/** The pages for operators, in the order of their tabs. */
import type { TranslationKey } from '#web/words/words.ts'

export const adminPages: readonly { href: string; label: TranslationKey; note?: TranslationKey }[] = [
  { href: '/admin', label: 'admin.overview' },
  { href: '/admin/reports', label: 'admin.reports', note: 'admin.reportsNote' },
  { href: '/admin/takedown', label: 'admin.takedown', note: 'admin.takedownNote' },
  { href: '/admin/people', label: 'admin.people', note: 'admin.peopleNote' },
  { href: '/admin/nostr-keys', label: 'admin.keys', note: 'admin.keysNote' },
  { href: '/admin/moods', label: 'moodLists.title', note: 'moodLists.note' },
  { href: '/admin/announcements', label: 'admin.announcements', note: 'admin.announcementsNote' },
  { href: '/admin/money', label: 'admin.money', note: 'admin.moneyNote' },
  { href: '/admin/recovery', label: 'recovery.tab', note: 'recovery.note' },
  { href: '/admin/purse', label: 'purse.tab', note: 'purse.note' },
  { href: '/admin/promos', label: 'studio.promos', note: 'promos.adminNote' },
  { href: '/admin/health', label: 'health.title', note: 'health.note' },
  { href: '/admin/actions', label: 'admin.actions', note: 'admin.actionsNote' },
]
