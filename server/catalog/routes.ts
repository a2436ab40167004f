/** Binds the endpoints of artists, albums, tracks, podcasts, episodes, publishing, splits and
 * classifications. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import type { output } from 'zod/mini'
import * as albumCalls from '#contract/catalog/albums.ts'
import * as artistCalls from '#contract/catalog/artists.ts'
import * as cellCalls from '#contract/catalog/bulk/cells.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import type { TopMessage } from '#contract/community/comments.ts'
import { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import * as imageryCalls from '#contract/catalog/imagery.ts'
import * as episodeCalls from '#contract/catalog/episodes.ts'
import * as metaCalls from '#contract/catalog/meta.ts'
import * as momentCalls from '#contract/catalog/moments.ts'
import * as podcastCalls from '#contract/catalog/podcasts.ts'
import * as performerCalls from '#contract/catalog/performers.ts'
import * as publishCalls from '#contract/catalog/publish.ts'
import { closeRoom, openChatRoom } from '#contract/community/rooms.ts'
import * as splitCalls from '#contract/catalog/splits.ts'
import * as offerCalls from '#contract/catalog/split-offers.ts'
import * as trackCalls from '#contract/catalog/tracks.ts'
import * as transcriptCalls from '#contract/catalog/transcripts.ts'
import { on } from '#server/platform/http/http.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import * as albums from './music/albums.ts'
import * as albumChanges from './music/album-changes.ts'
import * as countdowns from './music/countdowns.ts'
import * as artistChanges from './music/artist-changes.ts'
import * as artistRooms from './music/artist-rooms.ts'
import * as artists from './music/artists.ts'
import * as cells from './bulk/cells.ts'
import * as drafts from './bulk/drafts.ts'
import type { Catalog } from './catalog.ts'
import { type Charts, createCharts } from './lists/charts.ts'
import * as imagery from './imagery/imagery.ts'
import * as photographs from './imagery/photographs.ts'
import { createClassifications } from './content/classification.ts'
import { listCollaborations } from './lists/collaborations.ts'
import * as episodeChanges from './podcasts/episode-changes.ts'
import * as episodes from './podcasts/episodes.ts'
import { clearCachedTotals } from './content/cached-totals.ts'
import * as moments from './audio/moments.ts'
import * as podcastChanges from './podcasts/podcast-changes.ts'
import * as podcasts from './podcasts/podcasts.ts'
import { readTranscript, setTranscript } from './podcasts/transcripts.ts'
import { listComing } from './lists/coming.ts'
import { publishContent, publishOnDates } from './publishing/publish.ts'
import { normalizeSlug } from './forms/slugs.ts'
import type { SplitDeps } from './splits/outside.ts'
import * as splits from './splits/splits.ts'
import { listInvitations, renewInvitation } from './splits/invitations.ts'
import { signTerms } from './splits/signed-terms.ts'
import { readVersions } from './splits/offers.ts'
import * as timeSplits from './splits/time-splits.ts'
import { confirmAppearance, removeAppearance } from './music/performers.ts'
import * as trackChanges from './music/track-changes.ts'
import * as tracks from './music/tracks.ts'

/** Reads the newest messages on a content. Provided by another module and included in two responses here. */
export type ReadMessages = (caller: Caller, contentId: string, limit: number) => Promise<output<typeof TopMessage>[]>

const ARTIST_MESSAGES = 7
const ALBUM_MESSAGES = 10

export function catalogRoutes(app: FastifyInstance, catalog: SplitDeps, readMessages: ReadMessages): void {
  const charts = createCharts(catalog)
  artistRoutes(app, catalog, readMessages)
  albumRoutes(app, catalog, { charts, readMessages })
  trackRoutes(app, catalog, charts)
  podcastRoutes(app, catalog)
  episodeRoutes(app, catalog)
  splitRoutes(app, catalog)
  momentRoutes(app, catalog)
  imageryRoutes(app, catalog)
  metaRoutes(app, catalog)
  on(app, publishCalls.publish, ({ params, body }, { caller }) =>
    clearingCaches(catalog, charts, publishContent(catalog, caller, params.contentId, body)),
  )
  on(app, publishCalls.publishOnDates, ({ body }, { caller }) =>
    clearingCaches(catalog, charts, publishOnDates(catalog, caller, body)),
  )
  on(app, publishCalls.listComing, (_input, { caller }) => listComing(catalog, caller))
  on(app, listDrafts, (_input, { caller }) => drafts.listDrafts(catalog, caller))
  on(app, cellCalls.readCells, ({ params }, { caller }) => cells.readCells(catalog, caller, params.contentId))
  on(app, cellCalls.changeCells, ({ params, body }, { caller }) =>
    clearingCaches(catalog, charts, cells.changeCells(catalog, caller, params.contentId, body.changes)),
  )
}

/** Clears the caches after a change, so that it shows immediately in the charts and counts of this process. */
async function clearingCaches<Result>(
  catalog: Catalog,
  charts: Pick<Charts, 'clear'>,
  change: Promise<Result>,
): Promise<Result> {
  const result = await change
  charts.clear()
  clearCachedTotals(catalog)
  return result
}

function artistRoutes(app: FastifyInstance, catalog: Catalog, readMessages: ReadMessages): void {
  const readPage = (caller: Caller, name: Parameters<typeof artists.readArtist>[2]) =>
    artists.readArtist(catalog, caller, name, (artistId) => readMessages(caller, artistId, ARTIST_MESSAGES))
  on(app, artistCalls.createArtist, ({ body }, { caller, operationId }) =>
    artists.createArtist(catalog, caller, operationId, body),
  )
  on(app, artistCalls.updateArtist, ({ body }, { caller }) => artistChanges.updateArtist(catalog, caller, body))
  on(app, artistCalls.deleteArtist, ({ params }, { caller }) =>
    artistChanges.deleteArtist(catalog, caller, params.artistId),
  )
  on(app, openChatRoom, ({ params, body }, { caller }) =>
    artistRooms.openChatRoom(catalog, caller, params.artistId, body.event),
  )
  on(app, closeRoom, ({ params }, { caller }) => artistRooms.closeRoom(catalog, caller, params.artistId))
  on(app, artistCalls.listOwnArtists, ({ query }, { caller }) => artists.listOwnArtists(catalog, caller, query))
  on(app, artistCalls.getArtist, ({ params }, { caller }) => readPage(caller, params))
  on(app, artistCalls.getArtistByUrl, ({ params }, { caller }) =>
    readPage(caller, { artistUrl: normalizeSlug(params.artistUrl) }),
  )
  on(app, artistCalls.listArtists, ({ query }) => artists.listArtists(catalog, query))
}

function albumRoutes(
  app: FastifyInstance,
  catalog: Catalog,
  { charts, readMessages }: { charts: Charts; readMessages: ReadMessages },
): void {
  on(app, albumCalls.createAlbum, ({ body }, { caller, operationId }) =>
    albums.createAlbum(catalog, caller, operationId, body),
  )
  on(app, albumCalls.updateAlbum, ({ body }, { caller }) =>
    clearingCaches(catalog, charts, albumChanges.updateAlbum(catalog, caller, body)),
  )
  on(app, albumCalls.deleteAlbum, ({ params, query }, { caller }) =>
    clearingCaches(
      catalog,
      charts,
      albumChanges.deleteAlbum(catalog, caller, params.albumId, query.withChildren ?? false),
    ),
  )
  on(app, albumCalls.orderTracks, ({ params, body }, { caller }) =>
    albumChanges.orderTracks(catalog, caller, params.albumId, body),
  )
  on(app, albumCalls.listOwnAlbums, ({ query }, { caller }) => albums.listOwnAlbums(catalog, caller, query))
  on(app, albumCalls.getAlbum, async ({ params }, { caller }) => {
    const [album, topMessages] = await Promise.all([
      albums.readAlbum(catalog, caller, params.albumId),
      readMessages(caller, params.albumId, ALBUM_MESSAGES),
    ])
    return { ...album, topMessages }
  })
  on(app, publishCalls.getCountdown, ({ params }, { caller }) =>
    countdowns.readCountdown(catalog, caller, params.albumId),
  )
  on(app, publishCalls.getOwnCountdown, ({ params }, { caller }) =>
    countdowns.readOwnCountdown(catalog, caller, params.albumId),
  )
  on(app, publishCalls.setCountdown, ({ params, body }, { caller }) =>
    clearingCaches(catalog, charts, countdowns.setCountdown(catalog, caller, params.albumId, body)),
  )
  on(app, albumCalls.listArtistAlbums, ({ params, query }, { caller }) =>
    albums.listArtistAlbums(catalog, caller, params.artistId, query),
  )
  on(app, albumCalls.listAppearances, ({ params, query }) => albums.listAppearances(catalog, params.artistId, query))
  on(app, albumCalls.listOwnAppearances, ({ params, query }, { caller }) =>
    albums.listOwnAppearances(catalog, caller, params.artistId, query),
  )
  on(app, performerCalls.confirmAppearance, ({ params }, { caller }) => confirmAppearance(catalog, caller, params))
  on(app, performerCalls.removeAppearance, ({ params }, { caller }) => removeAppearance(catalog, caller, params))
  on(app, albumCalls.listNewAlbums, ({ query }) => albums.listNewAlbums(catalog, query))
}

function trackRoutes(app: FastifyInstance, catalog: Catalog, charts: Charts): void {
  on(app, trackCalls.createTrack, ({ body }, { caller }) => tracks.createTrack(catalog, caller, body))
  on(app, trackCalls.updateTrack, ({ body }, { caller }) => trackChanges.updateTrack(catalog, caller, body))
  on(app, trackCalls.updateTracks, ({ body }, { caller }) => trackChanges.updateTracks(catalog, caller, body.tracks))
  on(app, trackCalls.deleteTrack, ({ params }, { caller }) =>
    clearingCaches(catalog, charts, trackChanges.deleteTrack(catalog, caller, params.trackId)),
  )
  on(app, trackCalls.findTracks, ({ query }) => tracks.findTracks(catalog, query))
  on(app, trackCalls.listRandomTracks, ({ query }) => tracks.listRandomTracks(catalog, query))
  on(app, trackCalls.listOwnTracks, ({ query }, { caller }) => tracks.listOwnTracks(catalog, caller, query))
  on(app, trackCalls.listArtistTracks, ({ params, query }, { caller }) =>
    tracks.listArtistTracks(catalog, caller, params.artistId, query),
  )
  on(app, trackCalls.getTrack, ({ params }, { caller }) => tracks.readTrack(catalog, caller, params.trackId))
  on(app, trackCalls.listAlbumTracks, ({ params, query }, { caller }) =>
    tracks.listAlbumTracks(catalog, caller, params.albumId, query),
  )
  on(app, trackCalls.listNewTracks, ({ query }) => charts.listNewTracks(query))
  on(app, trackCalls.listFeaturedTracks, ({ query }) => charts.listFeaturedTracks(query))
  on(app, trackCalls.listFeaturedTracksFor, ({ query }) => charts.listFeaturedTracks(query))
  on(app, listTopTracks, ({ query }) => charts.listTopTracks(query))
  on(app, trackCalls.getWaveform, ({ params }, { caller }) => tracks.readWaveform(catalog, caller, params.contentId))
}

function podcastRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, podcastCalls.createPodcast, ({ body }, { caller, operationId }) =>
    podcasts.createPodcast(catalog, caller, operationId, body),
  )
  on(app, podcastCalls.updatePodcast, ({ body }, { caller }) => podcastChanges.updatePodcast(catalog, caller, body))
  on(app, podcastCalls.deletePodcast, ({ params, query }, { caller }) =>
    podcastChanges.deletePodcast(catalog, caller, params.podcastId, query.withChildren ?? false),
  )
  on(app, podcastCalls.orderEpisodes, ({ params, body }, { caller }) =>
    podcastChanges.orderEpisodes(catalog, caller, params.podcastId, body.episodeIds),
  )
  on(app, podcastCalls.listOwnPodcasts, ({ query }, { caller }) => podcasts.listOwnPodcasts(catalog, caller, query))
  on(app, podcastCalls.getPodcast, ({ params }, { caller }) => podcasts.readPodcast(catalog, caller, params))
  on(app, podcastCalls.getPodcastByUrl, ({ params }, { caller }) =>
    podcasts.readPodcast(catalog, caller, { podcastUrl: normalizeSlug(params.podcastUrl) }),
  )
  on(app, podcastCalls.listPodcasts, ({ query }) => podcasts.listPodcasts(catalog, query))
}

function episodeRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, episodeCalls.updateEpisode, ({ body }, { caller }) => episodeChanges.updateEpisode(catalog, caller, body))
  on(app, episodeCalls.deleteEpisode, ({ params }, { caller }) =>
    episodeChanges.deleteEpisode(catalog, caller, params.episodeId),
  )
  on(app, episodeCalls.listOwnEpisodes, ({ query }, { caller }) => episodes.listOwnEpisodes(catalog, caller, query))
  on(app, episodeCalls.createEpisode, ({ body }, { caller }) => episodes.createEpisode(catalog, caller, body))
  on(app, episodeCalls.listPodcastEpisodes, ({ params, query }, { caller }) =>
    episodes.listPodcastEpisodes(catalog, caller, params.podcastId, query),
  )
  on(app, episodeCalls.getEpisode, ({ params }, { caller }) => episodes.readEpisode(catalog, caller, params.episodeId))
}

function splitRoutes(app: FastifyInstance, catalog: SplitDeps): void {
  on(app, splitCalls.createSplit, ({ body }, { caller, operationId }) =>
    splits.createSplit(catalog, caller, operationId, body),
  )
  on(app, splitCalls.updateSplit, ({ body }, { caller }) => splits.updateSplit(catalog, caller, body))
  on(app, splitCalls.deleteSplit, ({ params }, { caller }) => splits.deleteSplit(catalog, caller, params))
  on(app, splitCalls.getSplit, ({ params }, { caller }) => splits.readSplit(catalog, caller, params))
  on(app, offerCalls.getSignedTerms, ({ params }, { caller }) => signTerms(catalog, caller, params))
  on(app, offerCalls.listSplitVersions, ({ params }, { caller }) => readVersions(catalog, caller, params))
  on(app, offerCalls.listSplitInvitations, ({ params }, { caller }) => listInvitations(catalog, caller, params))
  on(app, offerCalls.renewSplitInvitation, ({ params }, { caller }) =>
    renewInvitation(catalog, caller, params.invitationId),
  )
  on(app, splitCalls.createTimeSplits, ({ body }, { caller, operationId }) =>
    timeSplits.createTimeSplits(catalog, caller, operationId, body),
  )
  on(app, splitCalls.updateTimeSplits, ({ body }, { caller, operationId }) =>
    timeSplits.updateTimeSplits(catalog, caller, operationId, body),
  )
  on(app, splitCalls.getTimeSplits, ({ params }, { caller }) => timeSplits.readTimeSplits(catalog, caller, params))
  on(app, splitCalls.listCollaborations, ({ query }, { caller }) => listCollaborations(catalog, caller, query))
  on(app, splitCalls.checkUsernames, ({ body }, { caller }) => splits.checkUsernames(catalog, caller, body.usernames))
}

function momentRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, momentCalls.getArtworkSegments, ({ params }, { caller }) =>
    moments.readSegments(catalog, caller, params.trackId),
  )
  on(app, momentCalls.setArtworkSegments, ({ params, body }, { caller }) =>
    moments.setSegments(catalog, caller, params.trackId, body),
  )
  on(app, momentCalls.getChapters, ({ params }, { caller }) => moments.readChapters(catalog, caller, params.episodeId))
  on(app, momentCalls.setChapters, ({ params, body }, { caller }) =>
    moments.setChapters(catalog, caller, params.episodeId, body),
  )
  on(app, transcriptCalls.getTranscript, ({ params }, { caller }) => readTranscript(catalog, caller, params.episodeId))
  on(app, transcriptCalls.setTranscript, ({ params, body }, { caller }) =>
    setTranscript(catalog, caller, params.episodeId, body.transcript),
  )
  on(app, transcriptCalls.deleteTranscript, ({ params }, { caller }) =>
    setTranscript(catalog, caller, params.episodeId, null),
  )
  on(app, momentCalls.addContentPicture, ({ params, body }, { caller, operationId }) =>
    moments.addContentPicture(catalog, caller, { id: operationId, contentId: params.contentId, picture: body.artwork }),
  )
}

function imageryRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, imageryCalls.getImagery, ({ params }, { caller }) => imagery.readImagery(catalog, caller, params.artistId))
  on(app, imageryCalls.setPick, ({ params, body }, { caller }) =>
    imagery.setPick(catalog, caller, params.artistId, body),
  )
  on(app, imageryCalls.getLinerNotes, ({ params }, { caller }) =>
    imagery.readLinerNotes(catalog, caller, params.albumId),
  )
  on(app, imageryCalls.setLinerNotes, ({ params, body }, { caller }) =>
    imagery.setLinerNotes(catalog, caller, params.albumId, body),
  )
  on(app, imageryCalls.addPhotograph, ({ params, body }, { caller, operationId }) => {
    const { place, photograph: file } = body
    return photographs.addPhotograph(catalog, caller, { id: operationId, contentId: params.contentId, place, file })
  })
  on(app, imageryCalls.updatePhotograph, ({ params, body }, { caller }) =>
    photographs.updatePhotograph(catalog, caller, params.photographId, body),
  )
  on(app, imageryCalls.orderPhotographs, ({ params, body }, { caller }) =>
    photographs.orderPhotographs(catalog, caller, params.contentId, body),
  )
  on(app, imageryCalls.deletePhotograph, ({ params }, { caller }) =>
    photographs.deletePhotograph(catalog, caller, params.photographId),
  )
}

function metaRoutes(app: FastifyInstance, catalog: Catalog): void {
  const classifications = createClassifications(catalog)
  on(app, metaCalls.listGenres, () => classifications.list('genre'))
  on(app, metaCalls.listAllSubgenres, () => classifications.listSubgenres())
  on(app, metaCalls.listSubgenres, ({ params }) => classifications.listBelow('subgenre', params.genreId))
  on(app, metaCalls.listPodcastCategories, () => classifications.list('category'))
  on(app, metaCalls.listPodcastSubcategories, ({ params }) =>
    classifications.listBelow('subcategory', params.categoryId),
  )
}
