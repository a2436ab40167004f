/** Recordings are recognised after they were encoded again, cut and made quieter; other recordings are not. Fingerprints are
 * made by the real transcoding child. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeWav, melody } from '#server/media/sound.fixture.ts'
import { isAlike, keysOf, readPrint } from './recognition.ts'
import type { CodecName } from '#server/media/transcode-job.ts'
import { transcodeAudio } from '#server/media/transcoder.ts'

const SECONDS = 40
let folder: string
let original: number[]
let count = 0

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peal-prints-'))
  original = await printOf(await put(melody(1), SECONDS))
})
after(() => rm(folder, { recursive: true }))

async function put(sample: (second: number) => number, seconds: number): Promise<string> {
  const path = join(folder, `${++count}.wav`)
  await writeFile(path, makeWav({ seconds, channels: 2, rateHz: 44_100, sample }))
  return path
}

async function encode(inputPath: string, codec: CodecName): Promise<string> {
  const path = join(folder, `${++count}.${codec}`)
  const outputs = [{ codec, path }]
  await transcodeAudio({ inputPath, outputs, picturePath: `${path}.picture`, ffmpegPath: null, timeoutSeconds: 60 })
  return path
}

async function printOf(inputPath: string): Promise<number[]> {
  const printPath = join(folder, `${++count}.print`)
  const picturePath = `${printPath}.picture`
  await transcodeAudio({ inputPath, outputs: [], picturePath, printPath, ffmpegPath: null, timeoutSeconds: 60 })
  return readPrint(await readFile(printPath))
}

const hasCommonKey = (one: number[], other: number[]) => {
  const keys = new Set(keysOf(one))
  return keysOf(other).some((key) => keys.has(key))
}

const copies: [string, () => Promise<string>][] = [
  ['MP3 at 128 kbit/s', async () => encode(await put(melody(1), SECONDS), 'mp3')],
  ['Opus at 96 kbit/s', async () => encode(await put(melody(1), SECONDS), 'opus')],
  ['MP3 of Opus', async () => encode(await encode(await put(melody(1), SECONDS), 'opus'), 'mp3')],
  ['without the first 7.3 seconds', () => put((second) => melody(1)(second + 7.3), SECONDS - 7.3)],
  ['the middle, half as loud, as MP3', async () => encode(await put((at) => melody(1)(at + 11.11) / 2, 20), 'mp3')],
]
for (const [name, make] of copies) {
  test(`a copy is recognised: ${name}`, async () => {
    const print = await printOf(await make())
    assert.ok(hasCommonKey(original, print), 'no candidate by its keys')
    assert.ok(isAlike(original, print) && isAlike(print, original))
  })
}

test('other recordings, steady tones and what is too short are not recognised', async () => {
  for (let seed = 2; seed <= 6; seed++) {
    assert.equal(isAlike(original, await printOf(await put(melody(seed), SECONDS))), false, `melody ${seed}`)
  }
  const tone = await printOf(await put((second) => Math.sin(second * 440 * 2 * Math.PI) / 2, SECONDS))
  assert.equal(isAlike(tone, tone), false)
  assert.equal(isAlike(original, original.slice(40, 80)), false)
})
