/** The site menu in one place: what it would show, less what this release does not have yet.
 * Not the avatar menu, which is personal (user-menu.tsx). */
import { hasPage } from '../routes.ts'
import type { PlainWordKey } from '../words/words.ts'

export type MenuLink = {
  href: string
  word: PlainWordKey
  /** An address of the settings, not of the map: perhaps another site's. */
  isGiven?: true
  /** Shown to only one of the two. */
  onlyFor?: 'signed-in' | 'visitors'
}
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

/** Four places for thumbs. Where the first choice of a place is not there yet, the second stands in. */
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

/** Whether an address of the settings leads away from this site; `publicUrl` is what the site is called. */
export function leadsElsewhere(href: string, publicUrl: string): boolean {
  const here = URL.canParse(publicUrl) ? publicUrl : 'http://localhost'
  return !URL.canParse(href, here) || new URL(href, here).origin !== new URL(here).origin
}

export function siteMenu(faqUrl: string): MenuGroup[] {
  return groups(faqUrl)
    .map((group) => ({ ...group, links: group.links.filter(isThere) }))
    .filter((group) => group.links.length > 0)
}

/** The four of the bar at the foot of a phone; the last differs with who looks. */
export const bottomMenu = (): MenuLink[] => BOTTOM.flatMap((place) => place.find(isThere) ?? [])
