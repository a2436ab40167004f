/** Converts sequences of 5-bit words, as in bech32 and BOLT 11, to and from bytes and numbers. The checksum and
 * alphabet of bech32 come from @scure/base. */

/** Remaining bits at the end (fewer than 8) are padding and are dropped. */
export function wordsToBytes(words: number[]): Uint8Array {
  const bytes = new Uint8Array(Math.floor((words.length * 5) / 8))
  let bits = 0
  let held = 0
  let at = 0
  for (const word of words) {
    bits = ((bits << 5) | word) & 0xfff
    held += 5
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 0xff
    }
  }
  return bytes
}

export function wordsToNumber(words: number[]): bigint {
  return words.reduce((value, word) => value * 32n + BigInt(word), 0n)
}

export function numberToWords(value: bigint): number[] {
  const words = value === 0n ? [0] : []
  for (let rest = value; rest > 0n; rest >>= 5n) words.unshift(Number(rest & 31n))
  return words
}

export function padWords(words: number[], length: number): number[] {
  return [...Array<number>(length - words.length).fill(0), ...words]
}
