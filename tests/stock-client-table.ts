/** The calls of the first implementation's mobile client as a table: each call with the fields that the client reads.
 * journeys/stock-client.test.ts makes the calls to a server. */
import {
  albumRow,
  connection,
  episode,
  home,
  message,
  playlistRow,
  profile,
  track,
  transaction,
} from './stock-client-fields.ts'
import type { Row } from './stock-client-shapes.ts'

type Places = Readonly<Record<string, string>>

const catalogCalls: readonly Row[] = [
  { call: 'GET /v1/albums/{artist}/artist', reads: [albumRow] },
  {
    call: 'GET /v1/albums/{album}',
    reads: {
      ...albumRow,
      artist: { userId: 'uuid', name: 'text', deleted: 'flag' },
      tracks: [{ id: 'uuid', hasPromo: 'flag' }],
      topMessages: [message],
    },
  },
  {
    call: 'GET /v1/artists/{artist}',
    reads: {
      id: 'uuid',
      userId: 'uuid',
      name: 'text',
      artworkUrl: 'text?',
      artistUrl: 'text',
      createdAt: 'date',
      updatedAt: 'date',
      bio: 'text?',
      twitter: 'text?',
      instagram: 'text?',
      youtube: 'text?',
      website: 'text?',
      npub: 'text?',
      deleted: 'flag',
      verified: 'flag',
      msatTotal: 'whole',
      topAlbums: [{ id: 'uuid', title: 'text', artworkUrl: 'text?', publishedAt: 'date' }],
      topTracks: [track],
      topMessages: [message],
    },
  },
  {
    call: 'GET /v1/podcasts/{podcast}',
    reads: { id: 'uuid', name: 'text', description: 'text?', artworkUrl: 'text?', podcastUrl: 'text' },
  },
  { call: 'GET /v1/episodes/{podcast}/podcast', reads: [episode] },
  {
    call: 'GET /v1/episodes/new',
    reads: [{ id: 'uuid', title: 'text', podcastId: 'uuid', podcastUrl: 'text', liveUrl: 'text', duration: 'number' }],
  },
  { call: 'GET /v1/tracks/{album}/album', reads: [track] },
  { call: 'GET /v1/tracks/{artist}/artist', reads: [track] },
  { call: 'GET /v1/tracks/{track}', reads: track },
  { call: 'GET /v1/tracks/random', reads: [track] },
  { call: 'GET /v1/tracks/new', reads: [track] },
  { call: 'GET /v1/tracks/account', by: 'artist', reads: [track] },
  { call: 'GET /v1/tracks/featured', reads: home },
  { call: 'GET /v1/tracks/featured/{pubkey}', reads: home },
  { call: 'GET /v1/charts/music/top', reads: [track] },
  { call: 'GET /v1/meta/music/genres', reads: [{ id: 'whole', name: 'text', count: 'whole' }] },
  { call: 'GET /v1/tracks/random/{genre}/genre', reads: [track] },
  { call: 'GET /v1/search?term=Stockholm&type=track', reads: [{ ...track, type: 'text' }] },
  { call: 'GET /v1/comments/artist/{artist}', reads: [message] },
  { call: 'GET /v1/comments/album/{album}', reads: [message] },
  { call: 'GET /v1/comments/album/{album}?page=1&pageSize=10', reads: [message] },
]

const accountCalls = (places: Places, clientKey: string): readonly Row[] => [
  {
    call: 'GET /v1/accounts',
    by: 'listener',
    reads: {
      id: 'uuid',
      name: 'text',
      msatBalance: 'whole',
      ampMsat: 'whole',
      artworkUrl: 'text?',
      profileUrl: 'text',
      isLocked: 'flag',
      lightningAddress: 'text?',
      nostrProfileData: [profile],
      emailVerified: 'flag',
      isRegionVerified: 'flag',
      providerId: 'text',
      userFavoritesId: 'uuid?',
      userFavorites: 'list',
    },
  },
  {
    call: 'PUT /v1/accounts',
    by: 'listener',
    isForm: true,
    body: () => ({ ampMsat: '21000' }),
    reads: { userId: 'uuid', name: 'text' },
  },
  {
    call: 'POST /v1/accounts/user',
    by: 'listener',
    body: () => ({ username: 'stockuser', pubkey: places['pubkey'] }),
    status: 201,
    reads: { uid: 'uuid', username: 'text', profileUrl: 'text', pubkey: 'key' },
  },
  { call: 'GET /v1/accounts/features', by: 'listener', reads: 'list' },
  { call: 'GET /v1/accounts/check-region', reads: 'object' },
  {
    call: 'GET /v1/accounts/public/{listener}',
    reads: { id: 'uuid', name: 'text', artworkUrl: 'text?', profileUrl: 'text', userFavoritesId: 'uuid?' },
  },
  { call: 'GET /v1/accounts/user/check-username/nobody-yet', reads: { username: 'text' } },
  { call: 'GET /v1/accounts/pubkey/{pubkey}', reads: profile },
  {
    call: 'GET /v1/accounts/txs/1?filters=Withdraw,Zap%20Sent',
    by: 'listener',
    reads: {
      transactions: { '{today}': [transaction] },
      pagination: { currentPage: 'whole', perPage: 'whole', total: 'whole', totalPages: 'whole' },
    },
  },
  {
    call: 'POST /v1/accounts/connections',
    by: 'listener',
    body: () => ({
      pubkey: clientKey,
      name: 'Stock app',
      requestMethods: ['pay_invoice', 'get_balance', 'sing_a_song'],
      msatBudget: 210_000_000,
      maxMsatPaymentAmount: 75_000_000,
    }),
    reads: { connection },
  },
  { call: 'GET /v1/accounts/connections', by: 'listener', reads: [connection] },
]

const libraryCalls = (places: Places): readonly Row[] => [
  {
    call: 'POST /v1/playlists',
    by: 'listener',
    body: () => ({ title: 'Made by a stock client', isFavorites: false }),
    reads: { id: 'uuid', userId: 'uuid', title: 'text', isFavorites: 'flag', createdAt: 'date', updatedAt: 'date' },
  },
  {
    call: 'POST /v1/playlists/add-track',
    by: 'listener',
    body: () => ({ playlistId: places['playlist'], trackId: places['track'] }),
    reads: { playlistId: 'uuid', trackId: 'uuid' },
  },
  {
    call: 'POST /v1/playlists/reorder',
    by: 'listener',
    body: () => ({ playlistId: places['playlist'], trackList: [places['track']] }),
    reads: [{ trackId: 'uuid' }],
  },
  {
    call: 'GET /v1/playlists/{playlist}',
    reads: {
      title: 'text',
      userId: 'uuid',
      tracks: [
        {
          id: 'uuid',
          title: 'text',
          duration: 'number',
          artist: 'text',
          artworkUrl: 'text?',
          artistUrl: 'text',
          liveUrl: 'text',
          albumTitle: 'text',
          albumId: 'uuid',
          artistId: 'uuid',
          colorInfo: 'object?',
          order: 'whole',
        },
      ],
    },
  },
  { call: 'GET /v1/playlists', by: 'listener', reads: 'list' },
  { call: 'GET /v1/playlists/user/{listenerId}', reads: [playlistRow] },
  { call: 'GET /v1/playlists/user/{pubkey}', reads: [playlistRow] },
  {
    call: 'GET /v1/library/artists',
    by: 'listener',
    reads: {
      artists: [{ id: 'uuid', name: 'text', artworkUrl: 'text?', artistUrl: 'text', bio: 'text?', npub: 'text?' }],
    },
  },
  {
    call: 'GET /v1/library/albums',
    by: 'listener',
    reads: { albums: [{ id: 'uuid', createdAt: 'date', artistId: 'uuid', artist: 'text', title: 'text' }] },
  },
  { call: 'GET /v1/library/tracks', by: 'listener', reads: { tracks: [track] } },
  { call: 'GET /v1/library/playlists', by: 'listener', reads: { playlists: 'list' } },
  {
    call: 'POST /v1/deposit',
    by: 'listener',
    body: () => ({ msatAmount: 5_000 }),
    reads: { request: 'text', uri: 'text', invoiceId: 'uuid' },
  },
]

/** `places`: the values of `{name}` in paths. `clientKey`: the key of a client that keeps its own secret. */
export const stockCalls = (places: Places, clientKey: string): readonly Row[] => [
  ...catalogCalls,
  ...accountCalls(places, clientKey),
  ...libraryCalls(places),
]
