/** Renders the site menu: the links in the header, the list of the popover, and the bottom navigation on phones. */
import { NavLink } from '#web/navigation/link.tsx'
import { hasPage } from '#web/routes.ts'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { bottomMenu, isExternalLink, siteMenu, type MenuLink } from './site-menu.ts'

/** `look` styles the link, by whether it leads to the current page. */
function SiteLink({ link, look }: { link: MenuLink; look: (isActive: boolean) => string }) {
  const { publicUrl } = useSettings()
  if (link.isGiven && isExternalLink(link.href, publicUrl)) {
    return (
      <a href={link.href} target="_blank" rel="noreferrer" className={look(false)}>
        {t(link.label)}
        <span className="sr-only">{t('shell.opensElsewhere')}</span>
      </a>
    )
  }
  if (!hasPage(link.href)) {
    return (
      <a href={link.href} className={look(false)}>
        {t(link.label)}
      </a>
    )
  }
  return (
    <NavLink to={link.href} end={link.href === '/'} className={({ isActive }) => look(isActive)}>
      {() => t(link.label)}
    </NavLink>
  )
}

const word = (isActive: boolean) => classNames('menu-word', isActive && 'border-current!')

/** The links of the header, in windows that have space for all of them. */
export function MenuLine() {
  const { faqUrl } = useSettings()
  const links = siteMenu(faqUrl).flatMap((group) => (group.isPersonal ? [] : group.links))
  return (
    <nav aria-label={t('shell.siteMenu')} className="ml-2 hidden menu:block">
      <ul className="menu-words">
        {links.map((link) => (
          <li key={link.href}>
            <SiteLink link={link} look={word} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const row = (isActive: boolean) =>
  classNames(
    'flex min-h-11 items-center rounded-item px-3 font-medium hover:underline',
    isActive && 'font-strong underline',
  )

/** The whole menu as a list, for the popover. */
export function SiteLinks() {
  const { faqUrl } = useSettings()
  return siteMenu(faqUrl).map((group) => (
    <div key={group.key} className={group.isPersonal && 'signed-out:hidden'}>
      {group.label && (
        <h2 className="px-3 pt-4.5 pb-1 font-text text-xs font-medium tracking-normal text-ink-3">{t(group.label)}</h2>
      )}
      <ul className="flex flex-col gap-0.5">
        {group.links.map((link) => (
          <li key={link.href}>
            <SiteLink link={link} look={row} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** The bottom navigation on phones, with four links. */
export function BottomBar() {
  return (
    <nav
      aria-label={t('shell.main')}
      className="bar-sizes fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-beige pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {bottomMenu().map(({ href, label, onlyFor }) => (
        <NavLink
          key={href}
          to={href}
          end={href === '/'}
          className={({ isActive }) =>
            classNames(
              'flex h-13 flex-1 items-center justify-center text-sm',
              isActive ? 'font-bold text-ink' : 'font-medium text-ink-2',
              onlyFor === 'signed-in' && 'signed-out:hidden',
              onlyFor === 'visitors' && 'signed-in:hidden',
            )
          }
        >
          {() => t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
