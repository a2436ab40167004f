/** Reading and converting audio with node-av, which contains ffmpeg's libraries from npm.
 * Loaded in child processes only: native code that parses untrusted files stays out of the server's process. */
import type * as Lib from 'node-av/lib'
import type { CodecContext, Filter, FilterContext, FilterGraph, FormatContext, Frame } from 'node-av/lib'
import { Refusal } from './refusals.ts'
import type { Demuxer } from './audio-probe.ts'

export type Av = typeof Lib

/** Numeric values of ffmpeg's constants (avutil.h, log.h, avcodec.h); importing node-av's
 * constants would load thousands. */
const MEDIA_TYPE_AUDIO = 1
const LOG_QUIET = -8
export const CODEC_FLAG_GLOBAL_HEADER = 1 << 22
export const STEREO = { nbChannels: 2, order: 1, mask: 3n }
/** Keep our reference to the frame: the next encoder needs it too. */
const BUFFERSRC_KEEP_REF = 8

/** Turns off ffmpeg's own log, which would be parsed as our results. */
export async function loadAv(): Promise<Av> {
  const av: Av = await import('node-av/lib')
  av.Log.setLevel(LOG_QUIET as never)
  return av
}

export function check(result: number, what: string): void {
  if (result < 0) throw new Error(`${what}: ${result}`)
}

export type Input = { format: FormatContext; decoder: CodecContext; streamIndex: number }

export function openInput(av: Av, inputPath: string, demuxerName: Demuxer): Input {
  const format = new av.FormatContext()
  const demuxer = av.InputFormat.findInputFormat(demuxerName)
  if (demuxer === null) throw new Error(`no demuxer ${demuxerName}`)
  // Prevents a file from referring to other files or to the network.
  const options = av.Dictionary.fromObject({ protocol_whitelist: 'file', format_whitelist: demuxer.name })
  if (format.openInputSync(`file:${inputPath}`, demuxer, options) < 0) throw new Refusal('damaged')
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

/** Converts frames of any rate, format and channel count to one format, in frames of equal length. */
export class Converter {
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
