/** The samples of a part of a file, as 48 kHz stereo. */
import type { Frame, Packet } from 'node-av/lib'
import { type Av, check, Converter, openInput } from '#server/media/av-audio.ts'
import { CLIP_BARS, FRAMES_PER_SECOND } from './clip-job.ts'
import type { Loudness } from './frames.ts'

export const RATE_HZ = 48_000
const FRAME_SAMPLES = 1_024
/** Decoders need the preceding audio, and a seek may land slightly later than requested. */
const LEAD_SECONDS = 1
const SEEK_BACKWARD = 1
const FADE_SECONDS = 0.25

export type Samples = { left: Float32Array; right: Float32Array }

export function readPart(av: Av, path: string, startSeconds: number, seconds: number): Samples {
  const { format, decoder, streamIndex } = openInput(av, path, 'mov')
  const { num, den } = format.streams[streamIndex]!.timeBase
  const from = Math.max(0, startSeconds - LEAD_SECONDS)
  if (from > 0)
    check(format.seekFrameSync(streamIndex, BigInt(Math.floor((from * den) / num)), SEEK_BACKWARD as never), 'seek')
  const length = Math.round(seconds * RATE_HZ)
  const part = { left: new Float32Array(length), right: new Float32Array(length) }
  const converter = new Converter(av, { rateHz: RATE_HZ, sampleFormat: 'fltp' }, FRAME_SAMPLES)
  /** Where in `part` the next sample belongs; negative before its start. */
  let position: number | null = null
  const take = (converted: Frame) => {
    const [left, right] = converted.data as [Buffer, Buffer]
    const count = converted.nbSamples
    place(part.left, new Float32Array(left.buffer, left.byteOffset, count), position!)
    place(part.right, new Float32Array(right.buffer, right.byteOffset, count), position!)
    position! += count
  }
  const packet: Packet = new av.Packet()
  packet.alloc()
  const frame = new av.Frame()
  frame.alloc()
  const drain = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      position ??= Math.round(((Number(frame.bestEffortTimestamp) * num) / den - startSeconds) * RATE_HZ)
      converter.push(frame, take)
      frame.unref()
    }
  }
  while ((position ?? -1) < length && format.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === streamIndex && decoder.sendPacketSync(packet) >= 0) drain()
    packet.unref()
  }
  decoder.sendPacketSync(null)
  drain()
  if (position !== null) converter.finish(take)
  format.closeInputSync()
  fade(part)
  return part
}

function place(target: Float32Array, samples: Float32Array, position: number): void {
  const skipped = Math.max(0, -position)
  const room = target.length - position
  if (skipped >= samples.length || room <= 0) return
  target.set(samples.subarray(skipped, Math.min(samples.length, room)), Math.max(0, position))
}

/** Audio that is cut without a fade would click. */
function fade({ left, right }: Samples): void {
  const length = Math.min(Math.round(FADE_SECONDS * RATE_HZ), left.length >> 1)
  for (const channel of [left, right]) {
    for (let at = 0; at < length; at++) {
      channel[at]! *= at / length
      channel[channel.length - 1 - at]! *= at / length
    }
  }
}

const DECAY = 0.86

/** The peaks that are drawn. The loudest one has the full height. */
export function measureLoudness({ left, right }: Samples): Loudness {
  const frameSamples = RATE_HZ / FRAMES_PER_SECOND
  const peakOf = (from: number, to: number) => {
    let peak = 0
    for (let at = from; at < to; at++) peak = Math.max(peak, Math.abs(left[at]!), Math.abs(right[at]!))
    return peak
  }
  const peaks = Float32Array.from({ length: CLIP_BARS }, (_, bar) =>
    peakOf(Math.floor((bar * left.length) / CLIP_BARS), Math.floor(((bar + 1) * left.length) / CLIP_BARS)),
  )
  const loudest = Math.max(0.05, ...peaks)
  const levels = new Float32Array(Math.round(left.length / frameSamples))
  for (let frame = 0, last = 0; frame < levels.length; frame++) {
    last = Math.max(
      last * DECAY,
      peakOf(frame * frameSamples, Math.min(left.length, (frame + 1) * frameSamples)) / loudest,
    )
    levels[frame] = last
  }
  return { peaks: peaks.map((peak) => peak / loudest), levels }
}
