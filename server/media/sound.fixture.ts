/** Audio for tests, written as WAV. */

export type WavSettings = {
  seconds: number
  channels: number
  rateHz: number
  /** The sample value at that time in seconds, −1 to 1. */
  sample(second: number): number
}

export const sine = (frequencyHz: number, level: number) => (second: number) =>
  level * Math.sin(2 * Math.PI * frequencyHz * second)

/** 16-bit PCM; every channel carries the same sound. */
export function makeWav({ seconds, channels, rateHz, sample }: WavSettings): Buffer {
  const count = Math.round(seconds * rateHz)
  const frameBytes = channels * 2
  const wav = Buffer.alloc(44 + count * frameBytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + count * frameBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels, 22)
  wav.writeUInt32LE(rateHz, 24)
  wav.writeUInt32LE(rateHz * frameBytes, 28)
  wav.writeUInt16LE(frameBytes, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(count * frameBytes, 40)
  for (let i = 0; i < count; i++) {
    const value = Math.round(32_767 * sample(i / rateHz))
    for (let channel = 0; channel < channels; channel++) wav.writeInt16LE(value, 44 + i * frameBytes + channel * 2)
  }
  return wav
}

/** Chords that change four times a second, different ones for each seed. */
export const melody = (seed: number) => (second: number) => {
  const step = Math.floor(second * 4)
  let sum = 0
  for (let voice = 1; voice <= 3; voice++) {
    const random = Math.abs(Math.sin(seed * 12.9898 + step * 78.233 + voice * 37.719) * 43_758.5453) % 1
    const frequencyHz = 110 * voice * 2 ** (Math.floor(random * 24) / 12)
    for (let overtone = 1; overtone <= 3; overtone++) {
      sum += Math.sin(2 * Math.PI * frequencyHz * overtone * second) / overtone
    }
  }
  return sum / 8
}
