/** Binds the calls of artists, albums, tracks, podcasts, episodes, publishing and splits to their behaviour.
 * No behaviour of its own. */
import type { FastifyInstance } from 'fastify'
import * as albumCalls from '#contract/albums.ts'
import * as artistCalls from '#contract/artists.ts'
import * as podcastCalls from '#contract/podcasts.ts'
import * as publishCalls from '#contract/publish.ts'
import * as splitCalls from '#contract/splits.ts'
import * as trackCalls from '#contract/tracks.ts'
import { on } from '#server/platform/http.ts'
import * as albums from './albums.ts'
import * as artists from './artists.ts'
import type { Catalog } from './catalog.ts'
import { type Charts, createCharts } from './charts.ts'
import * as episodes from './episodes.ts'
import * as podcasts from './podcasts.ts'
import { publishContent } from './publish.ts'
import { sameSlug } from './slugs.ts'
import * as splits from './splits.ts'
import * as tracks from './tracks.ts'

export function catalogRoutes(app: FastifyInstance, catalog: Catalog): void {
  const charts = createCharts(catalog)
  artistRoutes(app, catalog)
  albumRoutes(app, catalog)
  trackRoutes(app, catalog, charts)
  podcastRoutes(app, catalog)
  splitRoutes(app, catalog)
  on(app, publishCalls.publish, async ({ params, body }, { who }) => {
    const published = await publishContent(catalog, who, params.contentId, body)
    charts.forget()
    return published
  })
}

function artistRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, artistCalls.createArtist, ({ body }, { who, operationId }) =>
    artists.createArtist(catalog, who, operationId, body),
  )
  on(app, artistCalls.listOwnArtists, (_input, { who }) => artists.listOwnArtists(catalog, who))
  on(app, artistCalls.getArtist, ({ params }, { who }) => artists.readArtist(catalog, who, params))
  on(app, artistCalls.getArtistByUrl, ({ params }, { who }) =>
    artists.readArtist(catalog, who, { artistUrl: sameSlug(params.artistUrl) }),
  )
  on(app, artistCalls.listArtists, ({ query }) => artists.listArtists(catalog, query))
}

function albumRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, albumCalls.createAlbum, ({ body }, { who, operationId }) =>
    albums.createAlbum(catalog, who, operationId, body),
  )
  on(app, albumCalls.listOwnAlbums, (_input, { who }) => albums.listOwnAlbums(catalog, who))
  on(app, albumCalls.getAlbum, ({ params }, { who }) => albums.readAlbum(catalog, who, params.albumId))
  on(app, albumCalls.listArtistAlbums, ({ params, query }, { who }) =>
    albums.listArtistAlbums(catalog, who, params.artistId, query),
  )
  on(app, albumCalls.listNewAlbums, ({ query }) => albums.listNewAlbums(catalog, query))
}

function trackRoutes(app: FastifyInstance, catalog: Catalog, charts: Charts): void {
  on(app, trackCalls.createTrack, ({ body }, { who }) => tracks.createTrack(catalog, who, body))
  on(app, trackCalls.getTrack, ({ params }, { who }) => tracks.readTrack(catalog, who, params.trackId))
  on(app, trackCalls.listAlbumTracks, ({ params, query }, { who }) =>
    tracks.listAlbumTracks(catalog, who, params.albumId, query),
  )
  on(app, trackCalls.listNewTracks, ({ query }) => charts.listNewTracks(query))
  on(app, trackCalls.listFeaturedTracks, () => charts.listFeaturedTracks())
  on(app, trackCalls.listTopTracks, ({ query }) => charts.listTopTracks(query))
  on(app, trackCalls.getWaveform, ({ params }, { who }) => tracks.readWaveform(catalog, who, params.contentId))
}

function podcastRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, podcastCalls.createPodcast, ({ body }, { who, operationId }) =>
    podcasts.createPodcast(catalog, who, operationId, body),
  )
  on(app, podcastCalls.listOwnPodcasts, (_input, { who }) => podcasts.listOwnPodcasts(catalog, who))
  on(app, podcastCalls.getPodcast, ({ params }, { who }) => podcasts.readPodcast(catalog, who, params))
  on(app, podcastCalls.getPodcastByUrl, ({ params }, { who }) =>
    podcasts.readPodcast(catalog, who, { podcastUrl: sameSlug(params.podcastUrl) }),
  )
  on(app, podcastCalls.listPodcasts, ({ query }) => podcasts.listPodcasts(catalog, query))
  on(app, podcastCalls.createEpisode, ({ body }, { who }) => episodes.createEpisode(catalog, who, body))
  on(app, podcastCalls.listPodcastEpisodes, ({ params, query }, { who }) =>
    episodes.listPodcastEpisodes(catalog, who, params.podcastId, query),
  )
  on(app, podcastCalls.getEpisode, ({ params }, { who }) => episodes.readEpisode(catalog, who, params.episodeId))
}

function splitRoutes(app: FastifyInstance, catalog: Catalog): void {
  on(app, splitCalls.createSplit, ({ body }, { who, operationId }) =>
    splits.createSplit(catalog, who, operationId, body),
  )
  on(app, splitCalls.getSplit, ({ params }, { who }) => splits.readSplit(catalog, who, params))
  on(app, splitCalls.checkUsernames, ({ body }, { who }) => splits.checkUsernames(catalog, who, body.usernames))
}
