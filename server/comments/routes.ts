/** Binds the endpoints of comments. Contains no behaviour; reporting is bound by the admin module. */
import type { FastifyInstance } from 'fastify'
import * as blocks from '#contract/community/blocks.ts'
import * as calls from '#contract/community/comments.ts'
import { getQuote } from '#contract/listening/quote.ts'
import { on } from '#server/platform/http/http.ts'
import type { CommentDeps } from './deps.ts'
import { readCommentPage, readComments, readReceived } from './lists.ts'
import { blockNostrKey, unblockNostrKey } from './nostr-blocks.ts'
import { addToBlockList, removeFromBlockList, readBlockLists } from './block-lists.ts'
import { createQuotes } from './quote.ts'
import { replyTo, deleteOwnComment, setHidden } from './replies.ts'

export function commentRoutes(app: FastifyInstance, deps: CommentDeps): void {
  on(app, calls.listComments, ({ params, query }, { caller }) => readComments(deps, caller, params.contentId, query))
  const readQuote = createQuotes(deps)
  on(app, getQuote, ({ query }, { caller }) => readQuote(caller, query.artistId))
  const lists = {
    artist: calls.listArtistComments,
    album: calls.listAlbumComments,
    podcast: calls.listShowComments,
  } as const
  for (const type of ['artist', 'album', 'podcast'] as const) {
    on(app, lists[type], ({ params, query }, { caller }) =>
      readCommentPage(deps, caller, { type, id: params.contentId }, query),
    )
  }
  on(app, calls.listReceivedComments, ({ query }, { caller }) => readReceived(deps, caller, query))
  on(app, calls.replyToComment, ({ body }, { caller, operationId }) => replyTo(deps, caller, operationId, body))
  on(app, calls.deleteComment, ({ params }, { caller }) => deleteOwnComment(deps, caller, params.commentId))
  on(app, calls.hideComment, ({ params }, { caller }) => setHidden(deps, caller, params.commentId, true))
  on(app, calls.unhideComment, ({ params }, { caller }) => setHidden(deps, caller, params.commentId, false))
  on(app, blocks.listBlocked, (_input, { caller }) => readBlockLists(deps, caller))
  on(app, blocks.muteUser, ({ body }, { caller }) => addToBlockList(deps, caller, 'muted_person', body.userId))
  on(app, blocks.unmuteUser, ({ params }, { caller }) =>
    removeFromBlockList(deps, caller, 'muted_person', params.userId),
  )
  on(app, blocks.blockCommenter, ({ body }, { caller }) =>
    addToBlockList(deps, caller, 'blocked_commenter', body.userId),
  )
  on(app, blocks.unblockCommenter, ({ params }, { caller }) =>
    removeFromBlockList(deps, caller, 'blocked_commenter', params.userId),
  )
  on(app, blocks.blockNostrKey, ({ body }, { caller }) => blockNostrKey(deps, caller, body.pubkey))
  on(app, blocks.unblockNostrKey, ({ params }, { caller }) => unblockNostrKey(deps, caller, params.pubkey))
}
