/** Audio files for tests, created on demand. */

const RATE_HZ = 44_100

/** A WAV with a quiet tone: mono, 16 bit, 44.1 kHz. */
export function makeWav(seconds: number, frequencyHz = 220): Buffer {
  return writeWav(seconds, (at) => {
    const swell = 0.5 + 0.5 * Math.sin((2 * Math.PI * at) / RATE_HZ)
    return 9_000 * swell * Math.sin((2 * Math.PI * frequencyHz * at) / RATE_HZ)
  })
}

/** A part of a constant tone from an offset on, so that parts can be joined without a gap. */
export function makeTone(seconds: number, frequencyHz: number, beganSeconds = 0): Buffer {
  const before = Math.round(beganSeconds * RATE_HZ)
  return writeWav(seconds, (at) => 12_000 * Math.sin((2 * Math.PI * frequencyHz * (before + at)) / RATE_HZ))
}

/** A tone for some seconds, then another one. */
export function makeTwoTones(seconds: number, [first, second]: readonly [number, number]): Buffer {
  return writeWav(
    2 * seconds,
    (at) => 12_000 * Math.sin((2 * Math.PI * (at < seconds * RATE_HZ ? first : second) * at) / RATE_HZ),
  )
}

/** Like speech: five seconds of sound, five of silence. */
export function makeSpeech(seconds: number): Buffer {
  return writeWav(seconds, (at) => {
    const isPause = Math.floor(at / RATE_HZ / 5) % 2 === 1
    return isPause ? 0 : 9_000 * Math.sin((2 * Math.PI * 180 * at) / RATE_HZ)
  })
}

function writeWav(seconds: number, sampleAt: (at: number) => number): Buffer {
  const rate = RATE_HZ
  const count = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + count * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + count * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(count * 2, 40)
  for (let at = 0; at < count; at++) bytes.writeInt16LE(Math.round(sampleAt(at)), 44 + at * 2)
  return bytes
}
