/** Reverb, echo and chorus: each reads a send bus and adds to the dry one.
 * They run once per song, over its whole length. */
import { blockFrames, type Bus } from './song.ts'
import { onePole } from './synth.ts'
import { sampleRate } from './wav.ts'

const lineLengths = [773, 953, 1_129, 1_307, 1_483, 1_667, 1_847, 2_039] as const
const lines = lineLengths.length
const ringSize = 2_048
const diffuserLengths = [71, 191, 307] as const
const roomRate = sampleRate / 2

export type Room = { seconds: number; brightHertz: number; level: number }

/** A feedback delay network of eight lines, mixed by a Householder reflection.
 * It runs at half the sample rate, which removes only treble that a real room would absorb. */
export function addRoom(send: Bus, target: Bus, room: Room): void {
  const { left, right } = send
  diffuse(left, 0)
  diffuse(right, 19)
  const network: Network = {
    rings: new Float32Array(ringSize * lines),
    losses: Float64Array.from(lineLengths, (length) => 10 ** ((-3 * length) / (room.seconds * roomRate))),
    lengths: Int32Array.from(lineLengths),
    heard: new Float64Array(lines),
    dulled: new Float64Array(lines),
    damp: 1 - Math.exp((-2 * Math.PI * room.brightHertz) / roomRate),
    level: room.level,
  }
  for (let from = 0; from < left.length; from += blockFrames) {
    runNetwork(network, left, right, from, Math.min(left.length, from + blockFrames))
  }
  addDoubled(left, target.left)
  addDoubled(right, target.right)
}

type Network = {
  rings: Float32Array
  losses: Float64Array
  lengths: Int32Array
  heard: Float64Array
  dulled: Float64Array
  damp: number
  level: number
}

function runNetwork(network: Network, left: Float32Array, right: Float32Array, from: number, to: number): void {
  const { rings, losses, lengths, heard, dulled, damp, level } = network
  for (let at = from; at < to; at++) {
    let sum = 0
    for (let line = 0; line < lines; line++) {
      const raw = rings[line * ringSize + ((at - lengths[line]!) & (ringSize - 1))]!
      const soft = dulled[line]! + damp * (raw - dulled[line]!)
      dulled[line] = soft
      const value = soft * losses[line]!
      heard[line] = value
      sum += value
    }
    const share = (sum * 2) / lines
    const write = at & (ringSize - 1)
    for (let line = 0; line < lines; line += 2) {
      rings[line * ringSize + write] = heard[line]! - share + left[at]!
      rings[(line + 1) * ringSize + write] = heard[line + 1]! - share + right[at]!
    }
    left[at] = (heard[0]! - heard[2]! + heard[4]! + heard[7]! * 0.5) * level
    right[at] = (heard[1]! + heard[3]! - heard[5]! - heard[6]! * 0.5) * level
  }
}

function addDoubled(half: Float32Array, target: Float32Array): void {
  let before = 0
  for (let at = 0; at < target.length >> 1; at++) {
    const now = half[at]!
    target[at * 2] = target[at * 2]! + (before + now) * 0.5
    target[at * 2 + 1] = target[at * 2 + 1]! + now
    before = now
  }
}

/** Three all-pass filters in place: they diffuse a click before it enters the network. */
function diffuse(samples: Float32Array, offset: number): void {
  for (const base of diffuserLengths) {
    const length = base + offset
    const ring = new Float32Array(length)
    let slot = 0
    for (let at = 0; at < samples.length; at++) {
      const delayed = ring[slot]!
      const input = samples[at]! + 0.62 * delayed
      ring[slot] = input
      samples[at] = delayed - 0.62 * input
      if (++slot === length) slot = 0
    }
  }
}

export type Echo = { seconds: number; feedback: number; level: number; toRoom: number }

/** Repeats that alternate between left and right and lose treble each time. */
export function addEcho(send: Bus, target: Bus, room: Bus, echo: Echo): void {
  const length = Math.round(echo.seconds * sampleRate)
  const ringLeft = new Float32Array(length)
  const ringRight = new Float32Array(length)
  const damp = onePole(2_600)
  let dullLeft = 0
  let dullRight = 0
  let slot = 0
  const frames = send.left.length
  for (let at = 0; at < frames; at++) {
    const fromLeft = ringLeft[slot]!
    const fromRight = ringRight[slot]!
    dullLeft += damp * (fromLeft - dullLeft)
    dullRight += damp * (fromRight - dullRight)
    ringLeft[slot] = (send.left[at]! + send.right[at]!) * 0.6 + dullRight * echo.feedback
    ringRight[slot] = dullLeft * echo.feedback + send.right[at]! * 0.15
    if (++slot === length) slot = 0
    target.left[at] = target.left[at]! + dullLeft * echo.level
    target.right[at] = target.right[at]! + dullRight * echo.level
    if (at & 1) continue
    room.left[at >> 1] = room.left[at >> 1]! + dullLeft * echo.level * echo.toRoom
    room.right[at >> 1] = room.right[at >> 1]! + dullRight * echo.level * echo.toRoom
  }
}

/** Two slowly modulated copies, a quarter cycle apart. */
export function addChorus(send: Bus, target: Bus, level: number): void {
  sweep(send.left, target.left, 0, level)
  sweep(send.right, target.right, Math.PI / 2, level)
}

function sweep(source: Float32Array, target: Float32Array, phase: number, level: number): void {
  const step = (2 * Math.PI * 0.55) / sampleRate
  const middle = 0.013 * sampleRate
  const depth = 0.0034 * sampleRate
  const first = Math.ceil(middle + depth) + 2
  const block = 32
  let delay = middle + depth * Math.sin(phase)
  for (let start = first; start < source.length; start += block) {
    const next = middle + depth * Math.sin(phase + step * (start + block))
    const slope = (next - delay) / block
    const end = Math.min(start + block, source.length)
    for (let at = start; at < end; at++) {
      delay += slope
      const position = at - delay
      const whole = position | 0
      const part = position - whole
      const sample = source[whole]! * (1 - part) + source[whole + 1]! * part
      target[at] = target[at]! + sample * level
    }
    delay = next
  }
}
