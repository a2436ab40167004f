/** Draws the site menu: a rail on wide screens, a popover on narrow ones, and the bottom navigation on phones. */
import { NavLink } from '#web/navigation/link.tsx'
import { hasPage } from '#web/routes.ts'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { LanguageLinks } from './language-links.tsx'
import { NavIcon } from './nav-icon.tsx'
import { bottomMenu, isExternalLink, siteMenu, type MenuLink } from './site-menu.ts'

const ROW =
  'group flex min-h-10 items-center gap-2.5 rounded-item px-3 py-2 font-medium transition-[color,background-color]'

function SiteLink({ link }: { link: MenuLink }) {
  const { publicUrl } = useSettings()
  if (isExternalLink(link.href, publicUrl)) {
    return (
      <a href={link.href} target="_blank" rel="noreferrer" className={classNames(ROW, 'text-ink-2 hover:text-ink')}>
        {t(link.label)}
        <ExternalIcon size={14} aria-hidden="true" className="opacity-60" />
        <span className="sr-only">{t('shell.opensElsewhere')}</span>
      </a>
    )
  }
  if (!hasPage(link.href)) {
    return (
      <a href={link.href} className={classNames(ROW, 'text-ink-2 hover:text-ink')}>
        {t(link.label)}
      </a>
    )
  }
  return (
    <NavLink
      to={link.href}
      end={link.href === '/'}
      className={({ isActive }) =>
        classNames(ROW, isActive ? 'bg-highlight text-ink shadow-float' : 'text-ink-2 hover:text-ink')
      }
    >
      {({ isActive }) => (
        <>
          {isActive && <span aria-hidden="true" className="size-2 rounded-pill bg-ink" />}
          {t(link.label)}
        </>
      )}
    </NavLink>
  )
}

/** The list itself, the same in the rail and in the popover. */
export function SiteLinks() {
  const { faqUrl } = useSettings()
  const groups = siteMenu(faqUrl).map((group) => (
    <div key={group.key} className={group.isPersonal && 'signed-out:hidden'}>
      {group.label && (
        <h2 className="px-3 pt-4.5 pb-1 font-text text-xs font-medium tracking-normal text-ink-3">{t(group.label)}</h2>
      )}
      <ul className="flex flex-col gap-0.5">
        {group.links.map((link) => (
          <li key={link.href}>
            <SiteLink link={link} />
          </li>
        ))}
      </ul>
    </div>
  ))
  return (
    <>
      {groups}
      <LanguageLinks />
    </>
  )
}

export function BottomBar() {
  return (
    <nav
      aria-label={t('shell.main')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-highlight pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {bottomMenu().map(({ href, label, onlyFor }) => (
        <NavLink
          key={href}
          to={href}
          end={href === '/'}
          className={({ isActive }) =>
            classNames(
              'flex h-[60px] flex-1 flex-col items-center justify-center gap-1 text-xs font-semi',
              isActive ? 'text-ink' : 'text-ink-2',
              onlyFor === 'signed-in' && 'signed-out:hidden',
              onlyFor === 'visitors' && 'signed-in:hidden',
            )
          }
        >
          {({ isActive }) => (
            <>
              <span className={classNames('rounded-pill px-4 py-0.5', isActive && 'bg-beige')}>
                <NavIcon href={href} />
              </span>
              {t(label)}
            </>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
