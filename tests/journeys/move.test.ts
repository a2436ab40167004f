/** An account moves to another server by its archive: same ids, guids, pages and feeds; what cannot move is reported. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createAlbum, listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import { updateArtist } from '#contract/catalog/artists.ts'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { setChapters } from '#contract/catalog/moments.ts'
import { createPodcast, getPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit, createTimeSplits } from '#contract/catalog/splits.ts'
import { setTranscript } from '#contract/catalog/transcripts.ts'
import { createTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { addPlaylistTrack, createPlaylist } from '#contract/listening/playlists.ts'
import { login, resetPassword, sendPasswordReset } from '#contract/accounts/auth.ts'
import { newId } from '#server/platform/ids.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { comparePublic, describeDifference, exportAccount, importAccount, publicAddresses } from '../move.ts'
import { connectRelay } from '../relay-client.ts'
import {
  createTestUser,
  lendAudio,
  PASSWORD,
  publishTrack,
  type PublishedTrack,
  type TestUser,
  until,
} from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const stack = new AsyncDisposableStack()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-move-'))
const file = path.join(folder, 'everything.zip')
const [OLD, NEW] = ['https://old.example', 'https://new.example']
let from: TestWorld
let to: TestWorld
let mara: TestUser
let song: PublishedTrack
let addresses: string[]

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true }))
  from = stack.use(await createTestWorld({ pages: true, settings: { PUBLIC_URL: OLD } }))
  to = stack.use(await createTestWorld({ pages: true, settings: { PUBLIC_URL: NEW } }))
  mara = await createTestUser(from, { name: 'mara' })
  const [, gus] = [await createTestUser(from, { name: 'ben' }), await createTestUser(from, { name: 'gus' })]
  const split = ['mara', 'ben', 'gus'].map((name, index) => ({ name, share: 5 - index }))
  song = await publishTrack(from, mara, { title: 'First', split })
  const other = await publishTrack(from, gus, { title: 'Of Gus' })
  await fillAlbum()
  await fillPodcast(other.trackId)
  for (const [title, trackId] of Object.entries({ Mine: song.trackId, Theirs: other.trackId })) {
    const visibility = title === 'Mine' ? 'public' : 'private'
    const { id: playlistId } = await mara.call(createPlaylist, { body: { title, visibility } })
    await mara.call(addPlaylistTrack, { body: { playlistId, trackId } })
  }
  await listElsewhere()
  await from.app.runJobs()
  addresses = await publicAddresses(from.world.database.pool, mara.userId)
  await exportAccount(from.origin, mara.call, file)
})
after(() => stack.disposeAsync())

/** An item of a feed that is read on neither server, in a public playlist. */
async function listElsewhere(): Promise<void> {
  const [feedId, itemId, url] = [newId(), newId(), 'https://feeds.example/show']
  await sql`
    WITH feed AS (INSERT INTO foreign_feed (id, url, guid, title, medium, next_fetch_at, created_at)
      VALUES (${feedId}, ${url}, ${newId()}, 'A show', 'music', '2100-01-01', now())),
    item AS (INSERT INTO foreign_item (id, feed_id, guid, position, title, duration_seconds, audio_url)
      VALUES (${itemId}, ${feedId}, 'one', 0, 'Elsewhere', 61, 'https://feeds.example/one.mp3'))
    INSERT INTO foreign_subscription VALUES (${mara.userId}, ${feedId}, now())`.execute(from.world.database.read)
  const { id: playlistId } = await mara.call(createPlaylist, { body: { title: 'Elsewhere', visibility: 'public' } })
  await mara.call(addPlaylistTrack, { body: { playlistId, trackId: itemId } })
}

async function fillAlbum(): Promise<void> {
  const { albumId, trackId, artistId } = song
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#a02030' } })
  const artwork = new File([new Uint8Array(await picture.png().toBuffer())], 'cover.png', { type: 'image/png' })
  await mara.call(updateAlbum, {
    body: { albumId, artwork, originalDate: '1999-05', upc: '036000291452', licence: 'cc-by' },
  })
  const lyrics = '[00:00.50]First line\n[00:01.00]Last line'
  const performers = [{ name: 'Artist of mara', role: 'main' as const, artistId }]
  await mara.call(updateTrack, {
    body: { trackId, lyrics, performers, isrc: 'USS1Z9900001', credits: [{ name: 'Ana', role: 'composer' }] },
  })
  const second = await mara.call(createTrack, { body: { albumId, title: 'Draft', order: 2, extension: 'wav' } })
  assert.ok(second.id)
  await mara.call(updateArtist, { body: { artistId, bio: 'Born *here*.', name: 'Mara & Ämter' } })
  const draft = await mara.call(createAlbum, { body: { artistId, title: 'Not out yet' } })
  const splitRecipients = [
    { name: 'mara', share: 1 },
    { email: 'ana@example.com', share: 2 },
  ]
  await mara.call(createSplit, { body: { contentId: draft.id, splitRecipients } })
}

async function fillPodcast(otherTrackId: string): Promise<void> {
  const body = { name: 'Night Talk', description: 'Words', primaryCategoryId: '11', language: 'en' }
  const { id: podcastId } = await mara.call(createPodcast, { body })
  const fields = { description: 'About it', extension: 'wav', credits: [{ name: 'Mara', role: 'host' }] }
  const episode = await mara.call(createEpisode, { body: { podcastId, title: 'Pilot', order: 1, ...fields } })
  await lendAudio(from, episode.id, song.trackId, 'episode')
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
  await mara.call(setChapters, {
    params: { episodeId: episode.id },
    body: [{ startTime: 0, title: 'Intro' }],
  })
  const transcript = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello there'
  await mara.call(setTranscript, {
    params: { episodeId: episode.id },
    body: { transcript: new File([transcript], 'pilot.vtt', { type: 'text/vtt' }) },
  })
  const shared = (start: number, recipient: string) => ({
    startSeconds: start,
    endSeconds: start + 1,
    shareNumerator: 1,
    shareDenominator: 2,
    recipientContentId: recipient,
  })
  await mara.call(createTimeSplits, { body: { contentId: episode.id, timeSplits: [shared(0, song.trackId)] } })
  const draft = await mara.call(createEpisode, { body: { podcastId, title: 'Draft', order: 2, extension: 'wav' } })
  await mara.call(createTimeSplits, { body: { contentId: draft.id, timeSplits: [shared(0, otherTrackId)] } })
  const { guid } = await mara.call(getPodcast, { params: { podcastId } })
  const key = generateSecretKey()
  await sql`INSERT INTO identity (issuer, subject, user_id) VALUES ('nostr', ${publicKeyOf(key)}, ${mara.userId})`.execute(
    from.world.database.read,
  )
  const client = await connectRelay(from.origin)
  const created_at = Math.floor(Date.now() / 1_000)
  const told = (kind: number, ...tag: string[]) =>
    client.publish(signEvent({ kind, created_at, tags: [tag], content: '' }, key))
  await told(10_154, 'i', `podcast:guid:${guid}`)
  await told(54, 'i', `podcast:item:guid:${episode.id}`)
  await told(36_787, 'd', song.trackId)
  client.close()
}

const tablesOf = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM content UNION ALL SELECT count(*)::int FROM person`.execute(
    to.world.database.read,
  )
  return rows.map(({ count }) => count)
}

test('what is cut off, altered, or newer is refused in one line, and nothing is written', async () => {
  const bytes = fs.readFileSync(file)
  const refuse = async (changed: Buffer, reason: RegExp) => {
    const copy = path.join(folder, 'copy.zip')
    fs.writeFileSync(copy, changed)
    const ran = await importAccount(to.world.config, copy)
    assert.deepEqual([ran.status, ran.said], [1, ''], ran.complained)
    assert.match(ran.complained, reason)
    assert.ok(!ran.complained.includes('\n'), ran.complained)
  }
  await refuse(bytes.subarray(0, bytes.length - 1_000), /^The file is cut off/)
  const altered = Buffer.from(bytes)
  altered[Math.floor(bytes.length / 3)]! ^= 1
  await refuse(altered, /^The archive was altered or damaged: /)
  const newer = Buffer.from(bytes)
  newer.write('"version": 3', newer.lastIndexOf('"version": 2'))
  await refuse(newer, /^The archive has format 3, and this version of Peal reads format 2\. /)
  assert.deepEqual(await tablesOf(), [0, 0])
})

test('killed twice and started again, the import leaves equal pages, feeds and files, and reports what is left out', async () => {
  for (const point of ['import:file:3', 'import:rows:1']) {
    const ran = await importAccount(to.world.config, file, { CRASH_AT: point })
    assert.deepEqual([ran.status, ran.said], [null, ''], ran.complained)
    assert.deepEqual(await tablesOf(), [0, 0])
  }
  const ran = await importAccount(to.world.config, file)
  assert.equal(ran.status, 0, ran.complained)
  await to.app.runJobs()
  // Partners are shown by their address now.
  const normalize = (text: string) => text.replaceAll(/(ben|gus)@old\.example/g, '$1')
  const [one, other] = [from, to].map(({ origin }, index) => ({ origin, publicUrl: [OLD, NEW][index]! }))
  const { differences, counts } = await comparePublic(one!, other!, addresses, normalize)
  assert.equal(differences.map(describeDifference).join('\n'), '')
  assert.ok(counts.get('feeds')! > 12 && counts.get('files')! > 5 && counts.get('pages')! > 8, [...counts].join(' '))
  const { rows: items } = await sql<{ title: string; medium: string }>`
    SELECT i.title, f.medium FROM playlist_entry pe JOIN foreign_item i ON i.id = pe.track_id
    JOIN foreign_feed f ON f.id = i.feed_id`.execute(to.world.database.read)
  assert.deepEqual(items, [{ title: 'Elsewhere', medium: 'music' }])
  const lines = ran.said.split('\n')
  for (const line of [
    '"Album of First": ben has no account here. The share is paid to ben@old.example.',
    '"Album of First": gus has no account here. The share is paid to gus@old.example.',
    '"Not out yet": A partner who was invited has no account here, and no address. The share goes to mara.',
    '"Draft" shares a part with content that is not on this server: the time split is left out.',
    'A track of the playlist "Theirs" is not on this server, and is left out.',
    'Money does not move with an account: its balance stays on the old server. Withdraw it there.',
  ]) {
    assert.ok(lines.includes(line), ran.said)
  }
  const { rows } = await sql<{ title: string; shares: string }>`
    SELECT al.title, string_agg(concat(coalesce(p.username, o.address), ' ', r.share), ', ' ORDER BY r.position) AS shares
    FROM album al JOIN split s ON s.content_id = al.id JOIN split_recipient r ON r.split_id = s.id
    LEFT JOIN person p ON p.id = r.user_id LEFT JOIN outside_recipient o ON o.id = r.user_id
    GROUP BY al.title ORDER BY al.title`.execute(to.world.database.read)
  assert.deepEqual(
    rows.map(({ title, shares }) => `${title}: ${shares}`),
    ['Album of First: mara 5, ben@old.example 4, gus@old.example 3', 'Not out yet: mara 3'],
  )
})

test('the owner sets a new password and has the drafts; a second import is refused', async () => {
  const again = await importAccount(to.world.config, file)
  assert.deepEqual([again.status, again.said], [1, ''])
  assert.equal(again.complained, 'The account mara is on this server already. Nothing was changed.')
  await to.call(sendPasswordReset, { body: { email: mara.email } })
  await until(async () => (await listUnsentMails(to.world.database, mara.email)).length > 0)
  const [mail] = await listUnsentMails(to.world.database, mara.email)
  const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
  await to.call(resetPassword, { body: { oobCode, newPassword: PASSWORD } })
  const signedIn = await to.call(login, { body: { email: mara.email, password: PASSWORD } })
  assert.ok('token' in signedIn)
  const own = await to.callWith(signedIn.token)(listOwnAlbums, { query: {} })
  assert.deepEqual(own.map(({ title }) => title).sort(), ['Album of First', 'Not out yet'])
})
