/** The menu of the signed-in user, behind their avatar. Loaded with the session; visitors never load it. */
import { featureFlags } from '#contract/operator/feature-flags.ts'
import { formatSats } from '#web/words/sats.ts'
import { hasPage } from '#web/routes.ts'
import { useSignOut, type Account } from '#web/session/account.ts'
import { useFeature } from '#web/session/features.ts'
import { useOwnNostrProfile } from '#web/session/own-nostr-profile.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx'
import { shortenName } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

const ADMIN = hasPage('/admin') ? '/admin' : '/admin/money'

export function ProfileMenu({ account }: { account: Account | undefined }) {
  const nostr = useOwnNostrProfile(account)
  return (
    <Menu
      label={t('shell.openUserMenu')}
      button={<Avatar src={account?.artworkUrl ?? nostr.picture} seed={account?.id ?? 'nobody'} />}
      entries={useEntries(account, nostr.name)}
    />
  )
}

function useEntries(account: Account | undefined, nostrName: string | null): MenuEntry[] {
  const signOut = useSignOut()
  const hasDesign = useFeature('design')
  const name = account && shortenName(account.displayName ?? nostrName ?? account.name)
  const profile = account && `/profile/${account.profileUrl}`
  const who: MenuEntry[] = account
    ? [
        profile && hasPage(profile)
          ? { key: 'profile', href: profile, label: name }
          : { key: 'profile', isText: true, label: <span className="text-base font-semi text-ink">{name}</span> },
        {
          key: 'balance',
          href: '/transactions',
          label: (
            <>
              <Bolt size={18} className="text-orange" />
              {t('shell.balance', { sats: formatSats(account.msatBalance) })}
            </>
          ),
        },
      ]
    : []
  const places = [
    { key: 'following', href: '/feed', label: t('shell.following') },
    { key: 'playlists', href: '/playlists', label: t('shell.playlists') },
    { key: 'wallet', href: '/transactions', label: t('shell.wallet') },
    { key: 'earn', href: '/earn', label: t('promos.link') },
    // Messages can only be read with a key.
    ...(account && account.nostrProfileData.length > 0
      ? [{ key: 'messages', href: '/messages', label: t('messages.title') }]
      : []),
    { key: 'settings', href: '/settings', label: t('shell.settings') },
    { key: 'studio', href: '/studio', label: t('shell.studio') },
    ...(hasDesign ? [{ key: 'design', href: featureFlags.design, label: t('shell.design') }] : []),
    ...(account?.role ? [{ key: 'admin', href: ADMIN, label: t('shell.admin') }] : []),
  ].filter(({ href }) => hasPage(href))
  return [...who, ...places, { key: 'out', label: t('shell.signOut'), onSelect: () => void signOut() }]
}
