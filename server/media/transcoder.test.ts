/** Real audio of every kind through the real child process, and files that are not what they claim
 * to be. Jobs are jobs.test.ts. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseFile } from 'music-metadata'
import { type RefusalCode } from '#contract/audio-refusals.ts'
import { Refusal } from './refusals.ts'
import { makeWav, sine } from './sound.fixture.ts'
import { type CodecName, codecs } from './transcode-job.ts'
import { transcodeAudio } from './transcoder.ts'

const SECONDS = 3
let folder: string
let wavPath: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peal-sound-'))
  wavPath = await put('sine.wav', makeWav({ seconds: SECONDS, channels: 2, rateHz: 44_100, sample: sine(997, 0.5) }))
})

after(() => rm(folder, { recursive: true }))

async function put(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

let outputCount = 0
const transcodeWith = (ffmpegPath: string | null, inputPath: string, codec: CodecName = 'mp3', timeoutSeconds = 30) => {
  const outputPath = join(folder, `out-${++outputCount}.${codecs[codec].extension}`)
  const outputs = [{ codec, path: outputPath }]
  const picturePath = `${outputPath}.picture`
  return transcodeAudio({ inputPath, outputs, picturePath, ffmpegPath, timeoutSeconds }).then((result) => ({
    ...result,
    outputPath,
  }))
}
const transcode = (inputPath: string, codec?: CodecName, timeoutSeconds?: number) =>
  transcodeWith(null, inputPath, codec, timeoutSeconds)

const encoded = new Map<CodecName, Promise<Buffer>>()

/** The tone as a file of this kind, encoded once. */
function encode(codec: CodecName): Promise<Buffer> {
  const known = encoded.get(codec) ?? transcode(wavPath, codec).then(({ outputPath }) => readFile(outputPath))
  encoded.set(codec, known)
  return known
}

async function assertRefused(path: string, code: RefusalCode): Promise<void> {
  await assert.rejects(transcode(path), (error) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, code, path)
    return true
  })
}

/** Every available engine passes the same tests. */
const engines = { 'node-av': null, ...(findFfmpeg() === null ? {} : { ffmpeg: findFfmpeg() }) }

function findFfmpeg(): string | null {
  const given = process.env['FFMPEG_PATH']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((name) => name !== '')
  const paths = given === undefined ? folders.map((name) => join(name, 'ffmpeg')) : [given]
  return paths.find((path) => existsSync(path)) ?? null
}

for (const [engine, ffmpegPath] of Object.entries(engines)) {
  const make = (inputPath: string) => transcodeWith(ffmpegPath, inputPath)

  test(`${engine}: a WAV becomes an MP3 with its exact length, loudness, true peak and waveform`, async () => {
    const made = await make(wavPath)
    assert.equal(made.durationMs, SECONDS * 1_000)
    assert.ok(Math.abs(made.loudnessLufs! - -6.02) < 0.1, `${made.loudnessLufs} LUFS`)
    assert.ok(Math.abs(made.truePeakDb! - -6.02) < 0.5, `${made.truePeakDb} dB`)
    assert.equal(made.peaks.length, 1_000)
    assert.ok(made.peaks.every((peak) => peak > 110 && peak < 135))
    const { format } = await parseFile(made.outputPath, { duration: true })
    assert.equal(format.codec, 'MPEG 1 Layer 3')
    assert.equal(format.sampleRate, 44_100)
    assert.equal(format.numberOfChannels, 2)
    assert.ok(Math.abs(format.bitrate! - 128_000) < 1_500, String(format.bitrate))
  })

  test(`${engine}: the LAME tag lets a player cut the encoder padding off to the sample`, async () => {
    const once = await make(wavPath)
    const header = (await readFile(once.outputPath)).subarray(0, 1_024)
    const tag = Math.max(header.indexOf('Info'), header.indexOf('Xing'))
    assert.notEqual(tag, -1)
    const delayAndPadding = header.readUIntBE(tag + 141, 3)
    const frames = header.readUInt32BE(tag + 8)
    const samples = frames * 1_152 - (delayAndPadding >> 12) - (delayAndPadding & 0xfff)
    assert.equal(samples, SECONDS * 44_100)
    const twice = await make(once.outputPath)
    assert.equal(twice.durationMs, SECONDS * 1_000)
  })

  for (const codec of (Object.keys(codecs) as CodecName[]).filter((name) => name !== 'print')) {
    test(`${engine}: ${codec} is decoded, with any file name`, async () => {
      const renamed = await put(`${codec}.mp3`, await encode(codec))
      const made = await make(renamed)
      // A raw AAC stream does not state its encoder padding, and an old ffmpeg leaves it in.
      const toleranceMs = codec === 'adts' || ffmpegPath !== null ? 60 : 1
      assert.ok(Math.abs(made.durationMs - SECONDS * 1_000) <= toleranceMs, `${made.durationMs} ms`)
      // LAME reduces the level by 0.45 dB at this bit rate, as headroom.
      const lufs = codec === 'mp3' ? -6.47 : -6.02
      assert.ok(Math.abs(made.loudnessLufs! - lufs) < 0.2, `${made.loudnessLufs} LUFS`)
    })
  }

  test(`${engine}: mono is as loud as the same signal in stereo, and other rates keep their length`, async () => {
    for (const [channels, rateHz] of [
      [1, 44_100],
      [1, 22_050],
      [2, 48_000],
      [2, 96_000],
      [1, 8_000],
    ] as const) {
      const wav = makeWav({ seconds: 2, channels, rateHz, sample: sine(997, 0.5) })
      const made = await make(await put(`${channels}-${rateHz}.wav`, wav))
      assert.ok(Math.abs(made.durationMs - 2_000) <= 1, `${made.durationMs} ms at ${rateHz} Hz`)
      assert.ok(Math.abs(made.loudnessLufs! - -6.02) < 0.2, `${made.loudnessLufs} LUFS at ${rateHz} Hz × ${channels}`)
    }
  })

  test(`${engine}: six channels are mixed down without clipping`, async () => {
    const wav = makeWav({ seconds: 1, channels: 6, rateHz: 48_000, sample: sine(440, 0.9) })
    const made = await make(await put('six.wav', wav))
    assert.equal(made.durationMs, 1_000)
    assert.ok(made.truePeakDb! <= 0.5, `${made.truePeakDb} dB`)
  })
}

test('silence and a click shorter than a gating block have no loudness', async () => {
  const silence = await transcode(
    await put('silence.wav', makeWav({ seconds: 1, channels: 2, rateHz: 44_100, sample: () => 0 })),
  )
  assert.deepEqual([silence.loudnessLufs, silence.truePeakDb], [null, null])
  const click = await transcode(
    await put('click.wav', makeWav({ seconds: 0.05, channels: 2, rateHz: 44_100, sample: sine(997, 0.5) })),
  )
  assert.equal(click.loudnessLufs, null)
  assert.equal(click.durationMs, 50)
})

test('a file that is not audio is refused with a reason, with any name', async () => {
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7_919 + (i >> 3) * 31) & 0x7f))
  for (const [name, bytes, code] of [
    ['empty.mp3', '', 'empty-file'],
    ['list.mp3', '#EXTM3U\nfile:///etc/passwd\nhttp://127.0.0.1:9/canary', 'is-playlist'],
    ['list2.mp3', '\ufeff#EXTM3U\r\n#EXTINF:1\r\n/etc/passwd', 'is-playlist'],
    ['list3.mp3', '[playlist]\nFile1=http://127.0.0.1/', 'is-playlist'],
    ['concat.mp3', "ffconcat version 1.0\nfile '/etc/passwd'", 'is-playlist'],
    ['plain.mp3', '/etc/passwd\n', 'is-playlist'],
    ['page.mp3', '<!DOCTYPE html><html><body>not found</body></html>', 'is-web-page'],
    ['drawing.mp3', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'is-web-page'],
    ['picture.mp3', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]), 'is-picture'],
    ['archive.mp3', Buffer.from('PK\u0003\u0004 files'), 'is-archive'],
    ['noise.mp3', noise, 'not-audio'],
    ['bom.mp3', Buffer.from('\ufefftext in UTF-16 begins like a frame', 'utf16le'), 'not-audio'],
    ['tag.mp3', Buffer.from('ID3\u0004\u0000\u0000\u007f\u007f\u007f\u007f tag of 256 MiB', 'latin1'), 'not-audio'],
    ['hollow.wav', Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'latin1'), 'no-sound'],
    [
      'zero.m4a',
      Buffer.from('\u0000\u0000\u0000\u0018ftypM4A \u0000\u0000\u0000\u0000M4A isom', 'latin1'),
      'truncated',
    ],
  ] as const) {
    await assertRefused(await put(name, bytes), code)
  }
})

test('an HTML page with an MP3 tag is refused', async () => {
  const tag = Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0010', 'latin1')
  await assertRefused(
    await put('poly.mp3', Buffer.concat([tag, Buffer.alloc(16), Buffer.from('<html></html>')])),
    'not-audio',
  )
})

test('a truncated file is refused in every format that allows detecting it', async () => {
  for (const codec of ['flac', 'aac', 'alac', 'aiff', 'opus', 'vorbis', 'mp3'] as const) {
    const bytes = await encode(codec)
    await assertRefused(await put(`cut-${codec}`, bytes.subarray(0, bytes.length * 0.6)), 'truncated')
  }
  const wav = await readFile(wavPath)
  await assertRefused(await put('cut.wav', wav.subarray(0, wav.length / 2)), 'truncated')
})

test('a file with damaged data in the middle is refused', async () => {
  const bytes = Buffer.from(await encode('flac'))
  bytes.fill(0x55, Math.floor(bytes.length * 0.2), Math.floor(bytes.length * 0.8))
  const path = await put('ruined.flac', bytes)
  await assert.rejects(transcode(path), Refusal)
})

test('a declared duration of more than 12 hours is refused', async () => {
  const wav = makeWav({ seconds: 1, channels: 1, rateHz: 44_100, sample: () => 0 })
  const size = 13 * 3_600 * 8_000
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(8_000, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.writeUInt32LE(size, 40)
  wav.writeUInt32LE(size + 36, 4)
  const path = await put('long.wav', wav)
  await truncate(path, size + 44)
  await assertRefused(path, 'too-long')
})

test('a child process that takes too long is stopped', async () => {
  const path = await put('slow.wav', makeWav({ seconds: 120, channels: 2, rateHz: 44_100, sample: () => 0 }))
  await assert.rejects(
    transcode(path, 'mp3', 0.3),
    (error) => error instanceof Refusal && error.code === 'took-too-long',
  )
})
