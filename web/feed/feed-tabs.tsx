/** The two feeds, for users who have a nostr key: what they follow here, and what they follow on nostr. */
import { useAccount } from '#web/session/account.ts'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t } from '#web/words/words.ts'

export function FeedTabs({ selected }: { selected: 'here' | 'nostr' }) {
  const { data: account } = useAccount()
  if (!account || (selected === 'here' && account.nostrProfileData.length === 0)) return null
  const links = [
    { href: '/feed', name: t('following.here'), isSelected: selected === 'here' },
    { href: '/feed/nostr', name: t('feed.title'), isSelected: selected === 'nostr' },
  ]
  return (
    <div className="mt-5">
      <TabLinks label={t('following.title')} links={links} />
    </div>
  )
}
