/** The worker that computes a proof of work: a number such that the SHA-256 of `challenge:number` begins with zero bits. */
import { sha256 } from '@noble/hashes/sha2.js'

const TELL_EVERY = 4_096

addEventListener(
  'message',
  ({ data: { challenge, zeroBits } }: MessageEvent<{ challenge: string; zeroBits: number }>) => {
    const encoder = new TextEncoder()
    for (let nonce = 0; ; nonce++) {
      const digest = sha256(encoder.encode(`${challenge}:${nonce}`))
      const head = new DataView(digest.buffer, digest.byteOffset).getUint32(0)
      if (Math.clz32(head) >= zeroBits) return postMessage({ tried: nonce, nonce })
      if (nonce % TELL_EVERY === 0) postMessage({ tried: nonce, nonce: null })
    }
  },
)
