/** Turns a mixed song into a finished WAV: effects, tone, loudness, peak limit, fades.
 * Loudness is measured as streaming services do it (ITU-R BS.1770, gated). */
import { addChorus, addEcho, addRoom, type Echo, type Room } from './effects.ts'
import type { Bus, Song } from './song.ts'
import { applyBiquad, highPass, highShelf } from './synth.ts'
import { encodeWav, sampleRate } from './wav.ts'

export type Finish = {
  room: Room
  echo?: Echo
  chorusLevel?: number
  /** The amount of tape saturation, from 0.5 (clean) to 2 (warm). */
  drive?: number
  airDb?: number
  fadeInSeconds?: number
  fadeOutSeconds?: number
}

const targetLufs = -15
const ceiling = 10 ** (-1.5 / 20)

export function finishSong(song: Song, finish: Finish): Buffer {
  const bus = mixDown(song, finish)
  level(bus, finish.drive ?? 0.8)
  fade(bus, finish.fadeInSeconds ?? 0.02, finish.fadeOutSeconds ?? 3)
  return encodeWav(bus.left, bus.right)
}

/** Adds the effects to the song's dry bus and returns it. */
export function mixDown(song: Song, finish: Finish): Bus {
  if (finish.chorusLevel) addChorus(song.chorus, song.dry, finish.chorusLevel)
  if (finish.echo) addEcho(song.echo, song.dry, song.room, finish.echo)
  addRoom(song.room, song.dry, finish.room)
  for (const samples of [song.dry.left, song.dry.right]) {
    applyBiquad(samples, highPass(32, 0.7))
    if (finish.airDb) applyBiquad(samples, highShelf(5_200, finish.airDb))
  }
  return song.dry
}

function level(bus: Bus, drive: number): void {
  const tapeGain = 0.14 / Math.sqrt((meanSquare(bus.left) + meanSquare(bus.right)) / 2 + 1e-12)
  saturate(bus.left, tapeGain, drive)
  saturate(bus.right, tapeGain, drive)
  limit(bus, 10 ** ((targetLufs - measureLufs(bus)) / 20))
}

function meanSquare(samples: Float32Array): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 2) sum += samples[at]! * samples[at]!
  return (sum * 2) / samples.length
}

/** A smooth odd curve: quiet parts pass unchanged, loud ones are rounded. */
function saturate(samples: Float32Array, gain: number, drive: number): void {
  const into = gain * drive
  const out = 1 / drive
  for (let at = 0; at < samples.length; at++) {
    const pushed = samples[at]! * into
    samples[at] = (pushed / Math.sqrt(1 + pushed * pushed * 0.6)) * out
  }
}

export function measureLufs(bus: Bus): number {
  const hop = sampleRate / 10
  const hops = Math.floor(bus.left.length / hop)
  const power = new Float64Array(hops)
  for (const samples of [bus.left, bus.right]) addWeightedPower(samples, power, hop)
  const blocks: number[] = []
  for (let at = 0; at + 4 <= hops; at++) {
    blocks.push((power[at]! + power[at + 1]! + power[at + 2]! + power[at + 3]!) / (4 * hop))
  }
  const loud = blocks.filter((block) => toLufs(block) > -70)
  const relativeGate = toLufs(mean(loud)) - 10
  return toLufs(mean(loud.filter((block) => toLufs(block) > relativeGate)))
}

function addWeightedPower(samples: Float32Array, power: Float64Array, hop: number): void {
  const shelf = highShelf(1_682, 4)
  const rumble = highPass(38, 0.5)
  let shelfFirst = 0
  let shelfSecond = 0
  let rumbleFirst = 0
  let rumbleSecond = 0
  for (let block = 0, at = 0; block < power.length; block++) {
    let sum = 0
    for (const end = at + hop; at < end; at++) {
      const input = samples[at]!
      const raised = shelf.b0 * input + shelfFirst
      shelfFirst = shelf.b1 * input - shelf.a1 * raised + shelfSecond
      shelfSecond = shelf.b2 * input - shelf.a2 * raised
      const output = rumble.b0 * raised + rumbleFirst
      rumbleFirst = rumble.b1 * raised - rumble.a1 * output + rumbleSecond
      rumbleSecond = rumble.b2 * raised - rumble.a2 * output
      sum += output * output
    }
    power[block] = power[block]! + sum
  }
}

const toLufs = (power: number) => -0.691 + 10 * Math.log10(Math.max(power, 1e-12))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const block = 64
const reach = 8

/** Sets the loudness with look-ahead in whole blocks: the gain is already reduced when the peak arrives. */
function limit(bus: Bus, gain: number): void {
  const blocks = Math.ceil(bus.left.length / block)
  const wanted = new Float64Array(blocks)
  for (let slot = 0; slot < blocks; slot++) {
    const peak = Math.max(peakOf(bus.left, slot), peakOf(bus.right, slot)) * gain
    wanted[slot] = peak > ceiling ? ceiling / peak : 1
  }
  const lowest = new Float64Array(blocks)
  for (let slot = 0; slot < blocks; slot++) {
    let low = 1
    for (let near = Math.max(0, slot - reach); near <= Math.min(blocks - 1, slot + reach); near++) {
      if (wanted[near]! < low) low = wanted[near]!
    }
    lowest[slot] = low
  }
  const gains = new Float64Array(blocks + 1)
  for (let slot = 0; slot <= blocks; slot++) {
    let sum = 0
    // one block less than the minimum's reach, so that the ramp between two blocks stays below both
    for (let near = slot - reach + 1; near <= slot + reach - 1; near++) {
      sum += lowest[Math.max(0, Math.min(blocks - 1, near))]!
    }
    gains[slot] = (sum / (2 * reach - 1)) * gain
  }
  rampGains(bus.left, gains)
  rampGains(bus.right, gains)
}

function peakOf(samples: Float32Array, slot: number): number {
  const end = Math.min(samples.length, (slot + 1) * block)
  let peak = 0
  for (let at = slot * block; at < end; at++) {
    const size = Math.abs(samples[at]!)
    if (size > peak) peak = size
  }
  return peak
}

function rampGains(samples: Float32Array, gains: Float64Array): void {
  for (let slot = 0; slot * block < samples.length; slot++) {
    const end = Math.min(samples.length, (slot + 1) * block)
    const slope = (gains[slot + 1]! - gains[slot]!) / block
    let gain = gains[slot]!
    for (let at = slot * block; at < end; at++) {
      samples[at] = samples[at]! * gain
      gain += slope
    }
  }
}

function fade(bus: Bus, inSeconds: number, outSeconds: number): void {
  const inFrames = Math.max(1, Math.round(inSeconds * sampleRate))
  const outFrames = Math.max(1, Math.round(outSeconds * sampleRate))
  for (const samples of [bus.left, bus.right]) {
    const frames = samples.length
    for (let at = 0; at < inFrames; at++) samples[at] = samples[at]! * Math.sin(((at / inFrames) * Math.PI) / 2) ** 2
    for (let at = 0; at < outFrames; at++) {
      const place = frames - 1 - at
      samples[place] = samples[place]! * Math.sin(((at / outFrames) * Math.PI) / 2)
    }
  }
}
