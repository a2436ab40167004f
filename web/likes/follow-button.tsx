/** Follows an artist or a show, and shows the number of followers. Followers are notified of new releases by bell and
 * e-mail. It shares its state with the like button (library-entry.ts). */
import { useQuery } from '@tanstack/react-query'
import { countFollowers } from '#contract/community/follows.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { useLibraryEntry } from './library-entry.ts'

export function FollowButton({ contentId, name }: { contentId: string; name: string }) {
  const { isSaved, toggle } = useLibraryEntry(contentId)
  return (
    <Button
      kind="outline"
      size="large"
      aria-label={t(isSaved ? 'library.followingName' : 'library.followName', { name })}
      onClick={toggle}
    >
      <span className="as-wide-as" data-wide={t('library.following')}>
        {t(isSaved ? 'library.following' : 'library.follow')}
      </span>
    </Button>
  )
}

/** The number of followers, for the line of facts below a name; nothing while there are none. */
export function FollowerCount({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, countFollowers, { params: { contentId } }))
  if (data === undefined || data.followerCount === 0) return null
  const count = data.followerCount
  return <span>{t('library.followers', { count })}</span>
}
