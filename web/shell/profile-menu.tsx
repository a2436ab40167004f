/** The menu of the signed-in user, behind their avatar. Loaded with the session; visitors never load it. */
import { featureFlags } from '#contract/operator/feature-flags.ts'
import { formatSats } from '#web/words/sats.ts'
import { hasPage } from '#web/routes.ts'
import { useSignOut, type Account } from '#web/session/account.ts'
import { useFeature } from '#web/session/features.ts'
import { useOwnNostrProfile } from '#web/session/own-nostr-profile.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import {
  AdminIcon,
  ImageIcon,
  MailIcon,
  HeartIcon,
  PersonIcon,
  QueueIcon,
  SettingsIcon,
  SignOutIcon,
  UploadIcon,
  WalletIcon,
} from '#web/ui/icon.tsx'
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
  const icon = { size: 18, 'aria-hidden': true } as const
  const profile = account && `/profile/${account.profileUrl}`
  const who: MenuEntry[] = account
    ? [
        profile && hasPage(profile)
          ? { key: 'profile', href: profile, label: name, icon: <PersonIcon {...icon} /> }
          : { key: 'profile', isText: true, label: <span className="text-base font-semi text-ink">{name}</span> },
        {
          key: 'balance',
          href: '/transactions',
          label: t('shell.balance', { sats: formatSats(account.msatBalance) }),
          icon: <Bolt size={18} className="text-orange" />,
        },
      ]
    : []
  const places = [
    { key: 'following', href: '/feed', label: t('shell.following'), icon: <HeartIcon {...icon} /> },
    { key: 'playlists', href: '/playlists', label: t('shell.playlists'), icon: <QueueIcon {...icon} /> },
    { key: 'wallet', href: '/transactions', label: t('shell.wallet'), icon: <WalletIcon {...icon} /> },
    // Messages can only be read with a key.
    ...(account && account.nostrProfileData.length > 0
      ? [{ key: 'messages', href: '/messages', label: t('messages.title'), icon: <MailIcon {...icon} /> }]
      : []),
    { key: 'settings', href: '/settings', label: t('shell.settings'), icon: <SettingsIcon {...icon} /> },
    { key: 'studio', href: '/studio', label: t('shell.studio'), icon: <UploadIcon {...icon} /> },
    ...(hasDesign
      ? [{ key: 'design', href: featureFlags.design, label: t('shell.design'), icon: <ImageIcon {...icon} /> }]
      : []),
    ...(account?.isAdmin
      ? [{ key: 'admin', href: ADMIN, label: t('shell.admin'), icon: <AdminIcon {...icon} /> }]
      : []),
  ].filter(({ href }) => hasPage(href))
  return [
    ...who,
    ...places,
    { key: 'out', label: t('shell.signOut'), icon: <SignOutIcon {...icon} />, onSelect: () => void signOut() },
  ]
}
