/** Binds the endpoints of the library and of following. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as followCalls from '#contract/community/follows.ts'
import * as calls from '#contract/listening/library.ts'
import { on } from '#server/platform/http/http.ts'
import type { LibraryDeps } from './deps.ts'
import { clearOwnHistory, listOwnHistory } from './history.ts'
import * as likes from './likes.ts'
import * as lists from './lists.ts'

export function libraryRoutes(app: FastifyInstance, deps: LibraryDeps): void {
  on(app, calls.listLibraryTracks, ({ query }, { who }) => lists.listTracks(deps, who, query))
  on(app, calls.listLibraryAlbums, ({ query }, { who }) => lists.listAlbums(deps, who, query))
  on(app, calls.listLibraryArtists, ({ query }, { who }) => lists.listArtists(deps, who, query))
  on(app, calls.listLibraryPodcasts, ({ query }, { who }) => lists.listPodcasts(deps, who, query))
  on(app, calls.listLibraryEpisodes, ({ query }, { who }) => lists.listEpisodes(deps, who, query))
  on(app, calls.listLibraryPlaylists, ({ query }, { who }) => lists.listPlaylists(deps, who, query))
  on(app, calls.listLibraryIds, (_input, { who }) => likes.listKeptIds(deps, who))
  on(app, calls.addToLibrary, ({ body }, { who }) => likes.keepContent(deps, who, body.contentId))
  on(app, calls.removeFromLibrary, ({ params }, { who }) => likes.dropContent(deps, who, params.contentId))
  on(app, calls.listHistory, ({ query }, { who }) => listOwnHistory(deps, who, query))
  on(app, calls.clearHistory, (_input, { who }) => clearOwnHistory(deps, who))
  on(app, followCalls.follow, ({ body }, { who }) => likes.followContent(deps, who, body.contentId))
  on(app, followCalls.unfollow, ({ params }, { who }) => likes.unfollowContent(deps, who, params.contentId))
  on(app, followCalls.countFollowers, ({ params }) => likes.readFollowerCount(deps, params.contentId))
}
