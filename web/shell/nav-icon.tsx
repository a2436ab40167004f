/** The icons of the places in the bar at a phone's foot, by address.
 * Not those of things one does; they stand in ui/icon.tsx. */
import { ChartIcon, HomeIcon, LibraryIcon, NewIcon, PodcastIcon, SearchIcon, WalletIcon } from '../ui/icon.tsx'

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
