/** Binds the endpoints of search and browsing. Contains no behaviour. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/listening/discovery.ts'
import { search, searchSpeech } from '#contract/listening/search.ts'
import * as taste from '#contract/listening/taste.ts'
import { on } from '#server/platform/http/http.ts'
import type { Discovery } from './discovery.ts'
import { readForYou, setForYouOn } from './taste/for-you.ts'
import { listGenreArtists, listGenreBlocks, listSuggestions } from './taste/genre-blocks.ts'
import * as lists from './lists.ts'
import { readRadio } from './taste/radio.ts'
import { searchFor } from './search.ts'
import { listSimilarArtists, listSimilarTracks } from './similar.ts'
import { findSpeech } from './speech.ts'
import { createWordSearch } from './word-search.ts'

export function discoveryRoutes(app: FastifyInstance, discovery: Discovery): void {
  const port = createWordSearch(discovery.database)
  on(app, search, ({ query }) => searchFor(discovery, port, query))
  on(app, searchSpeech, ({ query }) => findSpeech(discovery, query))
  on(app, calls.browseArtists, ({ query }) => lists.browseArtists(discovery, query))
  on(app, calls.listGenreAlbums, ({ params, query }) => lists.listGenreAlbums(discovery, params.genreId, query))
  on(app, calls.listGenreTracks, ({ params, query }) => lists.listGenreTracks(discovery, params.genreId, query.limit))
  on(app, calls.listRandomGenreTracks, ({ params, query }) =>
    lists.listRandomGenreTracks(discovery, params.genreId, query.limit),
  )
  on(app, calls.listShows, ({ query }) => lists.listShows(discovery, query))
  on(app, calls.listNewEpisodes, ({ query }) => lists.listNewEpisodes(discovery, query.limit))
  on(app, calls.listFeaturedEpisodes, ({ query }) => lists.listFeaturedEpisodes(discovery, query.limit))
  on(app, calls.listSimilarArtists, ({ params, query }) => listSimilarArtists(discovery, params.artistId, query.limit))
  on(app, calls.listSimilarTracks, ({ params, query }) => listSimilarTracks(discovery, params.trackId, query.limit))
  on(app, taste.getRadio, ({ query }) => readRadio(discovery, query))
  on(app, taste.listGenreBlocks, () => listGenreBlocks(discovery))
  on(app, taste.listGenreArtists, ({ params, query }) => listGenreArtists(discovery, params.genreId, query.limit))
  on(app, taste.listSuggestions, () => listSuggestions(discovery))
  on(app, taste.getForYou, (_input, { caller }) => readForYou(discovery, caller))
  on(app, taste.setForYou, ({ body }, { caller }) => setForYouOn(discovery, caller, body.isOn))
}
