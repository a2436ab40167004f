/** The site menu as data: all entries, without pages that do not exist in this build.
 * The avatar menu is personal and separate (user-menu.tsx). */
import { hasPage } from '#web/routes.ts'
import type { TranslationKey } from '#web/words/words.ts'

export type MenuLink = {
  href: string
  label: TranslationKey
  /** A URL from the settings instead of a route; it may lead to another site. */
  isGiven?: true
  /** Shown only to signed-in users or only to visitors. */
  onlyFor?: 'signed-in' | 'visitors'
}
export type MenuGroup = { key: string; label?: TranslationKey; isPersonal?: true; links: MenuLink[] }

const groups = (faqUrl: string): MenuGroup[] => [
  {
    key: 'listen',
    links: [
      { href: '/', label: 'shell.home' },
      { href: '/top', label: 'shell.top' },
      { href: '/new', label: 'shell.new' },
      { href: '/artists', label: 'shell.catalog' },
      { href: '/shows', label: 'shell.shows' },
      { href: '/podcasts', label: 'shell.podcasts' },
      { href: '/events', label: 'shell.events' },
    ],
  },
  {
    key: 'yours',
    label: 'shell.yours',
    isPersonal: true,
    links: [
      { href: '/feed', label: 'shell.following' },
      { href: '/library', label: 'shell.library' },
      { href: '/playlists', label: 'shell.playlists' },
      { href: '/transactions', label: 'shell.wallet' },
    ],
  },
  {
    key: 'make',
    label: 'shell.make',
    links: [
      { href: '/studio', label: 'shell.upload' },
      // The page of this site has the same name everywhere.
      { href: faqUrl, label: faqUrl === '/docs' ? 'shell.docs' : 'shell.faq', isGiven: true },
    ],
  },
]

/** Four entries of the bottom navigation. If the first choice of an entry does not exist yet, the next one is used. */
const BOTTOM: MenuLink[][] = [
  [{ href: '/', label: 'shell.home' }],
  [
    { href: '/search', label: 'shell.search' },
    { href: '/top', label: 'shell.top' },
  ],
  [
    { href: '/library', label: 'shell.library' },
    { href: '/podcasts', label: 'shell.podcasts' },
  ],
  [{ href: '/transactions', label: 'shell.wallet', onlyFor: 'signed-in' }],
  [{ href: '/new', label: 'shell.new', onlyFor: 'visitors' }],
]

const isThere = (link: MenuLink) => link.isGiven === true || hasPage(link.href)

/** Whether a URL from the settings leads to another site; `publicUrl` is the URL of this site. */
export function isExternalLink(href: string, publicUrl: string): boolean {
  const here = URL.canParse(publicUrl) ? publicUrl : 'http://localhost'
  return !URL.canParse(href, here) || new URL(href, here).origin !== new URL(here).origin
}

export function siteMenu(faqUrl: string): MenuGroup[] {
  return groups(faqUrl)
    .map((group) => ({ ...group, links: group.links.filter(isThere) }))
    .filter((group) => group.links.length > 0)
}

/** The four entries of the bottom navigation on phones; the last one depends on the session. */
export const bottomMenu = (): MenuLink[] => BOTTOM.flatMap((place) => place.find(isThere) ?? [])
