/** Decodes and encodes with node-av, which contains ffmpeg's libraries from npm.
 * Loaded in the transcoding child only: native code that parses untrusted files stays out of the server's process. */
import type { CodecContext, FormatContext, Frame, Packet, Rational } from 'node-av/lib'
import {
  type Av,
  check,
  CODEC_FLAG_GLOBAL_HEADER,
  Converter,
  type Input,
  loadAv,
  openInput,
  STEREO,
} from './av-audio.ts'
import {
  type Codec,
  codecs,
  type DecodeJob,
  type DecodeResult,
  type Measured,
  type MeasureJob,
} from './transcode-job.ts'

const AVERROR_EAGAIN = -11
const PCM_FRAME_SAMPLES = 4_608

export async function decodeWithNodeAv(job: DecodeJob): Promise<DecodeResult> {
  const av = await loadAv()
  const input = openInput(av, job.inputPath, job.probe.demuxer)
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
  const av = await loadAv()
  const { format, streamIndex } = openInput(av, job.inputPath, job.probe.demuxer)
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

/** Decodes a whole file. */
export function readAll(
  av: Av,
  input: Input,
  onFrame: (frame: Frame) => void,
  job: Pick<DecodeJob, 'sizeBytes' | 'onProgress'>,
): { packets: number; badPackets: number } {
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

/** Encodes to a file; the muxer writes the delay and padding (LAME tag, edit list) that gapless playback needs. */
export class Encoder {
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
    if (codec.rawBits !== undefined) this.#context.bitsPerRawSample = codec.rawBits
    this.#output = new av.FormatContext()
    check(this.#output.allocOutputContext2(null, codec.muxer, path), 'muxer')
    if (codec.muxer === 'ipod') this.#context.flags = (this.#context.flags | CODEC_FLAG_GLOBAL_HEADER) as never
    check(this.#context.open2Sync(found), 'encoder')
    const stream = this.#output.newStream()
    check(stream.codecpar.fromContext(this.#context), 'stream')
    stream.timeBase = this.#context.timeBase
    if (codec.metadata !== undefined) this.#output.metadata = av.Dictionary.fromObject(codec.metadata)
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
