/** Stereo 16-bit PCM in a RIFF/WAVE container.
 * This is the only format it writes. */

export const sampleRate = 44_100
const headerBytes = 44

export function encodeWav(left: Float32Array, right: Float32Array): Buffer {
  const frames = Math.min(left.length, right.length)
  const wav = Buffer.from(new ArrayBuffer(headerBytes + frames * 4))
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 4, 28)
  wav.writeUInt16LE(4, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(frames * 4, 40)
  // every machine that Node supports is little-endian, like the format
  const samples = new Int16Array(wav.buffer, wav.byteOffset + headerBytes, frames * 2)
  for (let frame = 0; frame < frames; frame++) {
    samples[frame * 2] = toInt16(left[frame]!)
    samples[frame * 2 + 1] = toInt16(right[frame]!)
  }
  return wav
}

function toInt16(sample: number): number {
  const scaled = Math.floor(sample * 32_767 + 0.5)
  return scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled
}
