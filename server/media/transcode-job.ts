/** Types of the messages between the server and the transcoding child, and the audio formats.
 * Contains no behaviour; both sides import it. */
import type { Demuxer, Probe } from './audio-probe.ts'
import type { Loudness } from './loudness.ts'
import type { RefusalCode } from '#contract/audio-refusals.ts'
import type { AudioTags } from './audio-tags.ts'

export type Codec = {
  encoder: string
  muxer: string
  extension: string
  sampleFormat: string
  /** 44.1 kHz when absent. */
  rateHz?: number
  bitRate?: number
  /** The bits of a sample that count, if they are fewer than the sample format has. */
  rawBits?: number
  /** Written by the muxer. */
  metadata?: Record<string, string>
  muxerOptions?: Record<string, string>
}

/** By ffmpeg's names. Listeners get those in `streamed`; the others exist so that tests can make every kind of
 * upload. */
export const codecs = {
  mp3: { encoder: 'libmp3lame', muxer: 'mp3', extension: 'mp3', sampleFormat: 'fltp', bitRate: 128_000 },
  aac: {
    encoder: 'aac',
    muxer: 'ipod',
    extension: 'm4a',
    sampleFormat: 'fltp',
    bitRate: 256_000,
    // Puts the index first, so that a player can start without requesting the end of the file.
    muxerOptions: { movflags: '+faststart' },
  },
  adts: { encoder: 'aac', muxer: 'adts', extension: 'aac', sampleFormat: 'fltp', bitRate: 128_000 },
  opus: { encoder: 'libopus', muxer: 'ogg', extension: 'opus', sampleFormat: 'flt', rateHz: 48_000, bitRate: 96_000 },
  vorbis: { encoder: 'libvorbis', muxer: 'ogg', extension: 'ogg', sampleFormat: 'fltp', bitRate: 128_000 },
  flac: { encoder: 'flac', muxer: 'flac', extension: 'flac', sampleFormat: 's16' },
  alac: { encoder: 'alac', muxer: 'ipod', extension: 'm4a', sampleFormat: 's16p' },
  aac96: { encoder: 'aac', muxer: 'ipod', extension: 'm4a', sampleFormat: 'fltp', rateHz: 96_000, bitRate: 256_000 },
  alac96: { encoder: 'alac', muxer: 'ipod', extension: 'm4a', sampleFormat: 's16p', rateHz: 96_000 },
  /** Not audio but its fingerprint (recordings/recognition.ts). */
  print: {
    encoder: 'pcm_s16le',
    muxer: 'chromaprint',
    extension: 'print',
    sampleFormat: 's16',
    muxerOptions: { fp_format: 'raw' },
  },
  aiff: { encoder: 'pcm_s16be', muxer: 'aiff', extension: 'aiff', sampleFormat: 's16' },
} as const satisfies Record<string, Codec>

export type CodecName = keyof typeof codecs

/** The streams for listeners: one that plays everywhere, one in the best quality, one for slow or metered
 * connections. */
export const streamed = ['mp3', 'aac', 'opus'] as const satisfies CodecName[]
export type StreamedCodec = (typeof streamed)[number]

export type Output = { codec: CodecName; path: string }

/** The child's standard input, as JSON. */
export type TranscodeJob = {
  inputPath: string
  outputs: Output[]
  /** Path for the embedded image, if there is one. */
  picturePath: string
  /** Path for the fingerprint, if there is to be one. An ffmpeg without Chromaprint makes none. */
  printPath?: string
  /** Absolute path of an ffmpeg program; null: node-av. */
  ffmpegPath: string | null
}

export type TagsJob = Pick<TranscodeJob, 'inputPath' | 'picturePath'>

export type DecodeJob = TranscodeJob & {
  probe: Probe
  sizeBytes: number
  rateHz: number
  onPcm(left: Float32Array, right: Float32Array): void
  /** Share of the input that is done, 0 to 1. */
  onProgress(done: number): void
}

export type MeasureJob = Pick<DecodeJob, 'inputPath' | 'probe' | 'ffmpegPath'>
export type Measured = { seconds: number; rateHz: number | null; channels: number | null }

export type DecodeResult = { samples: number; packets: number; badPackets: number }

export type Transcoded = Loudness & {
  durationMs: number
  /** Size of each output, in order. */
  bytes: number[]
  demuxer: Demuxer
  /** 1 000 values, 0 to 255. */
  peaks: Buffer
}

/** One line of the child's standard output. */
export type WorkerLine =
  | { kind: 'progress'; done: number }
  | { kind: 'tags'; tags: AudioTags; hasPicture: boolean }
  | { kind: 'refused'; code: RefusalCode }
  | { kind: 'done'; result: Omit<Transcoded, 'peaks'> & { peaks: string } }
