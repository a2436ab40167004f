/** Makes the demo catalogue on a running sandbox server, by calling /v1 as people do: `node scripts/seed.ts ORIGIN`.
 * May be interrupted and run again; what is there already is left. */
import { getAccount, updateAccount } from '#contract/accounts.ts'
import { createAlbum, getAlbum, listOwnAlbums } from '#contract/albums.ts'
import { createArtist, listOwnArtists } from '#contract/artists.ts'
import { login, register, verifyEmail } from '#contract/auth.ts'
import { createDeposit, createInvoice, send } from '#contract/payments.ts'
import { addPlaylistTrack, createPlaylist, listOwnPlaylists } from '#contract/playlists.ts'
import { createEpisode, listPodcastEpisodes } from '#contract/episodes.ts'
import { createPodcast, listOwnPodcasts } from '#contract/podcasts.ts'
import { publish } from '#contract/publish.ts'
import { listSandboxMails, payFromOutside } from '#contract/sandbox.ts'
import { logIdentity } from '#contract/region.ts'
import { setChapters } from '#contract/moments.ts'
import { createSplit, createTimeSplits, getSplit, getTimeSplits } from '#contract/splits.ts'
import { createTrack, listAlbumTracks } from '#contract/tracks.ts'
import { ApiError, createCall, type Call } from '#web/api.ts'
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
} from './demo/catalogue.ts'
import { renderArtwork } from './demo/covers.ts'
import { pieces, type PieceName } from './demo/music.ts'
import { demoPlaylists, type DemoPlaylist } from './demo/playlists.ts'
import { demoDeposits, demoZaps } from './demo/zaps.ts'

const DAY_MS = 24 * 3_600_000
const WAIT_MS = 180_000

const origin = process.argv[2]
if (origin === undefined) throw new Error('Usage: node scripts/seed.ts http://127.0.0.1:3000')
const startedAt = performance.now()
const visitor = createCall(transport)
const people = new Map<string, Call>()
const contents = new Map<string, string>()

for (const account of demoAccounts) people.set(account.username, await signIn(account))
const artists = new Map<string, { id: string; call: Call }>()
for (const artist of demoArtists) artists.set(artist.key, await makeArtist(artist))
for (const album of demoAlbums) await makeAlbum(album)
for (const podcast of demoPodcasts) await makePodcast(podcast)
for (const album of demoAlbums) await publishAlbum(album)
await Promise.all([...demoAlbums.map(waitForAlbum), ...demoPodcasts.map(waitForPodcast)])
for (const { ownerUsername, episodes } of demoPodcasts) {
  for (const episode of episodes) {
    await makeTimeSplits(personOf(ownerUsername), episode)
    await makeChapters(personOf(ownerUsername), episode)
  }
}
for (const { username, amountMsat } of demoDeposits) await fill(username, amountMsat)
await zapAround()
for (const playlist of demoPlaylists) await makePlaylist(playlist)
tell('The demo catalogue is there')

function tell(what: string): void {
  console.log(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

async function transport(address: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  const response = await fetch(origin + address, init)
  return { status: response.status, json: await response.json().catch(() => null) }
}

function personOf(username: string): Call {
  const call = people.get(username)
  if (call === undefined) throw new Error(`There is no demo account ${username}`)
  return call
}

async function signIn(account: DemoAccount): Promise<Call> {
  const { email, password, username } = account
  const isThere = (error: unknown) => error instanceof ApiError && error.status === 409
  const made = await visitor(register, { body: { email, password, name: username } }).catch((error: unknown) => {
    if (isThere(error)) return null
    throw error
  })
  const signedIn = made ?? (await visitor(login, { body: { email, password } }))
  if (!('token' in signedIn)) throw new Error(`${username} logs in in two steps`)
  const { token } = signedIn
  const call = createCall(transport, () => token)
  if (!(await call(getAccount, {})).emailVerified) {
    const [mail] = await visitor(listSandboxMails, { query: { to: email } })
    const oobCode = new URL(mail?.links[0] ?? 'http://none').searchParams.get('oobCode')
    if (oobCode !== null) await visitor(verifyEmail, { body: { oobCode } })
  }
  await introduce(call, account)
  return call
}

/** What somebody tells of themselves; artists need it for their studio. */
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
  const call = personOf(ownerUsername)
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
      continue
    }
    const fields = { albumId, title: track.title, order: index + 1, extension: 'wav', lyrics: track.lyrics ?? null }
    const made = await call(createTrack, { body: { ...fields, isExplicit: track.explicit } })
    contents.set(`track:${track.key}`, made.id)
    await upload(made.presignedUrl, track.piece)
    tell(`Composed “${track.title}”`)
  }
  await makeSplit(call, albumId, 'album', album.split)
}

/** Once one of its tracks is ready; the others follow. */
async function publishAlbum({ key, artistKey, publishedDaysAgo }: DemoAlbum): Promise<void> {
  const { call } = artists.get(artistKey)!
  const albumId = contents.get(key)!
  const tracks = { params: { albumId }, query: { unpublished: 'true' } }
  await until(async () => (await call(listAlbumTracks, tracks)).some(({ liveUrl }) => liveUrl !== null))
  const publishedAt = daysAgo(publishedDaysAgo)
  await call(publish, { params: { contentId: albumId }, body: { contentType: 'album', publishedAt } })
}

async function makePodcast(podcast: DemoPodcast): Promise<void> {
  const { name, description, ownerUsername, episodes } = podcast
  const call = personOf(ownerUsername)
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
      continue
    }
    const fields = { podcastId, title: episode.title, description: episode.description, order: index + 1 }
    const made = await call(createEpisode, { body: { ...fields, extension: 'wav' } })
    contents.set(`episode:${episode.key}`, made.id)
    await upload(made.presignedUrl, episode.piece)
    tell(`Recorded “${episode.title}”`)
  }
  await makeSplit(call, podcastId, 'podcast', podcast.split)
  const publishedAt = daysAgo(podcast.publishedDaysAgo)
  await call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast', publishedAt } })
}

async function makeSplit(call: Call, contentId: string, contentType: 'album' | 'podcast', split: DemoSplit[]) {
  if (split.length < 2 || (await call(getSplit, { params: { contentId, contentType } })) !== null) return
  const splitRecipients = split.map(({ username, weight }) => ({ name: username, share: weight }))
  await call(createSplit, { body: { contentId, contentType, splitRecipients } })
}

/** Once everything is out: what somebody else has made can only be shared with when it is public. */
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

/** Replacing them with the same changes nothing. */
async function makeChapters(call: Call, { key, chapters }: DemoEpisode): Promise<void> {
  await call(setChapters, { params: { episodeId: contents.get(`episode:${key}`)! }, body: chapters })
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}

async function upload(presignedUrl: string, piece: PieceName): Promise<void> {
  const { pathname, search } = new URL(presignedUrl, origin)
  const response = await fetch(`${origin}${pathname}${search}`, {
    method: 'PUT',
    body: new Uint8Array(pieces[piece]()),
  })
  if (!response.ok) throw new Error(`Upload refused: ${response.status} ${await response.text()}`)
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

async function fill(username: string, amountMsat: number): Promise<void> {
  const call = personOf(username)
  if ((await call(getAccount, {})).msatBalance > 0) return
  const { request } = await call(createDeposit, { body: { msatAmount: amountMsat } })
  await visitor(payFromOutside, { body: { bolt11: request } })
  await until(async () => (await call(getAccount, {})).msatBalance > 0)
}

/** A week of listeners, so that charts and statements have something to show. Keys make each zap happen once. */
async function zapAround(): Promise<void> {
  for (const [index, { from, track, episode, sats, comment, atSeconds }] of demoZaps.entries()) {
    const name = track === undefined ? `episode:${episode}` : `track:${track}`
    const contentId = contents.get(name)
    if (contentId === undefined) throw new Error(`There is no demo ${name}`)
    const body = { contentId, msatAmount: sats * 1_000, comment: comment ?? null, contentTime: atSeconds ?? null }
    const idempotencyKey = `demo-zap-${index}`
    if (from === 'outside') {
      const { request, state } = await visitor(createInvoice, { body }, { idempotencyKey })
      if (state === 'open') await visitor(payFromOutside, { body: { bolt11: request } })
    } else {
      await personOf(from)(send, { body }, { idempotencyKey })
    }
  }
}

async function makePlaylist({ ownerUsername, title, description, tracks }: DemoPlaylist): Promise<void> {
  const call = personOf(ownerUsername)
  if ((await call(listOwnPlaylists, { query: {} })).some((one) => one.title === title)) return
  const { id: playlistId } = await call(createPlaylist, { body: { title, description, visibility: 'public' } })
  for (const key of tracks) {
    await call(addPlaylistTrack, { body: { playlistId, trackId: contents.get(`track:${key}`)! } })
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The demo catalogue did not become ready in time')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
