/** Binds the endpoints of playlists. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/playlists.ts'
import { on } from '#server/platform/http/http.ts'
import type { PlaylistDeps } from './deps.ts'
import * as entries from './entries.ts'
import * as playlists from './playlists.ts'

export function playlistRoutes(app: FastifyInstance, deps: PlaylistDeps): void {
  on(app, calls.createPlaylist, ({ body }, { who, operationId }) =>
    playlists.createPlaylist(deps, who, operationId, body),
  )
  on(app, calls.listOwnPlaylists, ({ query }, { who }) => playlists.listOwnPlaylists(deps, who, query))
  on(app, calls.listUserPlaylists, ({ params }) => playlists.listUserPlaylists(deps, params.userId))
  on(app, calls.getPlaylist, ({ params, query }, { who }) =>
    playlists.readPlaylist(deps, who, params.playlistId, query),
  )
  on(app, calls.updatePlaylist, ({ body }, { who }) => playlists.changePlaylist(deps, who, body))
  on(app, calls.deletePlaylist, ({ params }, { who }) => playlists.deletePlaylist(deps, who, params.playlistId))
  on(app, calls.addPlaylistTrack, ({ body }, { who }) => entries.addTrack(deps, who, body))
  on(app, calls.removePlaylistTrack, ({ body }, { who }) => entries.removeTrack(deps, who, body))
  on(app, calls.reorderPlaylist, ({ body }, { who }) => entries.reorderTracks(deps, who, body))
}
