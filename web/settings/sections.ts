/** The sections of the settings, each with its own URL. Their content: settings-page.tsx. */
import type { WordKey } from '#web/words/words.ts'

export type SectionSlug =
  | 'profile'
  | 'money'
  | 'apps'
  | 'log-in'
  | 'security'
  | 'notifications'
  | 'people'
  | 'appearance'
  | 'data'

export const sections: readonly { slug: SectionSlug; word: WordKey; note: WordKey }[] = [
  { slug: 'profile', word: 'settings.profile', note: 'settings.profileNote' },
  { slug: 'money', word: 'settings.money', note: 'settings.moneyNote' },
  { slug: 'apps', word: 'connections.title', note: 'connections.note' },
  { slug: 'log-in', word: 'settings.logIn', note: 'settings.logInNote' },
  { slug: 'security', word: 'settings.security', note: 'settings.securityNote' },
  { slug: 'notifications', word: 'settings.notifications', note: 'settings.notificationsNote' },
  { slug: 'people', word: 'comments.people', note: 'comments.peopleNote' },
  { slug: 'appearance', word: 'settings.appearance', note: 'settings.appearanceNote' },
  { slug: 'data', word: 'settings.data', note: 'settings.dataNote' },
]

export const sectionHref = (slug: SectionSlug): string => `/settings/${slug}`
