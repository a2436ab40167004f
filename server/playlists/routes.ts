/** Binds the endpoints of playlists. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import { listMoods, setMoodLists } from '#contract/listening/moods.ts'
import * as calls from '#contract/listening/playlists.ts'
import * as smartCalls from '#contract/listening/smart-playlists.ts'
import { on } from '#server/platform/http/http.ts'
import type { PlaylistDeps } from './deps.ts'
import * as editorial from './editorial.ts'
import * as entries from './entries.ts'
import * as playlists from './playlists.ts'
import * as smart from './smart.ts'

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
  on(app, smartCalls.createSmartPlaylist, ({ body }, { caller, operationId }) =>
    smart.createSmart(deps, caller, operationId, body),
  )
  on(app, smartCalls.updateSmartPlaylist, ({ params, body }, { caller }) =>
    smart.changeRules(deps, caller, params.playlistId, body.definition),
  )
  on(app, smartCalls.previewSmartPlaylist, ({ body }, { caller }) => smart.previewRules(deps, caller, body.definition))
  on(app, smartCalls.freezePlaylist, ({ params, body }, { caller, operationId }) =>
    smart.freezeSmart(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, listMoods, ({ query }, { caller }) => editorial.listMoods(deps, caller, query))
  on(app, setMoodLists, ({ params, body }, { caller }) => editorial.setMoodLists(deps, caller, params.mood, body))
}
