/** Binds the endpoints of artists, albums, tracks, podcasts, episodes, publishing, splits and
 * classifications. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import type { output } from 'zod/mini'
import * as albumCalls from '#contract/catalog/albums.ts'
import * as artistCalls from '#contract/catalog/artists.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import type { TopMessage } from '#contract/community/comments.ts'
import * as episodeCalls from '#contract/catalog/episodes.ts'
import * as metaCalls from '#contract/catalog/meta.ts'
import * as momentCalls from '#contract/catalog/moments.ts'
import * as podcastCalls from '#contract/catalog/podcasts.ts'
import * as publishCalls from '#contract/catalog/publish.ts'
import { closeRoom, openRoom } from '#contract/community/rooms.ts'
import * as splitCalls from '#contract/catalog/splits.ts'
import * as trackCalls from '#contract/catalog/tracks.ts'
import { on } from '#server/platform/http/http.ts'
import type { Who } from '#server/platform/http/who.ts'
import * as albums from './music/albums.ts'
import * as albumChanges from './music/album-changes.ts'
import * as artistChanges from './music/artist-changes.ts'
import * as artistRooms from './music/artist-rooms.ts'
import * as artists from './music/artists.ts'
import type { Catalog } from './catalog.ts'
import { type Charts, createCharts } from './lists/charts.ts'
import { createClassifications } from './content/classification.ts'
import { listCollaborations } from './lists/collaborations.ts'
import * as episodeChanges from './podcasts/episode-changes.ts'
import * as episodes from './podcasts/episodes.ts'
import { forgetTotals } from './content/held-totals.ts'
import * as moments from './sounds/moments.ts'
import * as podcastChanges from './podcasts/podcast-changes.ts'
import * as podcasts from './podcasts/podcasts.ts'
import { publishContent } from './publishing/publish.ts'
import { sameSlug } from './forms/slugs.ts'
import * as splits from './splits/splits.ts'
import * as timeSplits from './splits/time-splits.ts'
import * as trackChanges from './music/track-changes.ts'
import * as tracks from './music/tracks.ts'

/** Reads the newest messages on a content. Provided by another module and included in two responses here. */
export type ReadMessages = (who: Who, contentId: string, limit: number) => Promise<output<typeof TopMessage>[]>

const ARTIST_MESSAGES = 7
const ALBUM_MESSAGES = 10

export function catalogRoutes(app: FastifyInstance, catalog: Catalog, readMessages: ReadMessages): void {
  const charts = createCharts(catalog)
  artistRoutes(app, catalog, readMessages)
  albumRoutes(app, catalog, { charts, readMessages })
  trackRoutes(app, catalog, charts)
  podcastRoutes(app, catalog)
  episodeRoutes(app, catalog)
  splitRoutes(app, catalog)
  momentRoutes(app, catalog)
  metaRoutes(app, catalog)
  on(app, publishCalls.publish, ({ params, body }, { who }) =>
    forgetting(catalog, charts, publishContent(catalog, who, params.contentId, body)),
  )
}

/** Clears the caches after a change, so that it shows immediately in the charts and counts of this process. */
async function forgetting<Result>(
  catalog: Catalog,
  charts: Pick<Charts, 'forget'>,
  change: Promise<Result>,
): Promise<Result> {
  const result = await change
  charts.forget()
  forgetTotals(catalog)
  return result
}

function artistRoutes(app: FastifyInstance, catalog: Catalog, readMessages: ReadMessages): void {
  const readPage = async (who: Who, name: Parameters<typeof artists.readArtist>[2]) => {
    const artist = await artists.readArtist(catalog, who, name)
    return { ...artist, topMessages: await readMessages(who, artist.id, ARTIST_MESSAGES) }
  }
  on(app, artistCalls.createArtist, ({ body }, { who, operationId }) =>
    artists.createArtist(catalog, who, operationId, body),
  )
  on(app, artistCalls.updateArtist, ({ body }, { who }) => artistChanges.updateArtist(catalog, who, body))
  on(app, artistCalls.deleteArtist, ({ params }, { who }) => artistChanges.deleteArtist(catalog, who, params.artistId))
  on(app, openRoom, ({ params, body }, { who }) => artistRooms.openRoom(catalog, who, params.artistId, body.event))
  on(app, closeRoom, ({ params }, { who }) => artistRooms.closeRoom(catalog, who, params.artistId))
  on(app, artistCalls.listOwnArtists, ({ query }, { who }) => artists.listOwnArtists(catalog, who, query))
  on(app, artistCalls.getArtist, ({ params }, { who }) => readPage(who, params))
  on(app, artistCalls.getArtistByUrl, ({ params }, { who }) => readPage(who, { artistUrl: sameSlug(params.artistUrl) }))
  on(app, artistCalls.listArtists, ({ query }) => artists.listArtists(catalog, query))
}

function albumRoutes(
  app: FastifyInstance,
  catalog: Catalog,
  { charts, readMessages }: { charts: Charts; readMessages: ReadMessages },
): void {
  on(app, albumCalls.createAlbum, ({ body }, { who, operationId }) =>
    albums.createAlbum(catalog, who, operationId, body),
  )
  on(app, albumCalls.updateAlbum, ({ body }, { who }) =>
    forgetting(catalog, charts, albumChanges.updateAlbum(catalog, who, body)),
  )
  on(app, albumCalls.deleteAlbum, ({ params, query }, { who }) =>
    forgetting(catalog, charts, albumChanges.deleteAlbum(catalog, who, params.albumId, query.withChildren ?? false)),
  )
  on(app, albumCalls.orderTracks, ({ params, body }, { who }) =>
    albumChanges.orderTracks(catalog, who, params.albumId, body.trackIds),
  )
  on(app, albumCalls.listOwnAlbums, ({ query }, { who }) => albums.listOwnAlbums(catalog, who, query))
  on(app, albumCalls.getAlbum, async ({ params }, { who }) => {
    const [album, topMessages] = await Promise.all([
      albums.readAlbum(catalog, who, params.albumId),
      readMessages(who, params.albumId, ALBUM_MESSAGES),
    ])
    return { ...album, topMessages }
  })
  on(app, albumCalls.listArtistAlbums, ({ params, query }, { who }) =>
    albums.listArtistAlbums(catalog, who, params.artistId, query),
  )
  on(app, albumCalls.listNewAlbums, ({ query }) => albums.listNewAlbums(catalog, query))
}

function trackRoutes(app: FastifyInstance, catalog: Catalog, charts: Charts): void {
  on(app, trackCalls.createTrack, ({ body }, { who }) => tracks.createTrack(catalog, who, body))
  on(app, trackCalls.updateTrack, ({ body }, { who }) => trackChanges.updateTrack(catalog, who, body))
  on(app, trackCalls.updateTracks, ({ body }, { who }) => trackChanges.updateTracks(catalog, who, body.tracks))
  on(app, trackCalls.deleteTrack, ({ params }, { who }) =>
    forgetting(catalog, charts, trackChanges.deleteTrack(catalog, who, params.trackId)),
  )
  on(app, trackCalls.findTracks, ({ query }) => tracks.findTracks(catalog, query))
  on(app, trackCalls.listRandomTracks, ({ query }) => tracks.listRandomTracks(catalog, query))
  on(app, trackCalls.listOwnTracks, ({ query }, { who }) => tracks.listOwnTracks(catalog, who, query))
  on(app, trackCalls.listArtistTracks, ({ params, query }, { who }) =>
    tracks.listArtistTracks(catalog, who, params.artistId, query),
  )
  on(app, trackCalls.getTrack, ({ params }, { who }) => tracks.readTrack(catalog, who, params.trackId))
  on(app, trackCalls.listAlbumTracks, ({ params, query }, { who }) =>
    tracks.listAlbumTracks(catalog, who, params.albumId, query),
  )
  on(app, trackCalls.listNewTracks, ({ query }) => charts.listNewTracks(query))
  on(app, trackCalls.listFeaturedTracks, ({ query }) => charts.listFeaturedTracks(query))
  on(app, trackCalls.listFeaturedTracksFor, ({ query }) => charts.listFeaturedTracks(query))
  on(app, listTopTracks, ({ query }) => charts.listTopTracks(query))
  on(app, trackCalls.getWaveform, ({ params }, { who }) => tracks.readWaveform(catalog, who, params.contentId))
}

function podcastRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, podcastCalls.createPodcast, ({ body }, { who, operationId }) =>
    podcasts.createPodcast(catalog, who, operationId, body),
  )
  on(app, podcastCalls.updatePodcast, ({ body }, { who }) => podcastChanges.updatePodcast(catalog, who, body))
  on(app, podcastCalls.deletePodcast, ({ params, query }, { who }) =>
    podcastChanges.deletePodcast(catalog, who, params.podcastId, query.withChildren ?? false),
  )
  on(app, podcastCalls.orderEpisodes, ({ params, body }, { who }) =>
    podcastChanges.orderEpisodes(catalog, who, params.podcastId, body.episodeIds),
  )
  on(app, podcastCalls.listOwnPodcasts, ({ query }, { who }) => podcasts.listOwnPodcasts(catalog, who, query))
  on(app, podcastCalls.getPodcast, ({ params }, { who }) => podcasts.readPodcast(catalog, who, params))
  on(app, podcastCalls.getPodcastByUrl, ({ params }, { who }) =>
    podcasts.readPodcast(catalog, who, { podcastUrl: sameSlug(params.podcastUrl) }),
  )
  on(app, podcastCalls.listPodcasts, ({ query }) => podcasts.listPodcasts(catalog, query))
}

function episodeRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, episodeCalls.updateEpisode, ({ body }, { who }) => episodeChanges.updateEpisode(catalog, who, body))
  on(app, episodeCalls.deleteEpisode, ({ params }, { who }) =>
    episodeChanges.deleteEpisode(catalog, who, params.episodeId),
  )
  on(app, episodeCalls.listOwnEpisodes, ({ query }, { who }) => episodes.listOwnEpisodes(catalog, who, query))
  on(app, episodeCalls.createEpisode, ({ body }, { who }) => episodes.createEpisode(catalog, who, body))
  on(app, episodeCalls.listPodcastEpisodes, ({ params, query }, { who }) =>
    episodes.listPodcastEpisodes(catalog, who, params.podcastId, query),
  )
  on(app, episodeCalls.getEpisode, ({ params }, { who }) => episodes.readEpisode(catalog, who, params.episodeId))
}

function splitRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, splitCalls.createSplit, ({ body }, { who, operationId }) =>
    splits.createSplit(catalog, who, operationId, body),
  )
  on(app, splitCalls.updateSplit, ({ body }, { who }) => splits.updateSplit(catalog, who, body))
  on(app, splitCalls.deleteSplit, ({ params }, { who }) => splits.deleteSplit(catalog, who, params))
  on(app, splitCalls.getSplit, ({ params }, { who }) => splits.readSplit(catalog, who, params))
  on(app, splitCalls.createTimeSplits, ({ body }, { who, operationId }) =>
    timeSplits.createTimeSplits(catalog, who, operationId, body),
  )
  on(app, splitCalls.updateTimeSplits, ({ body }, { who, operationId }) =>
    timeSplits.updateTimeSplits(catalog, who, operationId, body),
  )
  on(app, splitCalls.getTimeSplits, ({ params }, { who }) => timeSplits.readTimeSplits(catalog, who, params))
  on(app, splitCalls.listCollaborations, ({ query }, { who }) => listCollaborations(catalog, who, query))
  on(app, splitCalls.checkUsernames, ({ body }, { who }) => splits.checkUsernames(catalog, who, body.usernames))
}

function momentRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, momentCalls.getArtworkSegments, ({ params }, { who }) => moments.readSegments(catalog, who, params.trackId))
  on(app, momentCalls.setArtworkSegments, ({ params, body }, { who }) =>
    moments.setSegments(catalog, who, params.trackId, body),
  )
  on(app, momentCalls.getChapters, ({ params }, { who }) => moments.readChapters(catalog, who, params.episodeId))
  on(app, momentCalls.setChapters, ({ params, body }, { who }) =>
    moments.setChapters(catalog, who, params.episodeId, body),
  )
  on(app, momentCalls.addContentPicture, ({ params, body }, { who, operationId }) =>
    moments.addContentPicture(catalog, who, { id: operationId, contentId: params.contentId, picture: body.artwork }),
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
