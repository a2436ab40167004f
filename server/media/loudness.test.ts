/** The meters with signals whose loudness is defined by the standard.
 * Real files: transcoder.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoudnessMeter } from './loudness.ts'
import { WaveformMeter } from './waveform.ts'

const RATE_HZ = 48_000

/** A 997 Hz tone in both channels at these levels in dB, one after another. */
function measure(parts: { seconds: number; db: number }[], chunk = 1_152) {
  const meter = new LoudnessMeter(RATE_HZ)
  const samples = parts.flatMap(({ seconds, db }) =>
    Array.from({ length: seconds * RATE_HZ }, (_, i) => 10 ** (db / 20) * Math.sin((2 * Math.PI * 997 * i) / RATE_HZ)),
  )
  for (let at = 0; at < samples.length; at += chunk) {
    const part = Float32Array.from(samples.slice(at, at + chunk))
    meter.add(part, part)
  }
  return meter.finish()
}

const assertNear = (value: number | null, expected: number, tolerance: number) =>
  assert.ok(value !== null && Math.abs(value - expected) <= tolerance, `${value}, expected ${expected}`)

// EBU Tech 3341, minimum requirements, cases 1 to 5: each within 0.1 LU.
test('a tone of −23 dB is −23 LUFS', () => assertNear(measure([{ seconds: 20, db: -23 }]).loudnessLufs, -23, 0.1))

test('a tone of −33 dB is −33 LUFS', () => assertNear(measure([{ seconds: 20, db: -33 }]).loudnessLufs, -33, 0.1))

test('parts 10 LU quieter than the rest are ignored', () => {
  const parts = [-36, -23, -36].map((db, index) => ({ seconds: index === 1 ? 60 : 10, db }))
  assertNear(measure(parts).loudnessLufs, -23, 0.1)
})

test('near-silence is ignored', () => {
  const parts = [-72, -36, -23, -36, -72].map((db, index) => ({ seconds: index === 2 ? 60 : 10, db }))
  assertNear(measure(parts).loudnessLufs, -23, 0.1)
})

test('louder and quieter parts are weighted by energy', () => {
  const parts = [
    { seconds: 20, db: -26 },
    { seconds: 20.1, db: -20 },
    { seconds: 20, db: -26 },
  ]
  assertNear(measure(parts).loudnessLufs, -23, 0.1)
})

test('the result does not depend on the size of the chunks', () => {
  const parts = [{ seconds: 3, db: -18 }]
  assertNear(measure(parts, 37).loudnessLufs, measure(parts, 50_000).loudnessLufs!, 0.000_1)
  assertNear(measure(parts, 37).truePeakDb, measure(parts, 50_000).truePeakDb!, 0.000_1)
})

test('the true peak lies between the samples', () => {
  const meter = new LoudnessMeter(RATE_HZ)
  // A quarter of the rate, shifted by 45°: no sample is higher than −3 dB of the wave (Tech 3341, case 16).
  const tone = Float32Array.from({ length: RATE_HZ }, (_, i) => {
    const fade = Math.min(1, i / 5_000, (RATE_HZ - i) / 5_000)
    return 0.5 * fade * Math.sin((Math.PI / 2) * i + Math.PI / 4)
  })
  meter.add(tone, tone)
  assertNear(meter.finish().truePeakDb, -6, 0.3)
})

test('a waveform has 1 000 points for any duration', () => {
  for (const length of [10, 256_000, 3_000_000]) {
    const meter = new WaveformMeter()
    const ramp = Float32Array.from({ length }, (_, i) => -i / length)
    meter.add(ramp, new Float32Array(length))
    const peaks = meter.finish()
    assert.equal(peaks.length, 1_000)
    assert.ok(peaks[999]! >= 228 && peaks.every((peak, i) => i === 0 || peak >= peaks[i - 1]!), `${length}`)
  }
})
