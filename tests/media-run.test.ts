/** Files of every kind are uploaded to a server that is killed three times: each file is processed, and only once.
 * MEDIA_FILES=100 makes a long run. The processing of a single file is tested in server/media. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { getUpload, uploadIdOf } from '#contract/catalog/uploads.ts'
import type { CodecName } from '#server/media/transcode-job.ts'
import { codecs } from '#server/media/transcode-job.ts'
import { transcodeAudio } from '#server/media/transcoder.ts'
import type { Call } from '#web/data/api.ts'
import { createSmallLab, type SmallLab } from './faults/small-lab.ts'
import { makeWav } from './audio-samples.ts'
import { makeFlac } from './tagged-audio.ts'

const FILES = Number(process.env['MEDIA_FILES'] ?? 40)
const ALBUM_TRACKS = 50
const KILL_AFTER = [0.2, 0.45, 0.7].map((part) => Math.round(part * FILES))
const TIMEOUT_MS = 900_000
const POLL_MS = 250

type Sending = { extension: string; bytes: Buffer; url: string; uploadId: string }

test('many files, three kills: none is lost and none is processed twice', { timeout: TIMEOUT_MS }, async (context) => {
  await using lab = await createSmallLab()
  await sql`CREATE TABLE done_log (id uuid NOT NULL)`.execute(lab.database.read)
  await sql`CREATE FUNCTION log_done() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$BEGIN INSERT INTO done_log VALUES (NEW.id); RETURN NEW; END$$`.execute(lab.database.read)
  await sql`CREATE TRIGGER done AFTER UPDATE ON asset FOR EACH ROW
    WHEN (NEW.state = 'finished' AND OLD.state <> 'finished') EXECUTE FUNCTION log_done()`.execute(lab.database.read)
  const artist = await lab.createTestUser('mara')
  const sendings = await announce(lab, artist)

  const kills = [...KILL_AFTER]
  const startedAt = performance.now()
  const sending = sendAll(sendings)
  for (;;) {
    const { done, left } = await countStates(lab)
    if (left === 0 && done === FILES) break
    if (kills.length > 0 && done >= kills[0]!) {
      kills.shift()
      await lab.server().stop('SIGKILL')
      await lab.restart('')
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  await sending
  context.diagnostic(`${FILES} files in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  assert.deepEqual(kills, [])

  const { rows } = await sql<{ id: string; times: number }>`
    SELECT id, count(*)::int AS times FROM done_log GROUP BY id`.execute(lab.database.read)
  assert.equal(rows.length, FILES)
  assert.deepEqual(
    rows.filter(({ times }) => times !== 1),
    [],
  )
  await assertComplete(lab, artist, sendings)
})

/** The tracks and episodes, with the URLs to which their files are uploaded. */
async function announce(lab: SmallLab, artist: Call): Promise<Sending[]> {
  const { id: artistId } = await artist(createArtist, { body: { name: 'Mara' } })
  const kinds = await makeKinds()
  const sendings: Sending[] = []
  let albumId = ''
  for (let index = 0; index < FILES; index++) {
    if (index % ALBUM_TRACKS === 0) {
      albumId = (await artist(createAlbum, { body: { artistId, title: `Album ${index}` } })).id
    }
    const { extension, bytes } = kinds[index % kinds.length]!
    const body = { albumId, title: `Track ${index}`, order: (index % ALBUM_TRACKS) + 1, extension }
    const { presignedUrl } = await artist(createTrack, { body })
    sendings.push({
      extension,
      bytes,
      url: new URL(presignedUrl, lab.origin).href,
      uploadId: uploadIdOf(presignedUrl)!,
    })
  }
  return sendings
}

async function makeKinds(): Promise<{ extension: string; bytes: Buffer }[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-kinds-'))
  try {
    const inputPath = path.join(folder, 'tone.wav')
    fs.writeFileSync(inputPath, makeWav(1.5))
    const names: CodecName[] = ['mp3', 'aac', 'opus', 'vorbis', 'alac']
    const outputs = names.map((codec) => ({ codec, path: path.join(folder, `${codec}.${codecs[codec].extension}`) }))
    const job = { inputPath, outputs, picturePath: path.join(folder, 'picture'), ffmpegPath: null, timeoutSeconds: 120 }
    await transcodeAudio(job)
    const made = outputs.map(({ codec, path: file }) => ({
      extension: codecs[codec].extension,
      bytes: fs.readFileSync(file),
    }))
    return [
      ...made,
      { extension: 'wav', bytes: makeWav(1.2) },
      { extension: 'flac', bytes: makeFlac({ seconds: 1.4, frequencyHz: 330 }) },
    ]
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Four at a time, each repeated until it succeeds: a killed server is restarted. */
async function sendAll(sendings: readonly Sending[]): Promise<void> {
  const waiting = [...sendings]
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await sendUntilThere(one)
  }
  await Promise.all([work(), work(), work(), work()])
}

async function sendUntilThere({ url, bytes }: Sending): Promise<void> {
  for (;;) {
    try {
      const offset = Number((await fetch(url, { method: 'HEAD' })).headers.get('upload-offset'))
      const range = offset < bytes.length ? `${offset}-${bytes.length - 1}` : '*'
      const headers = { 'content-range': `bytes ${range}/${bytes.length}` }
      const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes.subarray(offset)), headers })
      if (status === 200 || status === 409) return
    } catch {
      // The server is being restarted.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function countStates(lab: SmallLab): Promise<{ done: number; left: number }> {
  const { rows } = await sql<{ done: number; left: number }>`
    SELECT count(*) FILTER (WHERE state IN ('finished', 'failed'))::int AS done,
      count(*) FILTER (WHERE state NOT IN ('finished', 'failed'))::int AS left FROM asset`.execute(lab.database.read)
  return rows[0]!
}

/** Every file can be played in every version, and no temporary files remain. */
async function assertComplete(lab: SmallLab, artist: Call, sendings: readonly Sending[]): Promise<void> {
  for (const { uploadId, extension, bytes } of sendings) {
    const upload = await artist(getUpload, { params: { uploadId } })
    assert.equal(upload.state, 'finished', `${extension}: ${upload.reason}`)
    assert.ok(Math.abs(upload.duration! - 1.4) < 0.3, `${extension}: ${upload.duration} s`)
    assert.equal(upload.receivedBytes, bytes.length)
    for (const version of ['mp3', 'm4a', 'opus']) {
      const answer = await fetch(`${lab.origin}/files/media/${uploadId}.${version}`, { method: 'HEAD' })
      assert.equal(answer.status, 200, `${extension} as ${version}`)
    }
  }
  // A kill costs one attempt of the file that is being processed, and of no other.
  const mostAttempts = 1 + KILL_AFTER.length
  const { rows } = await sql`
    SELECT 1 FROM asset WHERE lease IS NOT NULL OR attempts > ${mostAttempts}`.execute(lab.database.read)
  assert.equal(rows.length, 0)
}
