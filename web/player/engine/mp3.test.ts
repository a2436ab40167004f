/** Reading the beginning of an MP3 built here, byte by byte as an encoder writes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFrame, parseMp3Start } from './mp3.ts'

const FRAME_BYTES = 417
const frame = () => Uint8Array.from({ length: FRAME_BYTES }, (_, at) => [0xff, 0xfb, 0x90, 0][at] ?? 0)

function makeStart({ name = 'Info', delay = 576, padding = 624 } = {}): Uint8Array {
  const info = frame()
  const view = new DataView(info.buffer)
  const at = 4 + 32
  new TextEncoder().encodeInto(name, info.subarray(at))
  view.setUint32(at + 4, 15)
  view.setUint32(at + 8, 312)
  const lame = at + 8 + 4 + 4 + 100 + 4
  info.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], lame + 21)
  const tag = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 35, ...Array<number>(35).fill(0)])
  return Uint8Array.from([...tag, ...info, ...frame(), ...frame()])
}

test('the start of the audio, and the padding the encoder added, are found', () => {
  assert.deepEqual(parseMp3Start(makeStart()), {
    audioFrom: 45 + FRAME_BYTES,
    skipSamples: 576 + 529,
    dropSamples: 624 - 529,
    rateHz: 44_100,
    bitRate: 128_000,
    samples: 312 * 1_152 - 576 - 624,
  })
})

test('a file without that information is left as it is', () => {
  assert.equal(parseMp3Start(makeStart({ name: 'None' })), null)
  assert.equal(parseMp3Start(makeStart({ delay: 0, padding: 0 })), null)
  assert.equal(parseMp3Start(new Uint8Array(2_000)), null)
  assert.equal(parseMp3Start(new Uint8Array(0)), null)
})

test('the next frame is found from any position inside the previous one', () => {
  const bytes = Uint8Array.from([...frame(), ...frame(), ...frame()])
  assert.equal(findFrame(bytes, 1), FRAME_BYTES)
  assert.equal(findFrame(bytes, 0), 0)
  assert.equal(findFrame(new Uint8Array(1_000), 0), -1)
})
