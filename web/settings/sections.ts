/** The sections of the settings, each with its own URL. Their content: settings-page.tsx. */
import type { TranslationKey } from '#web/words/words.ts'

export type SectionSlug =
  | 'profile'
  | 'money'
  | 'apps'
  | 'log-in'
  | 'security'
  | 'notifications'
  | 'people'
  | 'playback'
  | 'appearance'
  | 'data'

export const sections: readonly { slug: SectionSlug; label: TranslationKey; note: TranslationKey }[] = [
  { slug: 'profile', label: 'settings.profile', note: 'settings.profileNote' },
  { slug: 'money', label: 'settings.money', note: 'settings.moneyNote' },
  { slug: 'apps', label: 'connections.title', note: 'connections.note' },
  { slug: 'log-in', label: 'settings.logIn', note: 'settings.logInNote' },
  { slug: 'security', label: 'settings.security', note: 'settings.securityNote' },
  { slug: 'notifications', label: 'settings.notifications', note: 'settings.notificationsNote' },
  { slug: 'people', label: 'comments.people', note: 'comments.peopleNote' },
  { slug: 'playback', label: 'playback.title', note: 'playback.note' },
  { slug: 'appearance', label: 'settings.appearance', note: 'settings.appearanceNote' },
  { slug: 'data', label: 'settings.data', note: 'settings.dataNote' },
]

export const sectionHref = (slug: SectionSlug): string => `/settings/${slug}`
