/** The right end of the header: log-in and registration for visitors; bell, balance and menu for signed-in users.
 * The page contains both; the stylesheet shows the matching one before any script has run. */
import { lazy, Suspense } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { hasPage } from '#web/routes.ts'
import { useAccount, type Account } from '#web/session/account.ts'
import { NOTIFICATIONS_HREF, useNotificationFlag } from '#web/session/notifications.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BellIcon } from '#web/ui/icon.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'

export function UserMenu() {
  return (
    <>
      <div className="bar-sizes flex flex-wrap items-center justify-end gap-1.5 signed-in:hidden sm:gap-2">
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

const ProfileMenu = lazy(async () => ({ default: (await import('./profile-menu.tsx')).ProfileMenu }))

function SignedInMenu() {
  const { data: account, isError, isPaused } = useAccount()
  const isSignedIn = useSession((state) => state.session !== null)
  return (
    <div className="bar-sizes flex flex-wrap items-center justify-end gap-x-2 signed-out:hidden">
      {hasPage('/transactions') && (
        <>
          <Bell />
          <BalancePill account={account} isUnknown={isError || isPaused} />
        </>
      )}
      <Suspense fallback={<span className="size-[38px] rounded-pill bg-sunken" />}>
        {isSignedIn ? <ProfileMenu account={account} /> : <span className="size-[38px] rounded-pill bg-sunken" />}
      </Suspense>
    </div>
  )
}

function Bell() {
  const { hasNews, clear } = useNotificationFlag()
  return (
    <Link
      to={NOTIFICATIONS_HREF}
      onClick={clear}
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

/** `isUnknown`: without a connection, nothing is coming. */
function BalancePill({ account, isUnknown }: { account: Account | undefined; isUnknown: boolean }) {
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
        isUnknown ? (
          '–'
        ) : (
          <Skeleton className="h-4 w-16" />
        )
      ) : (
        <>
          {/* Narrow windows show no "sats", only the bolt. Screen readers always get the full text. */}
          <span className="xl:hidden">{sats}</span>
          <span className="max-xl:hidden">{t('shell.balance', { sats })}</span>
        </>
      )}
    </Link>
  )
}
