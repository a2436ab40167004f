/** The child process that makes the files of one track for download: FLAC if the original is lossless, MP3 and Opus, each with
 * its tags and cover. An original MP3 keeps its frames. Started by make-files.ts. */
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { DownloadFormat } from '#contract/catalog/downloads.ts'
import { probeAudio } from '#server/media/audio-probe.ts'
import { type Av, Converter, type Input, loadAv, openInput } from '#server/media/av-audio.ts'
import { Encoder, readAll } from '#server/media/decode-node-av.ts'
import type { Codec } from '#server/media/transcode-job.ts'
import type { DownloadJob, DownloadLine, MadeFile, TrackTags } from './download-job.ts'
import { id3Tag, mp3AudioOf, pictureBlock, tagFlac, vorbisComments } from './tags.ts'

const MP3_BIT_RATE = 320_000
const OPUS_BIT_RATE = 160_000
const RATE_CD_HZ = 44_100
const RATE_DVD_HZ = 48_000
const FLAC_RATE_MAX_HZ = 192_000
const HEAD_BYTES = 64 * 1024
const COPY_BYTES = 2 ** 20

const send = (line: DownloadLine) => writeSync(1, `${JSON.stringify(line)}\n`)

async function make({ inputPath, folder, coverPath, tags }: DownloadJob): Promise<MadeFile[]> {
  const cover = coverPath === null ? null : readFileSync(coverPath)
  const { demuxer } = await probeAudio(inputPath)
  const av = await loadAv()
  const input = openInput(av, inputPath, demuxer)
  const codecs = codecsFor(av, input, { isMp3: demuxer === 'mp3', tags, cover })
  const outputs = codecs.map(({ format, codec }) => {
    const path = join(folder, `encoded.${format}`)
    const encoder = new Encoder(av, codec, path)
    return { format, path, encoder, converter: new Converter(av, codec, encoder.frameSamples) }
  })
  const { packets, badPackets } = readAll(
    av,
    input,
    (frame) => {
      for (const { encoder, converter } of outputs) converter.push(frame, (converted) => encoder.send(converted))
    },
    { sizeBytes: statSync(inputPath).size, onProgress: (done) => send({ kind: 'progress', done: Math.min(1, done) }) },
  )
  if (packets === 0 || badPackets > 2 + packets / 50) throw new Error(`${badPackets} of ${packets} packets are damaged`)
  for (const { encoder, converter } of outputs) {
    converter.finish((converted) => encoder.send(converted))
    encoder.finish()
  }
  const sources = outputs.map(({ format, path }) => ({ format, path }))
  if (demuxer === 'mp3') sources.unshift({ format: 'mp3', path: inputPath })
  return sources.map((source) => addTags(source, join(folder, `finished.${source.format}`), tags, cover))
}

type Made = { format: DownloadFormat; codec: Codec }

function codecsFor(
  av: Av,
  { decoder, format, streamIndex }: Input,
  { isMp3, tags, cover }: { isMp3: boolean; tags: TrackTags; cover: Buffer | null },
): Made[] {
  const name = av.avGetCodecName(format.streams[streamIndex]!.codecpar.codecId) ?? ''
  const isLossless = /^pcm_|^flac$|^alac$/.test(name) && !/^pcm_(a|mu)law$/.test(name)
  const sampleFormat = av.avGetSampleFmtName(decoder.sampleFormat) ?? ''
  const { sampleRate } = decoder
  const flac: Codec = {
    encoder: 'flac',
    muxer: 'flac',
    extension: 'flac',
    rateHz: Math.min(sampleRate, FLAC_RATE_MAX_HZ),
    ...(/^(u8|s16)/.test(sampleFormat) ? { sampleFormat: 's16' } : { sampleFormat: 's32', rawBits: 24 }),
  }
  const mp3: Codec = {
    encoder: 'libmp3lame',
    muxer: 'mp3',
    extension: 'mp3',
    sampleFormat: 'fltp',
    rateHz: sampleRate % RATE_CD_HZ === 0 || sampleRate < RATE_CD_HZ ? RATE_CD_HZ : RATE_DVD_HZ,
    bitRate: MP3_BIT_RATE,
    // Our own tag takes the place of the one that the muxer would write.
    muxerOptions: { id3v2_version: '0' },
  }
  const opus: Codec = {
    encoder: 'libopus',
    muxer: 'ogg',
    extension: 'opus',
    sampleFormat: 'flt',
    rateHz: RATE_DVD_HZ,
    bitRate: OPUS_BIT_RATE,
    metadata: opusMetadata(tags, cover),
  }
  return [
    ...(isLossless ? [{ format: 'flac', codec: flac } as const] : []),
    ...(isMp3 ? [] : [{ format: 'mp3', codec: mp3 } as const]),
    { format: 'opus', codec: opus },
  ]
}

/** A dictionary has one value for each name. Several values are joined, as FLAC readers show them. */
function opusMetadata(tags: TrackTags, cover: Buffer | null): Record<string, string> {
  const metadata: Record<string, string> = {}
  for (const [name, value] of vorbisComments(tags)) {
    metadata[name] = metadata[name] === undefined ? value : `${metadata[name]}; ${value}`
  }
  if (cover !== null) metadata['METADATA_BLOCK_PICTURE'] = pictureBlock(cover).toString('base64')
  return metadata
}

/** Writes the file with its tags, and its size and checksum. */
function addTags(
  { format, path }: { format: DownloadFormat; path: string },
  target: string,
  tags: TrackTags,
  cover: Buffer | null,
): MadeFile {
  const { size } = statSync(path)
  const input = openSync(path, 'r')
  try {
    const { start, from, to } = partsOf({ format, input, size }, tags, cover)
    writeFileSync(target, start)
    const output = openSync(target, 'a')
    let sum = crc32(start)
    const buffer = Buffer.alloc(COPY_BYTES)
    for (let at = from; at < to;) {
      const count = readSync(input, buffer, 0, Math.min(buffer.length, to - at), at)
      if (count === 0) throw new Error('the encoded file ended early')
      const bytes = buffer.subarray(0, count)
      sum = crc32(bytes, sum)
      for (let written = 0; written < count;) written += writeSync(output, bytes, written)
      at += count
    }
    closeSync(output)
    return { format, path: target, bytes: start.length + to - from, crc32: sum }
  } finally {
    closeSync(input)
  }
}

type Source = { format: DownloadFormat; input: number; size: number }

/** The new start of a file, and which of its bytes follow. */
function partsOf({ format, input, size }: Source, tags: TrackTags, cover: Buffer | null) {
  const read = (at: number, length: number) => {
    const buffer = Buffer.alloc(Math.min(length, size - at))
    return buffer.subarray(0, readSync(input, buffer, 0, buffer.length, at))
  }
  if (format === 'flac') {
    const { start, audioOffset } = tagFlac(read(0, HEAD_BYTES), tags, cover)
    return { start, from: audioOffset, to: size }
  }
  if (format === 'mp3') {
    const { start: from, end: to } = mp3AudioOf(read(0, 10), read(Math.max(0, size - 128), 128), size)
    return { start: id3Tag(tags, cover), from, to }
  }
  return { start: Buffer.alloc(0), from: 0, to: size }
}

send({ kind: 'done', files: await make(JSON.parse(readFileSync(0, 'utf8')) as DownloadJob) })
