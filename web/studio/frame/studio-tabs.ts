/** The studio tabs for a path and what the user owns, and which of them is active.
 * How they look is studio-frame.tsx. */
import type { TranslationKey } from '#web/words/words.ts'

/** How many of each the user works on; `promotable`: own releases. */
export type Owned = { albums: number; artists: number; podcasts: number; promotable: number }
export type StudioTab = { href: string; label: TranslationKey; isSelected: boolean }

const TABS: readonly { href: string; label: TranslationKey; of?: keyof Owned }[] = [
  { href: '/studio', label: 'studio.title' },
  { href: '/studio/analytics', label: 'studio.analytics' },
  { href: '/studio/albums', label: 'studio.releases', of: 'albums' },
  { href: '/studio/artists', label: 'studio.artists', of: 'artists' },
  { href: '/studio/events', label: 'events.studio', of: 'artists' },
  { href: '/studio/promos', label: 'studio.promos', of: 'promotable' },
  { href: '/studio/podcasts', label: 'studio.podcasts', of: 'podcasts' },
]

/** Empty while it is unknown what the user owns (`null`), and for users who own nothing. */
export function studioTabs(path: string, owned: Owned | null): StudioTab[] {
  if (owned === null || owned.albums + owned.artists + owned.podcasts === 0) return []
  // Paths match in any case, with or without a trailing slash.
  const here = path.toLowerCase().replace(/\/+$/, '')
  return TABS.filter(({ of }) => of === undefined || owned[of] > 0).map(({ href, label }) => ({
    href,
    label,
    isSelected: here === href || (href !== '/studio' && here.startsWith(`${href}/`)),
  }))
}
