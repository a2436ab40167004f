/** The header of every page: logo, the site menu, search, and the user's controls. It has no background, so the colour
 * of the page is visible. */
import { useSettings } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { SearchBox } from './search-box.tsx'
import { MenuLine } from './site-nav.tsx'
import { SitePopover } from './site-popover.tsx'
import { UserMenu } from './user-menu.tsx'

export function Header() {
  return (
    <header className="gut relative z-40 flex min-h-[56px] flex-wrap items-center gap-x-1.5 md:min-h-17 md:gap-x-3">
      <Logo />
      <MenuLine />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5 md:gap-2.5">
        <SearchBox />
        <UserMenu />
        <SitePopover />
      </div>
    </header>
  )
}

function Logo() {
  const { brandName, isPreview } = useSettings()
  return (
    <span className="bar-sizes flex items-center gap-2.5">
      <Link to="/" className="brand-name flex min-h-11 items-center gap-2 rounded-item">
        <Mark className="h-6 text-(--mark)" />
        {/* Phones have no room for both next to the log-in buttons. */}
        <span className={isPreview ? 'max-sm:sr-only' : 'max-[23.5rem]:sr-only'}>{brandName}</span>
      </Link>
      {isPreview && <Badge tone="purple">{t('shell.preview')}</Badge>}
    </span>
  )
}
