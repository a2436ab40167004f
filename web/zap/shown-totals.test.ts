/** What a payment adds to the totals on screen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtistByUrl } from '#contract/catalog/artists.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { createQueries, queryKeyOf } from '#web/data/queries.ts'
import { addToShown } from './shown-totals.ts'

const track = (id: string, msat: number) => ({
  id,
  albumId: 'album',
  artistId: 'artist',
  msatTotal: msat,
  msatTotal1Days: 0,
  msatTotal7Days: msat,
  msatTotal30Days: msat,
})
const TOP = queryKeyOf(listTopTracks, { query: {} })
const HOME = queryKeyOf(listFeaturedTracks, { query: {} })
const ALBUM = queryKeyOf(getAlbum, { params: { albumId: 'album' } })
const ARTIST = queryKeyOf(getArtistByUrl, { params: { artistUrl: 'mara' } })

function shownPages() {
  const queries = createQueries()
  const chart = [track('kite', 2_000), track('boats', 1_000)]
  queries.setQueryData(TOP, chart)
  queries.setQueryData(HOME, { featured: chart, forYou: [], trending: chart, newTracks: [] })
  queries.setQueryData(ALBUM, { id: 'album', artistId: 'artist', msatTotal: 3_000, tracks: chart })
  queries.setQueryData(ARTIST, { id: 'artist', msatTotal: 3_000, topTracks: chart })
  return queries
}
type Track = ReturnType<typeof track>

test('a zapped track gains everywhere, with its album and artist, and climbs the charts', () => {
  const queries = shownPages()
  addToShown(queries, 'boats', 5_000)
  const top = queries.getQueryData<Track[]>(TOP)
  assert.deepEqual(
    top?.map(({ id, msatTotal7Days }) => [id, msatTotal7Days]),
    [
      ['boats', 6_000],
      ['kite', 2_000],
    ],
  )
  const home = queries.getQueryData<Record<'featured' | 'trending', Track[]>>(HOME)
  assert.deepEqual([home?.trending[0]?.id, home?.featured[0]?.id], ['boats', 'kite'])
  const album = queries.getQueryData<{ msatTotal: number; tracks: Track[] }>(ALBUM)
  assert.deepEqual(
    [album?.msatTotal, album?.tracks[1]?.msatTotal, album?.tracks[1]?.msatTotal1Days],
    [8_000, 6_000, 5_000],
  )
  assert.equal(queries.getQueryData<{ msatTotal: number }>(ARTIST)?.msatTotal, 8_000)
})

test('zapping an album leaves the totals of its tracks unchanged', () => {
  const queries = shownPages()
  const before = queries.getQueryData(TOP)
  addToShown(queries, 'album', 5_000)
  assert.deepEqual(queries.getQueryData(TOP), before)
  assert.equal(queries.getQueryData<{ msatTotal: number }>(ALBUM)?.msatTotal, 8_000)
  assert.equal(queries.getQueryData<{ msatTotal: number }>(ARTIST)?.msatTotal, 8_000)
})
