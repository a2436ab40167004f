/** The right end of the header: for visitors the two ways in, for the signed-in the bell, the balance and their menu.
 * Both stand in the page; the stylesheet shows the right one before any script has run. */
import { Link } from 'react-router'
import { formatSats } from '#contract/money.ts'
import { hasPage } from '../routes.ts'
import { useAccount, useSignOut, type Account } from '../session/account.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { BellIcon, PersonIcon, SettingsIcon, SignOutIcon, UploadIcon, WalletIcon } from '../ui/icon.tsx'
import { Bolt } from '../ui/mark.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { shortenName } from '../words/format.ts'
import { t } from '../words/words.ts'

export function UserMenu() {
  return (
    <>
      <div className="flex items-center gap-1.5 signed-in:hidden sm:gap-2">
        {hasPage('/login') && (
          <ButtonLink to="/login" kind="quiet" className="max-md:min-h-10 max-md:px-4 max-sm:px-3.5!">
            {t('shell.logIn')}
          </ButtonLink>
        )}
        {hasPage('/register') && (
          <ButtonLink to="/register" className="max-md:min-h-10 max-md:px-4 max-sm:px-3.5!">
            {t('shell.signUp')}
          </ButtonLink>
        )}
      </div>
      <SignedInMenu />
    </>
  )
}

function SignedInMenu() {
  const { data: account } = useAccount()
  const entries = useEntries(account)
  return (
    <div className="flex items-center gap-2 signed-out:hidden md:gap-3">
      {hasPage('/transactions') && (
        <>
          <Bell hasNews={false} />
          <BalancePill account={account} />
        </>
      )}
      <Menu
        label={t('shell.openUserMenu')}
        button={<Avatar src={account?.artworkUrl} seed={account?.id ?? 'nobody'} />}
        entries={entries}
      />
    </div>
  )
}

function Bell({ hasNews }: { hasNews: boolean }) {
  return (
    <Link
      to="/transactions"
      aria-label={t(hasNews ? 'shell.bellNews' : 'shell.bell')}
      className="relative grid size-11 place-items-center rounded-pill text-ink-2 hover:bg-highlight hover:text-ink"
    >
      <BellIcon size={20} aria-hidden="true" />
      {hasNews && (
        <span
          aria-hidden="true"
          className="absolute top-2.5 right-2.5 size-2.5 rounded-pill border-2 border-beige bg-pink"
        />
      )}
    </Link>
  )
}

function BalancePill({ account }: { account: Account | undefined }) {
  const sats = account && formatSats(account.msatBalance)
  return (
    <Link
      to="/transactions"
      aria-label={sats === undefined ? t('shell.wallet') : t('shell.balanceLabel', { sats })}
      className={classNames(
        'flex min-h-11 items-center gap-2 rounded-pill border border-line bg-highlight px-4 font-semi whitespace-nowrap',
        'hover:border-line-2 max-md:min-h-10 max-md:px-3.5',
      )}
    >
      <Bolt className="text-orange" />
      {sats === undefined ? (
        <Skeleton className="h-4 w-16" />
      ) : (
        <>
          {/* On a phone the bolt says the unit; the whole of it is in the label. */}
          <span className="md:hidden">{sats}</span>
          <span className="max-md:hidden">{t('shell.balance', { sats })}</span>
        </>
      )}
    </Link>
  )
}

function useEntries(account: Account | undefined): MenuEntry[] {
  const signOut = useSignOut()
  const name = account && shortenName(account.displayName ?? account.name)
  const icon = { size: 18, 'aria-hidden': true } as const
  const profile = account && `/profile/${account.profileUrl}`
  const who: MenuEntry[] = account
    ? [
        profile && hasPage(profile)
          ? { key: 'profile', href: profile, label: name, icon: <PersonIcon {...icon} /> }
          : { key: 'profile', isText: true, label: <span className="text-base font-semi text-ink">{name}</span> },
        {
          key: 'balance',
          isText: true,
          label: t('shell.balance', { sats: formatSats(account.msatBalance) }),
          icon: <Bolt size={16} className="text-orange" />,
        },
      ]
    : []
  const places = [
    { key: 'wallet', href: '/transactions', label: t('shell.wallet'), icon: <WalletIcon {...icon} /> },
    { key: 'settings', href: '/settings', label: t('shell.settings'), icon: <SettingsIcon {...icon} /> },
    { key: 'studio', href: '/studio', label: t('shell.studio'), icon: <UploadIcon {...icon} /> },
  ].filter(({ href }) => hasPage(href))
  return [
    ...who,
    ...places,
    { key: 'out', label: t('shell.signOut'), icon: <SignOutIcon {...icon} />, onSelect: () => void signOut() },
  ]
}
