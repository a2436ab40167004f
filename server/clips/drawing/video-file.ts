/** Encodes frames and samples into one file: H.264 and AAC in MP4, or VP9 and Opus in WebM if ffmpeg has no encoder for
 * those. */
import type { Codec, CodecContext, FormatContext, Frame, Packet, Stream } from 'node-av/lib'
import { type Av, check, CODEC_FLAG_GLOBAL_HEADER, STEREO } from '#server/media/av-audio.ts'
import type { ClipFormat } from './clip-job.ts'
import { RATE_HZ, type Samples } from './part-of-audio.ts'

type Recipe = {
  format: ClipFormat
  video: { encoder: string; options: Record<string, string> }
  audio: { encoder: string; sampleFormat: 'fltp' | 'flt'; bitRate: bigint }
  muxerOptions: Record<string, string>
}

const recipes: readonly Recipe[] = [
  {
    format: 'mp4',
    video: { encoder: 'libx264', options: { preset: 'superfast', crf: '20', profile: 'high', tune: 'animation' } },
    audio: { encoder: 'aac', sampleFormat: 'fltp', bitRate: 192_000n },
    // So that playback can start before the whole file has arrived.
    muxerOptions: { movflags: '+faststart' },
  },
  {
    format: 'webm',
    video: { encoder: 'libvpx-vp9', options: { deadline: 'realtime', 'cpu-used': '8', crf: '28', b: '0' } },
    audio: { encoder: 'libopus', sampleFormat: 'flt', bitRate: 128_000n },
    muxerOptions: {},
  },
]

/** Numeric values of ffmpeg's constants (opt.h, pixfmt.h). */
const OPTION_STRING = 6
const SEARCH_CHILDREN = 1
const COLOUR_BT709 = 1
const RANGE_LIMITED = 1
const KEY_FRAME_SECONDS = 2

type Encoding = { context: CodecContext; stream: Stream }
export type VideoFile = {
  format: ClipFormat
  addFrame(planes: Buffer): void
  /** Adds the samples up to `end` that have not been added yet. */
  addSamples(samples: Samples, end: number): void
  finish(): void
}

/** Throws when neither pair of encoders is available. */
export function createVideoFile(
  av: Av,
  outputPath: string,
  size: { width: number; height: number; framesPerSecond: number },
): VideoFile {
  const find = (name: string): Codec | null => av.Codec.findEncoderByName(name as never)
  const recipe = recipes.find(({ video, audio }) => find(video.encoder) !== null && find(audio.encoder) !== null)
  if (recipe === undefined) throw new Error('no encoder for video')
  const output: FormatContext = new av.FormatContext()
  check(output.allocOutputContext2(null, recipe.format, outputPath), 'muxer')
  const video = openVideo(av, find(recipe.video.encoder)!, recipe, output, size)
  const audio = openAudio(av, find(recipe.audio.encoder)!, recipe, output)
  check(output.openOutputSync(), 'output')
  check(output.writeHeaderSync(av.Dictionary.fromObject(recipe.muxerOptions)), 'header')
  const packet: Packet = new av.Packet()
  packet.alloc()
  const drain = ({ context, stream }: Encoding) => {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index
      // Without a duration the last frame would be cut off. For audio, the encoder sets it.
      if (packet.duration === 0n) packet.duration = 1n
      packet.rescaleTs(context.timeBase, stream.timeBase)
      check(output.interleavedWriteFrameSync(packet), 'write')
      packet.unref()
    }
  }
  const pixelFormat = av.avGetPixFmtFromName('yuv420p')
  let frames = 0n
  let added = 0
  return {
    format: recipe.format,
    addFrame(planes) {
      const frame = av.Frame.fromVideoBuffer(planes, { ...size, format: pixelFormat, pts: frames++ })
      check(video.context.sendFrameSync(frame), 'encode')
      frame.free()
      drain(video)
    },
    addSamples(samples, end) {
      const frameSamples = audio.context.frameSize || 1_024
      // Only the last frame may be shorter.
      while (added + frameSamples <= end || (added < end && end === samples.left.length)) {
        const count = Math.min(frameSamples, end - added)
        const frame = toAudioFrame(av, audio.context, recipe, samples, { from: added, count })
        check(audio.context.sendFrameSync(frame), 'encode')
        frame.free()
        drain(audio)
        added += count
      }
    },
    finish() {
      for (const one of [video, audio]) {
        check(one.context.sendFrameSync(null), 'encode end')
        drain(one)
      }
      check(output.writeTrailerSync(), 'trailer')
      output.closeOutputSync()
    },
  }
}

function openVideo(
  av: Av,
  codec: Codec,
  { video, format }: Recipe,
  output: FormatContext,
  { width, height, framesPerSecond }: { width: number; height: number; framesPerSecond: number },
): Encoding {
  const context = new av.CodecContext()
  context.allocContext3(codec)
  context.width = width
  context.height = height
  context.pixelFormat = av.avGetPixFmtFromName('yuv420p')
  context.timeBase = new av.Rational(1, framesPerSecond)
  context.framerate = new av.Rational(framesPerSecond, 1)
  context.gopSize = framesPerSecond * KEY_FRAME_SECONDS
  context.colorSpace = COLOUR_BT709 as never
  context.colorPrimaries = COLOUR_BT709 as never
  context.colorTrc = COLOUR_BT709 as never
  context.colorRange = RANGE_LIMITED as never
  // One clip at a time, so that listeners are not affected.
  context.threadCount = 1
  return open({ codec, context, output, format }, video.options)
}

function openAudio(av: Av, codec: Codec, { audio, format }: Recipe, output: FormatContext): Encoding {
  const context = new av.CodecContext()
  context.allocContext3(codec)
  context.sampleRate = RATE_HZ
  context.sampleFormat = av.avGetSampleFmtFromName(audio.sampleFormat)
  context.channelLayout = STEREO as never
  context.timeBase = new av.Rational(1, RATE_HZ)
  context.bitRate = audio.bitRate
  return open({ codec, context, output, format }, {})
}

type Opening = { codec: Codec; context: CodecContext; output: FormatContext; format: ClipFormat }

function open({ codec, context, output, format }: Opening, options: Record<string, string>): Encoding {
  if (format === 'mp4') context.flags = (context.flags | CODEC_FLAG_GLOBAL_HEADER) as never
  // Not as a dictionary for open2Sync: it would be freed twice.
  for (const [name, value] of Object.entries(options)) {
    check(context.setOption(name, value, OPTION_STRING as never, SEARCH_CHILDREN as never), name)
  }
  check(context.open2Sync(codec), 'encoder')
  const stream = output.newStream()
  check(stream.codecpar.fromContext(context), 'stream')
  stream.timeBase = context.timeBase
  return { context, stream }
}

const FLOAT_BYTES = 4
const CHANNELS = 2

function toAudioFrame(
  av: Av,
  context: CodecContext,
  { audio }: Recipe,
  { left, right }: Samples,
  { from, count }: { from: number; count: number },
): Frame {
  const data = new Float32Array(count * CHANNELS)
  if (audio.sampleFormat === 'fltp') {
    data.set(left.subarray(from, from + count))
    data.set(right.subarray(from, from + count), count)
  } else {
    for (let one = 0; one < count; one++) data.set([left[from + one]!, right[from + one]!], one * CHANNELS)
  }
  return av.Frame.fromAudioBuffer(Buffer.from(data.buffer, 0, count * CHANNELS * FLOAT_BYTES), {
    nbSamples: count,
    format: context.sampleFormat,
    sampleRate: RATE_HZ,
    channelLayout: context.channelLayout,
    pts: BigInt(from),
  })
}
