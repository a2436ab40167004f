/** Clips from the request to the file: their content, who may create one, and when they are deleted. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Frame, Packet } from 'node-av/lib'
import { updateArtist } from '#contract/catalog/artists.ts'
import { createClip, getClip, getClipTerms } from '#contract/listening/clips.ts'
import { takeDown } from '#contract/operator/admin.ts'
import { setRole } from '#server/accounts/roles.ts'
import { check, loadAv, openInput } from '#server/media/av-audio.ts'
import { makeTwoTones } from '#tests/audio-samples.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, publishTrack, until, type PublishedTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { layouts } from './drawing/layout.ts'
import { readPart } from './drawing/part-of-audio.ts'
import { barsOf } from './make-clip.ts'
import { claimNext, insertClip } from './queries.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const LOW_HZ = 220
const HIGH_HZ = 880

const stack = new AsyncDisposableStack()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-clips-'))
let world: TestWorld
let mara: TestUser
let song: PublishedTrack

before(async () => {
  world = stack.use(await createTestWorld())
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  mara = await createTestUser(world, { name: 'mara' })
  // Eight seconds: four of one tone, four of another.
  song = await publishTrack(world, mara, { title: 'Two "Tones" é', audio: makeTwoTones(4, [LOW_HZ, HIGH_HZ]) })
})
after(() => stack.disposeAsync())

async function assertRefused(call: Promise<unknown>, status: number, code?: string): Promise<void> {
  const refusal = await refusalOf(call)
  assert.equal(refusal.status, status)
  if (code !== undefined) assert.equal(refusal.code, code)
}

const partOf = (startSeconds: number, seconds: number, shape: 'square' | 'tall' = 'square') => ({
  body: { contentId: song.trackId, startSeconds, seconds, shape },
})

async function finish(clipId: string) {
  await until(async () => (await world.call(getClip, { params: { clipId } })).state === 'finished', 60_000)
  return world.call(getClip, { params: { clipId } })
}

/** The frequency of the tone, by its zero crossings. */
function frequencyOf(samples: Float32Array, rateHz: number): number {
  let crossings = 0
  for (let at = 1; at < samples.length; at++) if (samples[at - 1]! < 0 && samples[at]! >= 0) crossings++
  return (crossings * rateHz) / samples.length
}

const MEDIA_TYPE_VIDEO = 0

/** The brightness of every frame, and the metadata of the file. */
async function decode(file: string) {
  const av = await loadAv()
  const { format } = openInput(av, file, 'mov')
  const stream = format.streams[format.findBestStream(MEDIA_TYPE_VIDEO as never)]!
  const decoder = new av.CodecContext()
  const codec = av.Codec.findDecoder(stream.codecpar.codecId)!
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'decoder')
  check(decoder.open2Sync(codec), 'open')
  const packet: Packet = new av.Packet()
  packet.alloc()
  const frame: Frame = new av.Frame()
  frame.alloc()
  const frames: Buffer[] = []
  const drain = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      const { width, height } = frame
      const stride = frame.linesize[0]!
      const [plane] = frame.data as [Buffer]
      const rows = Array.from({ length: height }, (_, row) => plane.subarray(row * stride, row * stride + width))
      frames.push(Buffer.concat(rows))
      frame.unref()
    }
  }
  while (format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index && decoder.sendPacketSync(packet) >= 0) drain()
    packet.unref()
  }
  decoder.sendPacketSync(null)
  drain()
  const { width, height } = stream.codecpar
  return { frames, width, height, names: format.streams.map(({ codecpar }) => av.avGetCodecName(codecpar.codecId)) }
}

test('a clip is an MP4 of the requested part, and its image moves', async () => {
  const { clipId, state } = await world.call(createClip, partOf(5, 2))
  assert.equal(state, 'waiting')
  const clip = await finish(clipId)
  const response = await fetch(world.origin + clip.path!)
  assert.equal(response.headers.get('content-type'), 'video/mp4')
  const disposition = response.headers.get('content-disposition')!
  assert.match(
    disposition,
    /^attachment; filename="Two Tones {1,2}e\.mp4"|^attachment; filename="Two {1,2}Tones {1,2}e\.mp4"/,
  )
  assert.match(disposition, /filename\*=UTF-8''Two.*%C3%A9\.mp4/)
  const file = path.join(folder, 'clip.mp4')
  fs.writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  assert.equal(fs.statSync(file).size, clip.bytes)

  const { frames, width, height, names } = await decode(file)
  assert.deepEqual([width, height, new Set(names)], [1_080, 1_080, new Set(['aac', 'h264'])])
  assert.equal(frames.length, 60)
  const { lineY, barsPx } = layouts.square
  const differs = (top: number, bottom: number): number => {
    let count = 0
    for (let at = top * width; at < bottom * width; at++) {
      if (Math.abs(frames[5]![at]! - frames[50]![at]!) > 24) count++
    }
    return count
  }
  assert.ok(differs(lineY - barsPx, lineY) > 2_000, 'the sound is played')
  assert.equal(differs(0, 100), 0, 'the rest stands still')

  const av = await loadAv()
  const { left } = readPart(av, file, 0, 2)
  const heard = frequencyOf(left.subarray(20_000, 80_000), 48_000)
  assert.ok(Math.abs(heard - HIGH_HZ) < 10, `${heard} Hz`)
})

test('the part begins at its second: the tone changes in the middle of a clip across the change', async () => {
  const { clipId } = await world.call(createClip, partOf(3, 2, 'tall'))
  const clip = await finish(clipId)
  const file = path.join(folder, 'across.mp4')
  fs.writeFileSync(file, Buffer.from(await (await fetch(world.origin + clip.path!)).arrayBuffer()))
  const { left } = readPart(await loadAv(), file, 0, 2)
  assert.ok(Math.abs(frequencyOf(left.subarray(15_000, 46_000), 48_000) - LOW_HZ) < 6)
  assert.ok(Math.abs(frequencyOf(left.subarray(50_000, 82_000), 48_000) - HIGH_HZ) < 10)
})

test('the same part is the same clip, and a range of it can be requested', async () => {
  const { clipId, path: file } = await mara.call(createClip, partOf(5, 2))
  assert.equal(file, `/clips/${clipId}.mp4`)
  const response = await fetch(world.origin + file, { headers: { range: 'bytes=0-99' } })
  assert.equal(response.status, 206)
  assert.equal((await response.arrayBuffer()).byteLength, 100)
  assert.equal((await fetch(`${world.origin}/clips/${clipId}.webm`)).status, 404)
})

test('a part outside the recording, or longer than a minute, is refused', async () => {
  await assertRefused(world.call(createClip, partOf(7, 2)), 422, 'clip-range')
  await assertRefused(world.call(createClip, partOf(0, 61)), 400)
  await assertRefused(world.call(createClip, partOf(-1, 2)), 400)
})

test('a draft has no clips, not even for its owner', async () => {
  await world.world.database.pool.query('UPDATE album SET is_draft = true WHERE id = $1', [song.albumId])
  await assertRefused(mara.call(createClip, partOf(0, 1)), 404)
  await world.world.database.pool.query('UPDATE album SET is_draft = false WHERE id = $1', [song.albumId])
})

test('accounts and networks have a daily limit', async () => {
  const pool = world.world.database.pool
  await pool.query(`UPDATE rate_limit SET count = 6 WHERE key LIKE 'clips:network:%'`)
  await assertRefused(world.call(createClip, partOf(0, 3)), 429, 'too-many-requests')
  // An existing part does not count towards it.
  await world.call(createClip, partOf(5, 2))
})

test('accounts take turns: an account with many requests waits for one with a single request', async () => {
  const { database } = world.world
  await database.pool.query(`UPDATE clip SET state = 'finished' WHERE state <> 'finished'`)
  const claimed = await database
    .transaction(async (tx) => {
      const now = world.clock.now()
      const add = (second: number, queueKey: string) =>
        insertClip(tx, {
          id: `01890000-0000-7000-8000-00000000000${second}`,
          contentId: song.trackId,
          audioKey: 'media/turns.mp3',
          startSeconds: second,
          seconds: 1,
          shape: 'square',
          userId: null,
          queueKey,
          now: new Date(now.getTime() + second),
        })
      await add(1, 'many')
      await add(2, 'many')
      await add(3, 'one')
      const lease = '01890000-0000-7000-8000-000000000009'
      const order = []
      for (let turn = 0; turn < 3; turn++) {
        order.push((await claimNext(tx, lease, now, new Date(now.getTime() + 60_000)))?.id.at(-1))
      }
      throw Object.assign(new Error('undo'), { order })
    })
    .catch((error: { order?: string[] }) => error.order)
  assert.deepEqual(claimed, ['1', '3', '2'])
})

test('sats are drawn at the second at which they were sent, in the part that a clip shows', () => {
  const horizon = {
    durationSeconds: 100,
    bucketSeconds: 1,
    parts: [],
    peaks: [],
    recipients: [],
    shares: [
      { bucket: 0, thousandths: [1_000] },
      { bucket: 45, thousandths: [600, 400] },
    ],
    sums: [
      { bucket: 10, msatAmount: 5_000_000 },
      { bucket: 55, msatAmount: 21_000_000 },
    ],
    msatElsewhere: 0,
    largest: [],
  }
  const bars = barsOf(horizon, { start_seconds: 40, seconds: 30 })
  assert.deepEqual(
    bars.flatMap(({ satsLength }, bar) => (satsLength > 0 ? [[bar, satsLength]] : [])),
    [[45, 1]],
  )
  assert.deepEqual([bars[0]!.thousandths, bars[20]!.thousandths], [[1_000], [600, 400]])
})

test('an artist may forbid clips: new ones are refused, and existing ones are removed', async () => {
  const { clipId, path: file } = await world.call(createClip, partOf(5, 2))
  const allow = (allowsClips: 'true' | 'false') =>
    mara.call(updateArtist, { body: { artistId: song.artistId, allowsClips } })
  assert.equal((await allow('false')).allowsClips, false)
  await assertRefused(world.call(createClip, partOf(0, 2)), 403, 'clips-forbidden')
  assert.equal((await world.call(getClipTerms, { params: { contentId: song.trackId } })).isAllowed, false)
  assert.equal((await fetch(world.origin + file!)).status, 404)
  await assertRefused(world.call(getClip, { params: { clipId } }), 404)
  assert.equal(await world.world.files.stat(file!.slice(1)), null)
  await allow('true')
})

test('a clip is deleted after a week, and with its content', async () => {
  const first = await finish((await mara.call(createClip, partOf(0, 1))).clipId)
  world.clock.step(WEEK_MS + 1)
  await world.app.runJobs()
  await assertRefused(world.call(getClip, { params: { clipId: first.clipId } }), 404)
  assert.equal(await world.world.files.stat(first.path!.slice(1)), null)
  const { token } = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  const second = await finish((await world.call(createClip, partOf(0, 1))).clipId)
  await world.callWith(token)(takeDown, { body: { artistIds: [song.artistId], reason: 'A test' } })
  assert.equal((await fetch(world.origin + second.path!)).status, 404)
  assert.equal(await world.world.files.stat(second.path!.slice(1)), null)
})
