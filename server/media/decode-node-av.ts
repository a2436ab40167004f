/** Decodes and encodes with node-av, which contains ffmpeg's libraries from npm.
 * Loaded in the transcoding child only: native code that parses untrusted files stays out of the server's process. */
import type * as Lib from 'node-av/lib'
import type {
  CodecContext,
  Filter,
  FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib'
import { Refusal } from './refusals.ts'
import {
  type Codec,
  codecs,
  type DecodeJob,
  type DecodeResult,
  type Measured,
  type MeasureJob,
} from './transcode-job.ts'

type Av = typeof Lib

/** Numeric values of ffmpeg's constants (avutil.h, log.h, avcodec.h); importing node-av's
 * constants would load thousands. */
const MEDIA_TYPE_AUDIO = 1
const LOG_QUIET = -8
const CODEC_FLAG_GLOBAL_HEADER = 1 << 22
const STEREO = { nbChannels: 2, order: 1, mask: 3n }
const AVERROR_EAGAIN = -11
/** Keep our reference to the frame: the next encoder needs it too. */
const BUFFERSRC_KEEP_REF = 8
const PCM_FRAME_SAMPLES = 4_608

export async function decodeWithNodeAv(job: DecodeJob): Promise<DecodeResult> {
  const av: Av = await import('node-av/lib')
  av.Log.setLevel(LOG_QUIET as never)
  const input = openInput(av, job)
  const outputs = job.outputs.map(({ codec, path }) => {
    const encoder = new Encoder(av, codecs[codec], path)
    return { encoder, converter: new Converter(av, codecs[codec], encoder.frameSamples) }
  })
  let samples = 0
  const toPcm = new Converter(av, { rateHz: job.rateHz, sampleFormat: 'fltp' }, PCM_FRAME_SAMPLES)

  const take = (frame: Frame) => {
    const [left, right] = frame.data as [Buffer, Buffer]
    const count = frame.nbSamples
    job.onPcm(
      new Float32Array(left.buffer, left.byteOffset, count),
      new Float32Array(right.buffer, right.byteOffset, count),
    )
    samples += count
    for (const { encoder, converter } of outputs) converter.push(frame, (converted) => encoder.send(converted))
  }

  const { packets, badPackets } = readAll(av, input, (frame) => toPcm.push(frame, take), job)
  toPcm.finish(take)
  for (const { encoder, converter } of outputs) {
    converter.finish((converted) => encoder.send(converted))
    encoder.finish()
  }
  return { samples, packets, badPackets }
}

/** The duration of the first audio stream, summed over its packets without decoding, and its sample rate and channels.
 * Stops after `enough` seconds. */
export async function measureWithNodeAv(job: MeasureJob, enough: number): Promise<Measured> {
  const av: Av = await import('node-av/lib')
  av.Log.setLevel(LOG_QUIET as never)
  const { format, streamIndex } = openInput(av, job)
  const { timeBase, codecpar } = format.streams[streamIndex]!
  const packet: Packet = new av.Packet()
  packet.alloc()
  let ticks = 0n
  const seconds = () => (Number(ticks) * timeBase.num) / timeBase.den
  for (let count = 1; format.readFrameSync(packet) >= 0; count++) {
    if (packet.streamIndex === streamIndex && packet.duration > 0n) ticks += packet.duration
    packet.unref()
    if (count % 4_096 === 0 && seconds() > enough) break
  }
  const shape = { rateHz: codecpar.sampleRate, channels: codecpar.channels }
  format.closeInputSync()
  return { seconds: seconds(), ...shape }
}

function check(result: number, what: string): void {
  if (result < 0) throw new Error(`${what}: ${result}`)
}

type Input = { format: FormatContext; decoder: CodecContext; streamIndex: number }

function openInput(av: Av, job: MeasureJob): Input {
  const format = new av.FormatContext()
  const demuxer = av.InputFormat.findInputFormat(job.probe.demuxer)
  if (demuxer === null) throw new Error(`no demuxer ${job.probe.demuxer}`)
  // Prevents a file from referring to other files or to the network.
  const options = av.Dictionary.fromObject({ protocol_whitelist: 'file', format_whitelist: demuxer.name })
  if (format.openInputSync(`file:${job.inputPath}`, demuxer, options) < 0) throw new Refusal('damaged')
  if (format.findStreamInfoSync() < 0) throw new Refusal('damaged')
  const streamIndex = format.findBestStream(MEDIA_TYPE_AUDIO as never)
  const stream = format.streams[streamIndex]
  if (stream === undefined) throw new Refusal('no-sound')
  const codec = av.Codec.findDecoder(stream.codecpar.codecId)
  if (codec === null) throw new Refusal('no-sound')
  const decoder = new av.CodecContext()
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'decoder parameters')
  // Without it the decoder does not trim the encoder's padding at both ends.
  decoder.pktTimebase = stream.timeBase
  decoder.threadCount = 1
  if (decoder.open2Sync(codec) < 0) throw new Refusal('damaged')
  return { format, decoder, streamIndex }
}

function readAll(av: Av, input: Input, onFrame: (frame: Frame) => void, job: DecodeJob) {
  const packet: Packet = new av.Packet()
  packet.alloc()
  const frame = new av.Frame()
  frame.alloc()
  let packets = 0
  let badPackets = 0
  const drain = () => {
    for (;;) {
      const result = input.decoder.receiveFrameSync(frame)
      if (result < 0) return result
      onFrame(frame)
      frame.unref()
    }
  }
  while (input.format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === input.streamIndex) {
      packets++
      if (input.decoder.sendPacketSync(packet) < 0) badPackets++
      else if (drain() !== AVERROR_EAGAIN) badPackets++
      if (packets % 512 === 0) job.onProgress(Number(packet.pos) / job.sizeBytes)
    }
    packet.unref()
  }
  input.decoder.sendPacketSync(null)
  drain()
  return { packets, badPackets }
}

/** Converts frames of any rate, format and channel count to one format, in frames of equal length. */
class Converter {
  readonly #av: Av
  readonly #target: { rateHz?: number; sampleFormat: string }
  readonly #frameSamples: number
  readonly #frame: Frame
  #shape = ''
  #graph: { graph: FilterGraph; source: FilterContext; sink: FilterContext } | null = null

  constructor(av: Av, target: { rateHz?: number; sampleFormat: string }, frameSamples: number) {
    this.#av = av
    this.#target = target
    this.#frameSamples = frameSamples
    this.#frame = new av.Frame()
    this.#frame.alloc()
  }

  push(frame: Frame, on: (frame: Frame) => void): void {
    const layout = this.#layoutOf(frame)
    const format = this.#av.avGetSampleFmtName(frame.format as never)
    const shape = `sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}`
    if (shape !== this.#shape) {
      // In a chained stream the format may change; encoders accept a short frame only at the very end.
      this.#flush((last) => last.nbSamples === this.#frameSamples && on(last))
      this.#graph = this.#build(frame, shape)
      this.#shape = shape
    }
    check(this.#graph!.source.buffersrcAddFrameSync(frame, BUFFERSRC_KEEP_REF as never), 'filter')
    this.#drain(on)
  }

  finish(on: (frame: Frame) => void): void {
    this.#flush(on)
    this.#graph?.graph.free()
    this.#graph = null
  }

  #flush(on: (frame: Frame) => void): void {
    if (this.#graph === null) return
    check(this.#graph.source.buffersrcAddFrameSync(null), 'filter end')
    this.#drain(on)
  }

  #drain(on: (frame: Frame) => void): void {
    while (this.#graph!.sink.buffersinkGetFrameSync(this.#frame) >= 0) {
      on(this.#frame)
      this.#frame.unref()
    }
  }

  /** Older WAV files do not name the speakers of their channels. */
  #layoutOf(frame: Frame): string {
    if (frame.channelLayout.order === 0) frame.channelLayout = this.#av.avChannelLayoutDefault(frame.channels)
    return this.#av.avChannelLayoutDescribe(frame.channelLayout) ?? 'stereo'
  }

  #build(frame: Frame, shape: string) {
    const graph = new this.#av.FilterGraph()
    graph.alloc()
    const create = (name: string, settings: string): FilterContext => {
      const made = graph.createFilter(this.#av.Filter.getByName(name) as Filter, name, settings)
      if (made === null) throw new Error(`no filter ${name}`)
      return made
    }
    const { rateHz, sampleFormat } = this.#target
    const source = create('abuffer', `time_base=1/${frame.sampleRate}:${shape}`)
    const sink = create('abuffersink', '')
    const chain = [source]
    // Plays mono at full level on both speakers; the resampler would reduce it by 3 dB.
    if (frame.channels === 1) chain.push(create('pan', 'stereo|c0=c0|c1=c0'))
    const rate = rateHz ?? frame.sampleRate
    chain.push(
      create('aresample', `osr=${rate}:osf=${sampleFormat}:ochl=stereo:rematrix_maxval=1`),
      create('aformat', `sample_rates=${rate}:sample_fmts=${sampleFormat}:channel_layouts=stereo`),
      create('asetnsamples', `n=${this.#frameSamples}:p=0`),
      sink,
    )
    chain.reduce((from, to) => {
      check(from.link(0, to, 0), 'link')
      return to
    })
    check(graph.configSync(), 'filters')
    return { graph, source, sink }
  }
}

/** Encodes to a file; the muxer writes the delay and padding (LAME tag, edit list) that gapless playback needs. */
class Encoder {
  readonly #context: CodecContext
  readonly #output: FormatContext
  readonly #packet: Packet
  readonly frameSamples: number
  /** Cached: reading them for each packet takes longer than using them. */
  readonly #from: Rational
  readonly #to: Rational
  #samples = 0n

  constructor(av: Av, codec: Codec, path: string) {
    const found = av.Codec.findEncoderByName(codec.encoder as never)
    if (found === null) throw new Error(`no encoder ${codec.encoder}`)
    this.#context = new av.CodecContext()
    this.#context.allocContext3(found)
    this.#context.sampleRate = codec.rateHz ?? 44_100
    this.#context.sampleFormat = av.avGetSampleFmtFromName(codec.sampleFormat)
    this.#context.channelLayout = STEREO as never
    this.#context.timeBase = new av.Rational(1, codec.rateHz ?? 44_100)
    if (codec.bitRate !== undefined) this.#context.bitRate = BigInt(codec.bitRate)
    this.#output = new av.FormatContext()
    check(this.#output.allocOutputContext2(null, codec.muxer, path), 'muxer')
    if (codec.muxer === 'ipod') this.#context.flags = (this.#context.flags | CODEC_FLAG_GLOBAL_HEADER) as never
    check(this.#context.open2Sync(found), 'encoder')
    const stream = this.#output.newStream()
    check(stream.codecpar.fromContext(this.#context), 'stream')
    stream.timeBase = this.#context.timeBase
    check(this.#output.openOutputSync(), 'output')
    check(this.#output.writeHeaderSync(av.Dictionary.fromObject(codec.muxerOptions ?? {})), 'header')
    this.frameSamples = this.#context.frameSize || 4_096
    this.#from = this.#context.timeBase
    this.#to = stream.timeBase
    this.#packet = new av.Packet()
    this.#packet.alloc()
  }

  send(frame: Frame): void {
    frame.pts = this.#samples
    this.#samples += BigInt(frame.nbSamples)
    check(this.#context.sendFrameSync(frame), 'encode')
    this.#drain()
  }

  finish(): void {
    check(this.#context.sendFrameSync(null), 'encode end')
    this.#drain()
    check(this.#output.writeTrailerSync(), 'trailer')
    this.#output.closeOutputSync()
  }

  #drain(): void {
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      this.#packet.streamIndex = 0
      this.#packet.rescaleTs(this.#from, this.#to)
      check(this.#output.writeFrameSync(this.#packet), 'write')
      this.#packet.unref()
    }
  }
}
