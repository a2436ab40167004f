/** Which tabs of the studio somebody sees at an address, and which of them is chosen.
 * Not how they look; that is studio-frame.tsx. */
import type { PlainWordKey } from '../words/words.ts'

/** How many of each somebody owns. */
export type Owned = { albums: number; artists: number; podcasts: number }
export type StudioTab = { href: string; word: PlainWordKey; isChosen: boolean }

const TABS: readonly { href: string; word: PlainWordKey; of?: keyof Owned }[] = [
  { href: '/studio', word: 'studio.title' },
  { href: '/studio/analytics', word: 'studio.analytics' },
  { href: '/studio/albums', word: 'studio.releases', of: 'albums' },
  { href: '/studio/artists', word: 'studio.artists', of: 'artists' },
  { href: '/studio/podcasts', word: 'studio.podcasts', of: 'podcasts' },
]

/** None before it is known what somebody owns (`null`), and none for who owns nothing. */
export function studioTabs(path: string, owned: Owned | null): StudioTab[] {
  if (owned === null || owned.albums + owned.artists + owned.podcasts === 0) return []
  // Addresses match in any letter case, with or without a slash at their end.
  const here = path.toLowerCase().replace(/\/+$/, '')
  return TABS.filter(({ of }) => of === undefined || owned[of] > 0).map(({ href, word }) => ({
    href,
    word,
    isChosen: here === href || (href !== '/studio' && here.startsWith(`${href}/`)),
  }))
}
