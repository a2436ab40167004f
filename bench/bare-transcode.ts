/** The minimal work of ffmpeg's libraries for one upload: decode, measure, and encode three times, in one loop. The
 * limit for transcoding.ts when no ffmpeg program is installed. A separate process, as that program would be. */
import * as av from 'node-av/lib'
import type { CodecContext, Filter, FilterContext, FormatContext, Frame, Packet, Rational } from 'node-av/lib'

const MEDIA_TYPE_AUDIO = 1
const LOG_QUIET = -8
const GLOBAL_HEADER = 1 << 22
const STEREO = { nbChannels: 2, order: 1, mask: 3n }

const targets = [
  { encoder: 'libmp3lame', muxer: 'mp3', format: 'fltp', rateHz: 44_100, bitRate: 128_000n, path: 'bare.mp3' },
  { encoder: 'aac', muxer: 'ipod', format: 'fltp', rateHz: 44_100, bitRate: 256_000n, path: 'bare.m4a' },
  { encoder: 'libopus', muxer: 'ogg', format: 'flt', rateHz: 48_000, bitRate: 96_000n, path: 'bare.opus' },
] as const

type Output = {
  context: CodecContext
  muxer: FormatContext
  packet: Packet
  samples: bigint
  to: Rational
  sink: FilterContext
}

const [inputPath = '', folder = ''] = process.argv.slice(2)
av.Log.setLevel(LOG_QUIET as never)
const input = new av.FormatContext()
input.openInputSync(`file:${inputPath}`, null, null)
input.findStreamInfoSync()
const streamIndex = input.findBestStream(MEDIA_TYPE_AUDIO as never)
const stream = input.streams[streamIndex]!
const codec = av.Codec.findDecoder(stream.codecpar.codecId)!
const decoder = new av.CodecContext()
decoder.allocContext3(codec)
decoder.parametersToContext(stream.codecpar)
decoder.pktTimebase = stream.timeBase
decoder.threadCount = 1
decoder.open2Sync(codec)

const graph = new av.FilterGraph()
graph.alloc()
let names = 0
const create = (name: string, settings = '') =>
  graph.createFilter(av.Filter.getByName(name) as Filter, `${name}${++names}`, settings)!
const rate = stream.codecpar.sampleRate
const format = av.avGetSampleFmtName(decoder.sampleFormat)
const layout = av.avChannelLayoutDescribe(stream.codecpar.channelLayout)
const shape = `sample_rate=${rate}:sample_fmt=${format}:channel_layout=${layout}`
const source = create('abuffer', `time_base=1/${rate}:${shape}`)
const meter = create('ebur128', 'peak=true:framelog=quiet')
const split = create('asplit', String(targets.length))
source.link(0, meter, 0)
meter.link(0, split, 0)
const outputs = targets.map((target, index): Output => {
  const context = new av.CodecContext()
  const encoder = av.Codec.findEncoderByName(target.encoder as never)!
  context.allocContext3(encoder)
  context.sampleRate = target.rateHz
  context.sampleFormat = av.avGetSampleFmtFromName(target.format)
  context.channelLayout = STEREO as never
  context.timeBase = new av.Rational(1, target.rateHz)
  context.bitRate = target.bitRate
  const muxer = new av.FormatContext()
  muxer.allocOutputContext2(null, target.muxer, `${folder}/${target.path}`)
  if (target.muxer === 'ipod') context.flags = (context.flags | GLOBAL_HEADER) as never
  context.open2Sync(encoder)
  const out = muxer.newStream()
  out.codecpar.fromContext(context)
  out.timeBase = context.timeBase
  muxer.openOutputSync()
  muxer.writeHeaderSync(null)
  const resample = create('aresample', `osr=${target.rateHz}:osf=${target.format}:ochl=stereo`)
  const stereo = create('aformat', 'channel_layouts=stereo')
  const pieces = create('asetnsamples', `n=${context.frameSize || 4_096}:p=0`)
  const sink = create('abuffersink')
  split.link(index, resample, 0)
  resample.link(0, stereo, 0)
  stereo.link(0, pieces, 0)
  pieces.link(0, sink, 0)
  const packet = new av.Packet()
  packet.alloc()
  return { context, muxer, packet, samples: 0n, to: out.timeBase, sink }
})
if (graph.configSync() < 0) throw new Error('the filter graph cannot be configured')

const frame: Frame = new av.Frame()
frame.alloc()
const made: Frame = new av.Frame()
made.alloc()

function write({ context, muxer, packet, to }: Output): void {
  while (context.receivePacketSync(packet) >= 0) {
    packet.streamIndex = 0
    packet.rescaleTs(context.timeBase, to)
    muxer.writeFrameSync(packet)
    packet.unref()
  }
}

function drain(): void {
  for (const output of outputs) {
    while (output.sink.buffersinkGetFrameSync(made) >= 0) {
      made.pts = output.samples
      output.samples += BigInt(made.nbSamples)
      output.context.sendFrameSync(made)
      made.unref()
      write(output)
    }
  }
}

function decode(packet: Packet | null): void {
  decoder.sendPacketSync(packet)
  while (decoder.receiveFrameSync(frame) >= 0) {
    if (source.buffersrcAddFrameSync(frame) < 0) throw new Error('the filter graph refused a frame')
    drain()
    frame.unref()
  }
}

const packet: Packet = new av.Packet()
packet.alloc()
while (input.readFrameSync(packet) >= 0) {
  if (packet.streamIndex === streamIndex) decode(packet)
  packet.unref()
}
decode(null)
source.buffersrcAddFrameSync(null)
drain()
for (const output of outputs) {
  output.context.sendFrameSync(null)
  write(output)
  output.muxer.writeTrailerSync()
  output.muxer.closeOutputSync()
}
