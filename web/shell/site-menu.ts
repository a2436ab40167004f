/** The site menu in one place: what it would show, less what this release does not have yet.
 * Not the avatar menu, which is personal (user-menu.tsx). */
import { hasPage } from '../routes.ts'
import type { PlainWordKey } from '../words/words.ts'

export type MenuLink = { href: string; word: PlainWordKey; isExternal?: true }
export type MenuGroup = { key: string; word?: PlainWordKey; isPersonal?: true; links: MenuLink[] }

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
      { href: faqUrl, word: 'shell.faq', isExternal: true },
    ],
  },
]

const BOTTOM: MenuLink[] = [
  { href: '/', word: 'shell.home' },
  { href: '/search', word: 'shell.search' },
  { href: '/library', word: 'shell.library' },
  { href: '/transactions', word: 'shell.wallet' },
]

const isThere = (link: MenuLink) => link.isExternal === true || hasPage(link.href)

export function siteMenu(faqUrl: string): MenuGroup[] {
  return groups(faqUrl)
    .map((group) => ({ ...group, links: group.links.filter(isThere) }))
    .filter((group) => group.links.length > 0)
}

/** The four of the bar at the foot of a phone. */
export const bottomMenu = (): MenuLink[] => BOTTOM.filter(isThere)
