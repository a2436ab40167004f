/** Binds the endpoints of comments. Contains no behaviour; reporting is bound by the admin module. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/community/comments.ts'
import { on } from '#server/platform/http/http.ts'
import type { CommentDeps } from './deps.ts'
import { readCommentPage, readComments, readReceived } from './lists.ts'
import { blockNostrKey, unblockNostrKey } from './nostr-blocks.ts'
import { keepAway, letBack, readKeptAway } from './people.ts'
import { answerComment, deleteOwnComment, setHidden } from './replies.ts'

export function commentRoutes(app: FastifyInstance, deps: CommentDeps): void {
  on(app, calls.listComments, ({ params, query }, { who }) => readComments(deps, who, params.contentId, query))
  const lists = {
    artist: calls.listArtistComments,
    album: calls.listAlbumComments,
    podcast: calls.listShowComments,
  } as const
  for (const type of ['artist', 'album', 'podcast'] as const) {
    on(app, lists[type], ({ params, query }, { who }) =>
      readCommentPage(deps, who, { type, id: params.contentId }, query),
    )
  }
  on(app, calls.listReceivedComments, ({ query }, { who }) => readReceived(deps, who, query))
  on(app, calls.replyToComment, ({ body }, { who, operationId }) => answerComment(deps, who, operationId, body))
  on(app, calls.deleteComment, ({ params }, { who }) => deleteOwnComment(deps, who, params.commentId))
  on(app, calls.hideComment, ({ params }, { who }) => setHidden(deps, who, params.commentId, true))
  on(app, calls.unhideComment, ({ params }, { who }) => setHidden(deps, who, params.commentId, false))
  on(app, calls.listKeptAway, (_input, { who }) => readKeptAway(deps, who))
  on(app, calls.mutePerson, ({ body }, { who }) => keepAway(deps, who, 'muted_person', body.userId))
  on(app, calls.unmutePerson, ({ params }, { who }) => letBack(deps, who, 'muted_person', params.userId))
  on(app, calls.blockCommenter, ({ body }, { who }) => keepAway(deps, who, 'blocked_commenter', body.userId))
  on(app, calls.unblockCommenter, ({ params }, { who }) => letBack(deps, who, 'blocked_commenter', params.userId))
  on(app, calls.blockNostrKey, ({ body }, { who }) => blockNostrKey(deps, who, body.pubkey))
  on(app, calls.unblockNostrKey, ({ params }, { who }) => unblockNostrKey(deps, who, params.pubkey))
}
