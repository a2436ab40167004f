/** Follows a genre. Its releases appear in the feed and in the lists made for the user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listFeed } from '#contract/community/feed.ts'
import { followGenre, getForYou, listFollowedGenres, unfollowGenre } from '#contract/listening/taste.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useLoginPrompt } from './library-entry.ts'

type Followed = Wire<typeof listFollowedGenres>

export function GenreFollowButton({ genreId, name }: { genreId: number; name: string }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const session = useSession((state) => state.session)
  const promptLogin = useLoginPrompt()
  const { data } = useQuery({ ...callQuery(call, listFollowedGenres, {}), enabled: session !== null })
  const isFollowed = session !== null && data?.genreIds.includes(genreId) === true
  const changing = useMutation({
    mutationFn: (isWanted: boolean) =>
      call(isWanted ? followGenre : unfollowGenre, { params: { genreId: String(genreId) } }),
    onSuccess: async (followed) => {
      queries.setQueryData<Followed>(queryKeyOf(listFollowedGenres, {}), followed)
      await Promise.all([listFeed, getForYou].map((one) => queries.invalidateQueries({ queryKey: queryKeyOf(one) })))
    },
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <Button
      kind="outline"
      size="large"
      aria-label={t(isFollowed ? 'library.followingName' : 'library.followName', { name })}
      isWaiting={changing.isPending}
      onClick={() => (session === null ? promptLogin() : changing.mutate(!isFollowed))}
    >
      {t(isFollowed ? 'library.following' : 'library.follow')}
    </Button>
  )
}
