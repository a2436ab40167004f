/** Binds the endpoints of the library and of following. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as followCalls from '#contract/community/follows.ts'
import * as bookmarkCalls from '#contract/listening/bookmarks.ts'
import * as calls from '#contract/listening/library.ts'
import * as taste from '#contract/listening/taste.ts'
import { on } from '#server/platform/http/http.ts'
import * as bookmarks from './bookmarks.ts'
import type { LibraryDeps } from './deps.ts'
import { followGenre, listGenreFollows, unfollowGenre } from './genre-follows.ts'
import { clearOwnHistory, listOwnHistory, setOwnHistoryKept } from './history.ts'
import * as likes from './likes.ts'
import * as lists from './lists.ts'

export function libraryRoutes(app: FastifyInstance, deps: LibraryDeps): void {
  on(app, calls.listLibraryTracks, ({ query }, { caller }) => lists.listTracks(deps, caller, query))
  on(app, calls.listLibraryAlbums, ({ query }, { caller }) => lists.listAlbums(deps, caller, query))
  on(app, calls.listLibraryArtists, ({ query }, { caller }) => lists.listArtists(deps, caller, query))
  on(app, calls.listLibraryPodcasts, ({ query }, { caller }) => lists.listPodcasts(deps, caller, query))
  on(app, calls.listLibraryEpisodes, ({ query }, { caller }) => lists.listEpisodes(deps, caller, query))
  on(app, calls.listLibraryPlaylists, ({ query }, { caller }) => lists.listPlaylists(deps, caller, query))
  on(app, calls.listLibraryIds, (_input, { caller }) => likes.listSavedIds(deps, caller))
  on(app, calls.addToLibrary, ({ body }, { caller }) => likes.saveContent(deps, caller, body.contentId))
  on(app, calls.removeFromLibrary, ({ params }, { caller }) => likes.unsaveContent(deps, caller, params.contentId))
  on(app, calls.listHistory, ({ query }, { caller }) => listOwnHistory(deps, caller, query))
  on(app, calls.keepHistory, ({ body }, { caller }) => setOwnHistoryKept(deps, caller, body.isKept))
  on(app, calls.clearHistory, (_input, { caller }) => clearOwnHistory(deps, caller))
  on(app, bookmarkCalls.listBookmarks, ({ query }, { caller }) => bookmarks.listOwnBookmarks(deps, caller, query))
  on(app, bookmarkCalls.addBookmark, ({ body }, { caller }) => bookmarks.saveBookmark(deps, caller, body))
  on(app, bookmarkCalls.deleteBookmark, ({ params }, { caller }) =>
    bookmarks.deleteOwnBookmark(deps, caller, params.bookmarkId),
  )
  on(app, followCalls.follow, ({ body }, { caller }) => likes.followContent(deps, caller, body.contentId))
  on(app, followCalls.unfollow, ({ params }, { caller }) => likes.unfollowContent(deps, caller, params.contentId))
  on(app, followCalls.countFollowers, ({ params }) => likes.readFollowerCount(deps, params.contentId))
  on(app, taste.listFollowedGenres, (_input, { caller }) => listGenreFollows(deps, caller))
  on(app, taste.followGenre, ({ params }, { caller }) => followGenre(deps, caller, params.genreId))
  on(app, taste.unfollowGenre, ({ params }, { caller }) => unfollowGenre(deps, caller, params.genreId))
}
