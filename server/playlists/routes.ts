/** Binds the endpoints of playlists. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/playlists.ts'
import { on } from '#server/platform/http/http.ts'
import type { PlaylistDeps } from './deps.ts'
import * as entries from './entries.ts'
import * as playlists from './playlists.ts'

export function playlistRoutes(app: FastifyInstance, deps: PlaylistDeps): void {
  on(app, calls.createPlaylist, ({ body }, { caller, operationId }) =>
    playlists.createPlaylist(deps, caller, operationId, body),
  )
  on(app, calls.listOwnPlaylists, ({ query }, { caller }) => playlists.listOwnPlaylists(deps, caller, query))
  on(app, calls.listUserPlaylists, ({ params }) => playlists.listUserPlaylists(deps, params.userId))
  on(app, calls.getPlaylist, ({ params, query }, { caller }) =>
    playlists.readPlaylist(deps, caller, params.playlistId, query),
  )
  on(app, calls.updatePlaylist, ({ body }, { caller }) => playlists.changePlaylist(deps, caller, body))
  on(app, calls.deletePlaylist, ({ params }, { caller }) => playlists.deletePlaylist(deps, caller, params.playlistId))
  on(app, calls.addPlaylistTrack, ({ body }, { caller }) => entries.addTrack(deps, caller, body))
  on(app, calls.removePlaylistTrack, ({ body }, { caller }) => entries.removeTrack(deps, caller, body))
  on(app, calls.reorderPlaylist, ({ body }, { caller }) => entries.reorderTracks(deps, caller, body))
}
