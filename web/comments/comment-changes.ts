/** Actions on a comment or its author: sent to the server, confirmed by a toast, and applied immediately everywhere. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as blocks from '#contract/community/blocks.ts'
import * as calls from '#contract/community/comments.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

/** Refetches all comments and all lists of blocked users. */
export async function refetchComments(queries: QueryClient): Promise<void> {
  await Promise.all(
    [calls.listComments, calls.listReceivedComments, blocks.listBlocked, listNostrAuthors].map((endpoint) =>
      queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
    ),
  )
}

type Change = { make: () => Promise<unknown>; toast: string }

export function useChange() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ make }: Change) => make(),
    onSuccess: async (_data, { toast }) => {
      await refetchComments(queries)
      showToast(toast)
    },
    onError: (error) => showErrorToast(describeFailure(error)),
  })
}

/** The actions by name, for `useChange`. */
export function useChanges() {
  const { call } = useSite()
  return {
    remove: (commentId: string): Change => ({
      make: () => call(calls.deleteComment, { params: { commentId } }),
      toast: t('comments.wasDeleted'),
    }),
    hide: (commentId: string): Change => ({
      make: () => call(calls.hideComment, { params: { commentId } }),
      toast: t('comments.wasHidden'),
    }),
    show: (commentId: string): Change => ({
      make: () => call(calls.unhideComment, { params: { commentId } }),
      toast: t('comments.isShown'),
    }),
    mute: (userId: string, name: string): Change => ({
      make: () => call(blocks.muteUser, { body: { userId } }),
      toast: t('comments.wasMuted', { name }),
    }),
    unmute: (userId: string, name: string): Change => ({
      make: () => call(blocks.unmuteUser, { params: { userId } }),
      toast: t('comments.wasUnmuted', { name }),
    }),
    block: (userId: string, name: string): Change => ({
      make: () => call(blocks.blockCommenter, { body: { userId } }),
      toast: t('comments.wasBlocked', { name }),
    }),
    unblock: (userId: string, name: string): Change => ({
      make: () => call(blocks.unblockCommenter, { params: { userId } }),
      toast: t('comments.wasUnblocked', { name }),
    }),
    blockKey: (pubkey: string, name: string): Change => ({
      make: () => call(blocks.blockNostrKey, { body: { pubkey } }),
      toast: t('reactions.wasKeptAway', { name }),
    }),
    unblockKey: (pubkey: string, name: string): Change => ({
      make: () => call(blocks.unblockNostrKey, { params: { pubkey } }),
      toast: t('reactions.wasLetIn', { name }),
    }),
  }
}
