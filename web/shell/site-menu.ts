/** The site menu as data: all entries, without pages that do not exist in this build.
 * The avatar menu is personal and separate (user-menu.tsx). */
import { hasPage } from '#web/routes.ts'
import type { WordKey } from '#web/words/words.ts'

export type MenuLink = {
  href: string
  word: WordKey
  /** A URL from the settings instead of a route; it may lead to another site. */
  isGiven?: true
  /** Shown only to signed-in users or only to visitors. */
  onlyFor?: 'signed-in' | 'visitors'
}
export type MenuGroup = { key: string; word?: WordKey; isPersonal?: true; links: MenuLink[] }

const groups = (faqUrl: string): MenuGroup[] => [
  {
    key: 'listen',
    links: [
      { href: '/', word: 'shell.home' },
      { href: '/top', word: 'shell.top' },
      { href: '/new', word: 'shell.new' },
      { href: '/artists', word: 'shell.catalog' },
      { href: '/shows', word: 'shell.shows' },
      { href: '/podcasts', word: 'shell.podcasts' },
    ],
  },
  {
    key: 'yours',
    word: 'shell.yours',
    isPersonal: true,
    links: [
      { href: '/feed', word: 'shell.following' },
      { href: '/library', word: 'shell.library' },
      { href: '/playlists', word: 'shell.playlists' },
      { href: '/transactions', word: 'shell.wallet' },
    ],
  },
  {
    key: 'make',
    word: 'shell.make',
    links: [
      { href: '/studio', word: 'shell.upload' },
      { href: faqUrl, word: 'shell.faq', isGiven: true },
    ],
  },
]

/** Four entries of the bottom navigation. If the first choice of an entry does not exist yet, the next one is used. */
const BOTTOM: MenuLink[][] = [
  [{ href: '/', word: 'shell.home' }],
  [
    { href: '/search', word: 'shell.search' },
    { href: '/top', word: 'shell.top' },
  ],
  [
    { href: '/library', word: 'shell.library' },
    { href: '/podcasts', word: 'shell.podcasts' },
  ],
  [{ href: '/transactions', word: 'shell.wallet', onlyFor: 'signed-in' }],
  [{ href: '/new', word: 'shell.new', onlyFor: 'visitors' }],
]

const isThere = (link: MenuLink) => link.isGiven === true || hasPage(link.href)

/** Whether a URL from the settings leads to another site; `publicUrl` is the URL of this site. */
export function leadsElsewhere(href: string, publicUrl: string): boolean {
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
