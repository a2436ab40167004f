/** A catalogue with long names for tests that walk every page, and an example address for each route of web/routes.ts. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { getAccount, listTransactions } from '#contract/accounts/account.ts'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtist } from '#contract/catalog/artists.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { updateEpisode } from '#contract/catalog/episodes.ts'
import { addPhotograph, setLinerNotes, setPick, updatePhotograph } from '#contract/catalog/imagery.ts'
import { createDownloadCodes, redeemCode } from '#contract/catalog/downloads.ts'
import { addConcertGuest } from '#contract/concerts/tickets.ts'
import { sendFanMessage } from '#contract/community/fans.ts'
import { createReport } from '#contract/community/reports.ts'
import { addBookmark } from '#contract/listening/bookmarks.ts'
import { addToLibrary } from '#contract/listening/library.ts'
import { buyDownload } from '#contract/listening/purchases.ts'
import { send } from '#contract/payments/payments.ts'
import { addPlaylistTrack, createPlaylist } from '#contract/listening/playlists.ts'
import { setMoodLists } from '#contract/listening/moods.ts'
import { createSmartPlaylist } from '#contract/listening/smart-playlists.ts'
import { getPodcast } from '#contract/catalog/podcasts.ts'
import { search } from '#contract/listening/search.ts'
import { listSplitInvitations, renewSplitInvitation } from '#contract/catalog/split-offers.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { setTranscript } from '#contract/catalog/transcripts.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { pages } from '#web/routes.ts'
import { sections } from '#web/settings/sections.ts'
import { publishTestConcert } from '../concerts.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { makePlayerCatalogue, type PlayerCatalogue } from './player-catalogue.ts'
import { fillTeam, makePreview } from './walked-links.ts'

const LONG_TITLES = [
  'The Long Way Home After Everybody Else Has Already Left the Party',
  'Ink',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'Lightning Over the Harbour, Part Two (Live at the Observatory)',
]

export type WalkedPage = { path: string; access: 'public' | 'private' }
export type WalkedWorld = {
  mara: TestUser
  catalogue: PlayerCatalogue
  walked: WalkedPage[]
  /** Other parts of private pages that are among `walked`. */
  parts: string[]
}

/** Mara publishes, robin zaps with a message; mara is an operator, and has a playlist and a library. */
export async function fillWalkedWorld(world: TestWorld): Promise<WalkedWorld> {
  const mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  const robin = await createTestUser(world, { name: 'robin' })
  const catalogue = await makePlayerCatalogue(world, mara)
  const { read } = world.world.database
  for (const [index, title] of LONG_TITLES.entries()) {
    await sql`UPDATE track SET title = ${title}, is_explicit = ${index === 0}
      WHERE id = ${catalogue.trackIds[index]}`.execute(read)
  }
  await sql`UPDATE album SET genre_id = 11, kind = 'live', original_date = '1969-09', label = 'Moon Records',
    phonogram_line = '1969 Moon Records', copyright_line = '1970 Moon Records', licence = 'cc-by-nc-sa', language = 'de'
    WHERE id = ${catalogue.albumId}`.execute(read)
  await sql`UPDATE person SET operator_role = 'owner' WHERE id = ${mara.userId}`.execute(read)
  await fillBalance(world, robin, 99_000_000)
  await fillBalance(world, mara, 12_345_678)
  for (const [index, trackId] of catalogue.trackIds.entries()) {
    const body = { contentId: trackId, msatAmount: 21_000_000 - index * 4_111_111, comment: 'What a beautiful ending.' }
    await robin.prove(send, { body })
  }
  await mara.prove(send, { body: { contentId: catalogue.episodeId, msatAmount: 1_000_000 } })
  const playlist = await mara.call(createPlaylist, {
    body: { title: 'Songs for the Night Train Between Two Very Distant Cities', visibility: 'public' },
  })
  for (const trackId of catalogue.trackIds) {
    await mara.call(addPlaylistTrack, { body: { playlistId: playlist.id, trackId } })
  }
  await listBy(mara, playlist.id)
  const rules = [
    { field: 'genre' as const, genreIds: [11] },
    { field: 'seconds' as const, min: 1 },
  ]
  const definition = { match: 'any' as const, rules, order: 'random' as const, limit: 50 }
  const smart = await mara.call(createSmartPlaylist, { body: { title: 'By rules', definition } })
  const { artistId } = await mara.call(getAlbum, { params: { albumId: catalogue.albumId } })
  const liked = [...catalogue.trackIds, catalogue.albumId, catalogue.episodeId, artistId, catalogue.podcastId]
  for (const contentId of liked) await mara.call(addToLibrary, { body: { contentId } })
  for (const contentId of [catalogue.trackIds[0]!, catalogue.episodeId]) {
    await mara.call(addBookmark, { body: { contentId, positionSeconds: 12, note: 'Where the second voice comes in' } })
  }
  // A chart is computed at most every half minute.
  world.clock.step(31_000)
  await until(async () => (await world.call(listTopTracks, { query: {} })).length > 0)
  await until(async () => (await world.call(search, { query: { term: 'lightning' } })).length > 0)
  const splitToken = await fillStudio(world, mara, catalogue)
  await fillEpisode(mara, catalogue.episodeId)
  await fillImagery(mara, artistId, catalogue)
  const thanks = { kind: 'thanks' as const, audience: 'follows' as const, content: 'Thank you for every evening.' }
  await mara.call(sendFanMessage, { params: { makerId: artistId }, body: thanks })
  const downloads = await fillDownloads(world, { mara, robin }, catalogue)
  const concertId = await fillEvents(world, mara)
  const previewToken = await makePreview(world, mara, catalogue.albumId)
  const token = await fillTeam(mara, robin, artistId)
  const report = { contentId: catalogue.albumId, reason: 'spam' as const }
  const { reportId } = await robin.call(createReport, { body: report })
  return {
    mara,
    catalogue,
    walked: await listExamples(world, mara, {
      ...catalogue,
      reportId,
      ...downloads,
      playlistId: playlist.id,
      smartId: smart.id,
      artistId,
      concertId,
      token,
      previewToken,
      splitToken,
    }),
    parts: [
      ...listParts(catalogue),
      `/studio/edit/artist/${artistId}?part=imagery`,
      `/studio/events/${concertId}?part=sales`,
      `/studio/events/${concertId}?part=people`,
    ],
  }
}

/** Mara is an operator. */
async function listBy(mara: TestUser, playlistId: string): Promise<void> {
  await mara.call(setMoodLists, { params: { mood: 'rain' }, body: { playlistIds: [playlistId] } })
}

/** A split between two users and somebody invited by a link, whose token is returned; a track whose file was never uploaded, and
 * one whose file was refused. */
async function fillStudio(world: TestWorld, mara: TestUser, { albumId, trackIds }: PlayerCatalogue): Promise<string> {
  const splitRecipients = [
    { name: 'mara', share: 2 },
    { name: 'robin', share: 1 },
    { label: 'The Drummer of the Second Evening', share: 1 },
  ]
  await mara.call(createSplit, { body: { contentId: albumId, contentType: 'album', splitRecipients } })
  const of = { params: { contentId: albumId, contentType: 'album' as const } }
  const { invitationId } = (await mara.call(listSplitInvitations, of))[0]!
  const { url } = await mara.call(renewSplitInvitation, { params: { invitationId } })
  const order = trackIds.length + 1
  const never = { title: 'A File That Never Came Although It Was Announced', order }
  await mara.call(createTrack, { body: { albumId, extension: 'wav', ...never } })
  const { id } = await mara.call(createTrack, {
    body: { albumId, extension: 'wav', title: 'A File That Failed', order: order + 1 },
  })
  await sql`UPDATE track SET is_draft = FALSE, processing_state = 'failed', failure_text = 'The file is empty.',
      failure_code = 'empty-file'
    WHERE id = ${id}`.execute(world.world.database.read)
  return url!.split('/').at(-1)!
}

/** A banner, two photographs, a pick, and liner notes with a photograph and a heading. */
async function fillImagery(mara: TestUser, artistId: string, { albumId, trackIds }: PlayerCatalogue): Promise<void> {
  const create = { width: 90, height: 60, channels: 3 as const, background: '#7a8ea0' }
  const photograph = new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'a.png')
  const add = (contentId: string, place: 'banner' | 'gallery' | 'notes') =>
    mara.call(addPhotograph, { params: { contentId }, body: { place, photograph } })
  await add(artistId, 'banner')
  const { id: photographId } = await add(artistId, 'gallery')
  const caption = 'Rehearsal in the house by the water, on the ninth of the twelve afternoons'
  await mara.call(updatePhotograph, { params: { photographId }, body: { caption, alt: 'A room' } })
  await add(artistId, 'gallery')
  await add(albumId, 'notes')
  const text = 'Every door in the house was open. Recorded at **night**.\n\n## Thanks\n\n- to [Ana](https://a.example/)'
  await mara.call(setLinerNotes, { params: { albumId }, body: { text } })
  const pick = { targetId: trackIds[0]!, sentence: 'Start here, with the lights off.' }
  await mara.call(setPick, { params: { artistId }, body: pick })
}

/** The album is for sale. Robin has bought it and given it to mara; a visitor has redeemed a code. */
async function fillDownloads(
  world: TestWorld,
  { mara, robin }: { mara: TestUser; robin: TestUser },
  { albumId }: PlayerCatalogue,
): Promise<{ sheetId: string; secret: string }> {
  // Rows instead of the job: the pages show links, and nobody follows them.
  await sql`
    WITH offered AS (
      INSERT INTO download_offer (content_id, mode, min_msat, updated_at) VALUES (${albumId}, 'paid', 5000000, now())
    ), made AS (
      INSERT INTO download_track (track_id, state, made_of, made_at, progress, requested_at)
      SELECT id, 'finished', live_key, now() + interval '1 day', 1, now() FROM track
      WHERE album_id = ${albumId} AND live_key IS NOT NULL
    )
    INSERT INTO download_file (track_id, format, file_key, bytes, crc32, made_at)
    SELECT id, format, 'downloads/' || id || '.' || format, 31457280, 1, now()
    FROM track, unnest(ARRAY['flac', 'mp3', 'opus']) format
    WHERE album_id = ${albumId} AND live_key IS NOT NULL`.execute(world.world.database.read)
  const body = { contentId: albumId, msatAmount: 5_000_000 }
  await robin.prove(buyDownload, { body })
  await robin.prove(buyDownload, { body: { ...body, recipient: 'mara' } })
  const params = { contentId: albumId }
  const { sheetId, codes } = await mara.call(createDownloadCodes, { params, body: { name: 'Harbour', count: 5 } })
  const { secret } = await world.call(redeemCode, { body: { code: codes[0]!.code } })
  return { sheetId, secret: secret ?? '' }
}

async function fillEpisode(mara: TestUser, episodeId: string): Promise<void> {
  const notes =
    '### At 0:00\n\nThe **bell** of [the harbour](https://harbour.example).\n\n- 0:01 An answer\n- 99:00 Never'
  await mara.call(updateEpisode, { body: { episodeId, season: 2, number: 1_024, kind: 'bonus', notes } })
  const lines = ['<v Mara>Who is there?', '<v Donaudampfschifffahrtsgesellschaftskapitän>Nobody.', 'A bell.']
  const vtt = `WEBVTT\n\n${lines.map((line, index) => `00:00.${index}00 --> 00:00.${index}50\n${line}\n\n`).join('')}`
  await mara.call(setTranscript, { params: { episodeId }, body: { transcript: new File([vtt], 'a.vtt') } })
}

function listParts({ albumId, trackIds: [trackId = ''], episodeId, podcastId }: PlayerCatalogue): string[] {
  return [
    `/studio/edit/album/${albumId}?part=credits`,
    `/studio/edit/album/${albumId}?part=split`,
    `/studio/edit/album/${albumId}?part=downloads`,
    `/studio/edit/album/${albumId}?part=previews`,
    `/studio/edit/album/${albumId}?part=notes`,
    ...['lyrics', 'artwork', 'credits', 'split', 'time-splits'].map(
      (part) => `/studio/edit/track/${trackId}?part=${part}`,
    ),
    `/studio/edit/episode/${episodeId}?part=chapters`,
    `/studio/edit/episode/${episodeId}?part=transcript`,
    `/studio/edit/podcast/${podcastId}?part=split`,
    ...sections.map(({ slug }) => `/settings/${slug}`).filter((path) => path !== '/settings/notifications'),
    '/library/playlists',
    '/library/bookmarks',
    '/library/elsewhere',
    '/library/collection',
    '/transactions?tab=notifications',
    ...['people', 'takedown'].map((page) => `/admin/${page}?find=mara`),
  ]
}

type Named =
  | 'playlistId'
  | 'smartId'
  | 'artistId'
  | 'concertId'
  | 'sheetId'
  | 'secret'
  | 'token'
  | 'previewToken'
  | 'splitToken'
  | 'reportId'
type Ids = PlayerCatalogue & Record<Named, string>

/** An event with a long name and two kinds of tickets, of which mara has one; and a guest. */
async function fillEvents(world: TestWorld, mara: TestUser): Promise<string> {
  const tiers = [
    { name: 'Standing', seats: 100, msatPrice: 5_000_000, centsPrice: null },
    { name: 'Donaudampfschifffahrtsgesellschaftsloge', seats: 9, msatPrice: null, centsPrice: 1_200 },
  ]
  const fields = { name: 'Rooms at Night, All of It in the Dark', city: 'Donaueschingen', tiers }
  const concert = await publishTestConcert(world, mara, { sats: 5_000, fields })
  await concert.buy(mara.prove)
  await mara.call(addConcertGuest, { params: { concertId: concert.id }, body: { name: 'Noor Haddaway' } })
  return concert.id
}

/** Each route once, with parameters of existing content. A route whose parameter has no example here is an error. */
async function listExamples(world: TestWorld, mara: TestUser, ids: Ids): Promise<WalkedPage[]> {
  const [trackId = ''] = ids.trackIds
  const { artistUrl } = await world.call(getArtist, { params: { artistId: ids.artistId } })
  const { podcastUrl } = await world.call(getPodcast, { params: { podcastId: ids.podcastId } })
  const { profileUrl } = await mara.call(getAccount, {})
  const statement = { params: { page: '1' }, query: { filters: 'Earnings' } }
  const { transactions } = await mara.call(listTransactions, statement)
  const [earned] = Object.values(transactions).flat()
  const examples: Record<string, string> = {
    genre: 'folk',
    mood: 'rain',
    year: String(new Date().getFullYear()),
    smartId: ids.smartId,
    albumId: ids.albumId,
    contentId: ids.albumId,
    sheetId: ids.sheetId,
    secret: ids.secret,
    trackId,
    artistUrl,
    artistId: ids.artistId,
    parentId: ids.artistId,
    concertId: ids.concertId,
    makerId: ids.artistId,
    token: ids.token,
    link: ids.previewToken,
    podcastUrl,
    podcastId: ids.podcastId,
    episodeId: ids.episodeId,
    playlistId: ids.playlistId,
    profileUrl,
    paymentId: earned?.paymentId ?? '',
    type: 'earnings',
    contentType: 'album',
    section: 'artists',
    code: 'nothing',
  }
  const exampleAt: Record<string, string> = {
    '/settings/:section': 'notifications',
    '/split-invitations/:token': ids.splitToken,
    '/notice/:reportId': ids.reportId,
  }
  const walked = pages.map(({ path, access }) => ({
    path: path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
      const example = exampleAt[path] ?? examples[name]
      if (!example) throw new Error(`${path} has no example for :${name}`)
      return example
    }),
    access,
  }))
  return [...walked, { path: '/search?q=lightning', access: 'public' }, { path: '/', access: 'private' }]
}
