/** Creates the demo catalogue on a running sandbox server by calling /v1 as any client does: `node scripts/seed.ts
 * ORIGIN`. Safe to interrupt and run again: each step checks what exists and adds only what is missing. */
import { readFile } from 'node:fs/promises'
import { createAlbum, getAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { addPlaylistTrack, createPlaylist, getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { createEpisode, listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { createPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { setChapters } from '#contract/catalog/moments.ts'
import { acceptSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import { createSplit, createTimeSplits, getSplit, getTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack, listAlbumTracks } from '#contract/catalog/tracks.ts'
import { getUpload, renewUpload } from '#contract/catalog/uploads.ts'
import { createCall, type Call } from '#web/data/api.ts'
import type { DemoAlbum, DemoSplit, Piece } from './demo/album.ts'
import { demoAlbums } from './demo/catalogue.ts'
import { FACE_SIZE, pictureOf } from './demo/covers.ts'
import { makeEvent, makeImagery, makePromo, makeReply, makeSegments } from './demo/extras.ts'
import { demoEvents, demoPromos } from './demo/events.ts'
import { demoImagery } from './demo/imagery.ts'
import { endPast } from './demo/past.ts'
import { makePayments } from './demo/payments.ts'
import { demoAccounts, demoArtists, type DemoAccount, type DemoArtist } from './demo/people.ts'
import { makePlays } from './demo/plays.ts'
import { demoPlaylists, type DemoPlaylist } from './demo/playlists.ts'
import { demoPodcasts, type DemoEpisode, type DemoPodcast } from './demo/shows.ts'
import { signIn } from './demo/sign-in.ts'
import { demoZaps } from './demo/zaps.ts'

const DAY_MS = 24 * 3_600_000
const WAIT_MS = 600_000
const PAUSE_MS = 250
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
const REQUEST_MS = 60_000
/** How long to retry after a temporary error. */
const PASSING_MS = 120_000

const origin = process.argv[2]
if (origin === undefined) throw new Error('Usage: node scripts/seed.ts http://127.0.0.1:3000')
/** The server that started this process; absent when started by hand. */
const serverPid = process.argv[3]
const startedAt = performance.now()
const visitor = createCall(transport)
const users = new Map<string, Call>()
const contents = new Map<string, string>()

for (const account of demoAccounts) if (isArtist(account)) await enter(account)
const artists = new Map<string, { id: string; call: Call }>()
for (const artist of demoArtists) artists.set(artist.key, await makeArtist(artist))
for (const album of demoAlbums) await makeAlbum(album)
for (const podcast of demoPodcasts) await makePodcast(podcast)
// Each release appears as soon as it can be played; listeners come while the rest of the audio is processed.
await Promise.all([enterListeners(), ...demoAlbums.map(publishAlbum)])
await Promise.all([...demoAlbums.map(waitForAlbum), ...demoPodcasts.map(waitForPodcast)])
for (const { ownerUsername, episodes } of demoPodcasts) {
  for (const episode of episodes) {
    await makeTimeSplits(userOf(ownerUsername), episode)
    await makeChapters(userOf(ownerUsername), episode)
  }
}
for (const { artistKey, tracks } of demoAlbums) {
  const { call } = artists.get(artistKey)!
  for (const track of tracks) await makeSegments(call, contents.get(`track:${track.key}`)!, track)
}
for (const imagery of demoImagery) {
  const artist = artists.get(imagery.artistKey)
  if (artist !== undefined) await makeImagery(artist.call, artist.id, imagery)
}
for (const event of demoEvents) {
  const { id, call } = artists.get(event.artistKey)!
  await makeEvent(call, id, event)
}
await makePayments({ visitor, userOf, contents, until })
for (const { track, episode, comment, reply } of demoZaps) {
  if (comment !== undefined && reply !== undefined) await makeReply(ownerOf(track, episode), until, comment, reply)
}
for (const promo of demoPromos) {
  await makePromo(artists.get(promo.artistKey)!.call, contents.get(`track:${promo.track}`)!, promo)
}
for (const playlist of demoPlaylists) await makePlaylist(playlist)
for (const [username, call] of users) await makePlays(call, username, contents)
endPast()
print('The demo catalogue is there')

function print(what: string): void {
  console.log(`${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`)
}

async function transport(address: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  const deadline = performance.now() + PASSING_MS
  for (;;) {
    endWithServer()
    const response = await fetch(origin + address, { ...init, signal: AbortSignal.timeout(REQUEST_MS) }).catch(
      (error: unknown) => {
        if (performance.now() > deadline) throw error
      },
    )
    const json: unknown = await response?.json().catch(() => null)
    if (response?.status === 429) {
      await waitFor(Number(response.headers.get('retry-after') ?? 1))
      continue
    }
    if (response !== undefined && (!isPassing(json) || performance.now() > deadline)) {
      return { status: response.status, json }
    }
    await pause()
  }
}

/** Every start logs in to all accounts, and the log-ins and registrations of an address are limited. */
async function waitFor(seconds: number): Promise<void> {
  print(`Too many requests: the demo catalogue continues in ${seconds} s`)
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    endWithServer()
    await pause()
  }
}

/** An interrupted request holds its Idempotency-Key until the lease ends, and a restarting database is back in
 * seconds. */
function isPassing(json: unknown): boolean {
  return ['idempotency-key-running', 'unavailable'].includes((json as { code?: string } | null)?.code ?? '')
}

/** Ends an orphaned seed process before its next request: a server started later at the same address has its own. */
function endWithServer(): void {
  if (serverPid !== undefined && process.ppid !== Number(serverPid)) process.exit(1)
}

function isArtist({ kind }: DemoAccount): boolean {
  return kind === 'artist'
}

async function enterListeners(): Promise<void> {
  for (const account of demoAccounts) if (!isArtist(account)) await enter(account)
}

async function enter(account: DemoAccount): Promise<void> {
  users.set(account.username, await signIn({ transport, visitor, until }, account))
}

/** Who owns what was zapped. */
function ownerOf(track: string | undefined, episode: string | undefined): Call {
  const album = demoAlbums.find(({ tracks }) => tracks.some(({ key }) => key === track))
  if (album !== undefined) return artists.get(album.artistKey)!.call
  const podcast = demoPodcasts.find(({ episodes }) => episodes.some(({ key }) => key === episode))
  if (podcast === undefined) throw new Error(`There is no demo ${track ?? episode}`)
  return userOf(podcast.ownerUsername)
}

function userOf(username: string): Call {
  const call = users.get(username)
  if (call === undefined) throw new Error(`There is no demo account ${username}`)
  return call
}

async function makeArtist({ ownerUsername, name, bio, website, artwork }: DemoArtist) {
  const call = userOf(ownerUsername)
  const found = (await call(listOwnArtists, {})).find((artist) => artist.name === name)
  const made =
    found ?? (await call(createArtist, { body: { name, bio, website, artwork: await pictureOf(artwork, FACE_SIZE) } }))
  return { id: made.id, call }
}

async function makeAlbum(album: DemoAlbum): Promise<void> {
  const { title, description, isSingle, artistKey, tracks } = album
  const { id: artistId, call } = artists.get(artistKey)!
  const found = (await call(listOwnAlbums, {})).find((one) => one.title === title)
  const artwork = await pictureOf(album.artwork)
  const genres = { genreId: String(album.genreId), subgenreId: album.subgenreId?.toString() }
  const credits = JSON.stringify(album.credits)
  const fixed = { artistId, title, description, ...genres, credits, artwork }
  const body = { ...fixed, isSingle: isSingle ? ('true' as const) : ('false' as const) }
  const albumId = (found ?? (await call(createAlbum, { body }))).id
  contents.set(album.key, albumId)
  const there = await call(listAlbumTracks, { params: { albumId }, query: { unpublished: 'true' } })
  for (const [index, track] of tracks.entries()) {
    const one = there.find((known) => known.title === track.title)
    if (one !== undefined) {
      contents.set(`track:${track.key}`, one.id)
      await resumeUpload(call, one.uploadId, track.piece)
      continue
    }
    const fields = { albumId, title: track.title, order: index + 1, extension: 'opus', lyrics: track.lyrics ?? null }
    const made = await call(createTrack, { body: { ...fields, isExplicit: track.explicit } })
    contents.set(`track:${track.key}`, made.id)
    await upload(made.presignedUrl, track.piece)
    print(`Uploaded “${track.title}”`)
  }
  await makeSplit(call, albumId, 'album', album.split)
}

/** Publishes the album once one of its tracks is ready; the others follow. */
async function publishAlbum({ key, artistKey, publishedDaysAgo }: DemoAlbum): Promise<void> {
  const { call } = artists.get(artistKey)!
  const albumId = contents.get(key)!
  const album = (await call(listOwnAlbums, {})).find(({ id }) => id === albumId)
  if (album?.isDraft === false) return
  const tracks = { params: { albumId }, query: { unpublished: 'true' } }
  await until(async () => (await call(listAlbumTracks, tracks)).some(({ liveUrl }) => liveUrl !== null))
  const publishedAt = daysAgo(publishedDaysAgo)
  await call(publish, { params: { contentId: albumId }, body: { contentType: 'album', publishedAt } })
}

async function makePodcast(podcast: DemoPodcast): Promise<void> {
  const { name, description, ownerUsername, episodes } = podcast
  const call = userOf(ownerUsername)
  const found = (await call(listOwnPodcasts, {})).find((one) => one.name === name)
  const artwork = await pictureOf(podcast.artwork)
  const body = { name, description, primaryCategoryId: String(podcast.categoryId), artwork }
  const podcastId = (found ?? (await call(createPodcast, { body }))).id
  contents.set(podcast.key, podcastId)
  const there = await call(listPodcastEpisodes, { params: { podcastId }, query: { unpublished: 'true' } })
  for (const [index, episode] of episodes.entries()) {
    const one = there.find((known) => known.title === episode.title)
    if (one !== undefined) {
      contents.set(`episode:${episode.key}`, one.id)
      await resumeUpload(call, one.uploadId, episode.piece)
      continue
    }
    const fields = { podcastId, title: episode.title, description: episode.description, order: index + 1 }
    const made = await call(createEpisode, { body: { ...fields, extension: 'opus' } })
    contents.set(`episode:${episode.key}`, made.id)
    await upload(made.presignedUrl, episode.piece)
    print(`Recorded “${episode.title}”`)
  }
  await makeSplit(call, podcastId, 'podcast', podcast.split)
  if (found?.isDraft === false) return
  const publishedAt = daysAgo(podcast.publishedDaysAgo)
  await call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast', publishedAt } })
}

async function makeSplit(call: Call, contentId: string, contentType: 'album' | 'podcast', split: DemoSplit) {
  if (Object.keys(split).length < 2) return
  if ((await call(getSplit, { params: { contentId, contentType } })) === null) {
    const splitRecipients = Object.entries(split).map(([name, share]) => ({ name, share }))
    await call(createSplit, { body: { contentId, contentType, splitRecipients } })
  }
  for (const username of Object.keys(split)) await agree(userOf(username))
}

/** To every share that is offered. */
async function agree(call: Call): Promise<void> {
  for (const { versionId } of await call(listSplitOffers, {})) await call(acceptSplitOffer, { params: { versionId } })
}

/** Runs after everything is published: only public content of other owners can be a recipient. */
async function makeTimeSplits(call: Call, { key, timeSplits = [] }: DemoEpisode): Promise<void> {
  const contentId = contents.get(`episode:${key}`)!
  const known = await call(getTimeSplits, { params: { contentId, contentType: 'episode' } })
  if (known.length > 0 || timeSplits.length === 0) return
  const sent = timeSplits.map(({ track, ...times }) => ({
    ...times,
    recipientContentId: contents.get(`track:${track}`)!,
  }))
  await call(createTimeSplits, { body: { contentId, timeSplits: sent } })
}

/** Idempotent: replaces the chapters by the same ones. */
async function makeChapters(call: Call, { key, chapters }: DemoEpisode): Promise<void> {
  await call(setChapters, { params: { episodeId: contents.get(`episode:${key}`)! }, body: chapters })
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}

async function upload(presignedUrl: string, piece: Piece): Promise<void> {
  const { pathname, search } = new URL(presignedUrl, origin)
  const body = await readFile(new URL(`demo/music/${piece}.opus`, import.meta.url))
  endWithServer()
  const response = await fetch(`${origin}${pathname}${search}`, { method: 'PUT', body })
  if (!response.ok) throw new Error(`Upload refused: ${response.status} ${await response.text()}`)
}

/** Sends a file that had not arrived when an earlier start was interrupted. */
async function resumeUpload(call: Call, uploadId: string, piece: Piece): Promise<void> {
  const params = { uploadId }
  if ((await call(getUpload, { params })).state !== 'awaiting-upload') return
  await upload((await call(renewUpload, { params })).presignedUrl, piece)
}

async function waitForAlbum({ key, tracks }: DemoAlbum): Promise<void> {
  await until(async () => {
    const album = await visitor(getAlbum, { params: { albumId: contents.get(key)! } }).catch(() => null)
    return album?.tracks.length === tracks.length
  })
}

async function waitForPodcast({ key, episodes }: DemoPodcast): Promise<void> {
  const params = { podcastId: contents.get(key)! }
  await until(async () => (await visitor(listPodcastEpisodes, { params, query: {} })).length === episodes.length)
}

async function makePlaylist({ ownerUsername, title, description, tracks }: DemoPlaylist): Promise<void> {
  const call = userOf(ownerUsername)
  const found = (await call(listOwnPlaylists, { query: {} })).find((one) => one.title === title)
  const body = { title, description, visibility: 'public' as const }
  const { id: playlistId } = found ?? (await call(createPlaylist, { body }))
  const there = new Set((await call(getPlaylist, { params: { playlistId }, query: {} })).tracks.map(({ id }) => id))
  for (const key of tracks) {
    const trackId = contents.get(`track:${key}`)!
    if (!there.has(trackId)) await call(addPlaylistTrack, { body: { playlistId, trackId } })
  }
}

/** Polls until the result is truthy, and returns it. */
async function until<Value>(ask: () => Promise<Value | undefined | false>): Promise<Value> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const value = await ask()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error('The demo catalogue did not become ready in time')
    await pause()
  }
}
