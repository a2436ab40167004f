/** The icons of the bottom navigation on phones, by path.
 * Icons of actions are in ui/icon.tsx. */
import { ChartIcon, HomeIcon, LibraryIcon, NewIcon, PodcastIcon, SearchIcon, WalletIcon } from '#web/ui/icon.tsx'

const SHAPES: Partial<Record<string, typeof HomeIcon>> = {
  '/': HomeIcon,
  '/search': SearchIcon,
  '/top': ChartIcon,
  '/library': LibraryIcon,
  '/podcasts': PodcastIcon,
  '/new': NewIcon,
  '/transactions': WalletIcon,
}

export function NavIcon({ href }: { href: string }) {
  const Shape = SHAPES[href] ?? HomeIcon
  return <Shape size={20} aria-hidden="true" />
}
