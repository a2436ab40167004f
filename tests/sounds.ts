/** Sound files for tests, made on the spot. */

/** A WAV of a soft tone: mono, 16 bit, 44.1 kHz. */
export function makeWav(seconds: number, frequencyHz = 220): Buffer {
  const rate = 44_100
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
  for (let at = 0; at < count; at++) {
    const swell = 0.5 + 0.5 * Math.sin((2 * Math.PI * at) / rate)
    bytes.writeInt16LE(Math.round(9_000 * swell * Math.sin((2 * Math.PI * frequencyHz * at) / rate)), 44 + at * 2)
  }
  return bytes
}
