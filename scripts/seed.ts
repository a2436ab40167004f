/** Creates the demo catalogue on a running sandbox server by calling /v1 as any client does: `node scripts/seed.ts
 * ORIGIN`. Safe to interrupt and run again: each step checks what exists and adds only what is missing. */
import { readFile } from 'node:fs/promises'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { createAlbum, getAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { login, register, sendVerification, verifyEmail } from '#contract/accounts/auth.ts'
import { addPlaylistTrack, createPlaylist, getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { createEpisode, listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { createPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { listSandboxMails } from '#contract/operator/sandbox.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { setChapters } from '#contract/catalog/moments.ts'
import { createSplit, createTimeSplits, getSplit, getTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack, listAlbumTracks } from '#contract/catalog/tracks.ts'
import { getUpload, renewUpload } from '#contract/catalog/uploads.ts'
import { ApiError, createCall, type Call } from '#web/data/api.ts'
import {
  demoAccounts,
  demoAlbums,
  demoArtists,
  demoPodcasts,
  type DemoAccount,
  type DemoAlbum,
  type DemoArtwork,
  type DemoEpisode,
  type DemoPodcast,
  type DemoSplit,
  type Piece,
} from './demo/catalogue.ts'
import { renderArtwork } from './demo/covers.ts'
import { makePayments } from './demo/payments.ts'
import { demoPlaylists, type DemoPlaylist } from './demo/playlists.ts'

const DAY_MS = 24 * 3_600_000
const WAIT_MS = 600_000
const PAUSE_MS = 250
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

for (const account of demoAccounts) users.set(account.username, await signIn(account))
const artists = new Map<string, { id: string; call: Call }>()
for (const artist of demoArtists) artists.set(artist.key, await makeArtist(artist))
for (const album of demoAlbums) await makeAlbum(album)
for (const podcast of demoPodcasts) await makePodcast(podcast)
for (const album of demoAlbums) await publishAlbum(album)
await Promise.all([...demoAlbums.map(waitForAlbum), ...demoPodcasts.map(waitForPodcast)])
for (const { ownerUsername, episodes } of demoPodcasts) {
  for (const episode of episodes) {
    await makeTimeSplits(userOf(ownerUsername), episode)
    await makeChapters(userOf(ownerUsername), episode)
  }
}
await makePayments({ visitor, userOf, contents, until })
for (const playlist of demoPlaylists) await makePlaylist(playlist)
print('The demo catalogue is there')

function print(what: string): void {
  console.log(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

async function transport(address: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  const deadline = performance.now() + PASSING_MS
  for (;;) {
    endWithServer()
    const response = await fetch(origin + address, { ...init, signal: AbortSignal.timeout(REQUEST_MS) })
    const json: unknown = await response.json().catch(() => null)
    if (!isPassing(json) || performance.now() > deadline) return { status: response.status, json }
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

function userOf(username: string): Call {
  const call = users.get(username)
  if (call === undefined) throw new Error(`There is no demo account ${username}`)
  return call
}

async function signIn(account: DemoAccount): Promise<Call> {
  const { email, password, username } = account
  // Logs in first, because registration is limited per hour, whether or not the account exists.
  const signedIn = await visitor(login, { body: { email, password } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return visitor(register, { body: { email, password, name: username } })
  })
  if (!('token' in signedIn)) throw new Error(`${username} logs in in two steps`)
  const { token } = signedIn
  const call = createCall(transport, () => token)
  if (!(await call(getAccount, {})).emailVerified) await confirmEmail(call, email)
  await introduce(call, account)
  return call
}

/** The code of an earlier start may have expired; then a new one is requested. */
async function confirmEmail(call: Call, email: string): Promise<void> {
  const confirm = async (oobCode: string) => visitor(verifyEmail, { body: { oobCode } })
  const first = await until(() => findCode(email))
  await confirm(first).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    await call(sendVerification, {})
    await confirm(
      await until(async () => {
        const code = await findCode(email)
        return code !== first && code
      }),
    )
  })
}

async function findCode(email: string): Promise<string | undefined> {
  const mails = await visitor(listSandboxMails, { query: { to: email } })
  return mails
    .flatMap(({ links }) => links.map((link) => new URL(link).searchParams.get('oobCode') ?? ''))
    .find(Boolean)
}

/** Sets display name and avatar; artists need them for their studio. */
async function introduce(call: Call, { displayName, artwork, kind }: DemoAccount): Promise<void> {
  const known = await call(getAccount, {})
  if (known.displayName === null) {
    await call(updateAccount, { body: { displayName, artwork: await pictureOf(artwork) } })
  }
  if (kind === 'listener' || known.isRegionVerified) return
  const [firstName = displayName, ...others] = displayName.split(' ')
  await call(logIdentity, { body: { firstName, lastName: others.join(' ') || firstName } })
}

async function pictureOf({ design, seed }: DemoArtwork): Promise<File> {
  return new File([new Uint8Array(await renderArtwork(design, seed))], 'artwork.jpg', { type: 'image/jpeg' })
}

async function makeArtist({ ownerUsername, name, bio, website, artwork }: (typeof demoArtists)[number]) {
  const call = userOf(ownerUsername)
  const found = (await call(listOwnArtists, {})).find((artist) => artist.name === name)
  const made = found ?? (await call(createArtist, { body: { name, bio, website, artwork: await pictureOf(artwork) } }))
  return { id: made.id, call }
}

async function makeAlbum(album: DemoAlbum): Promise<void> {
  const { title, description, isSingle, artistKey, tracks } = album
  const { id: artistId, call } = artists.get(artistKey)!
  const found = (await call(listOwnAlbums, {})).find((one) => one.title === title)
  const artwork = await pictureOf(album.artwork)
  const fixed = { artistId, title, description, genreId: String(album.genreId), artwork }
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

async function makeSplit(call: Call, contentId: string, contentType: 'album' | 'podcast', split: DemoSplit[]) {
  if (split.length < 2 || (await call(getSplit, { params: { contentId, contentType } })) !== null) return
  const splitRecipients = split.map(({ username, weight }) => ({ name: username, share: weight }))
  await call(createSplit, { body: { contentId, contentType, splitRecipients } })
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

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
