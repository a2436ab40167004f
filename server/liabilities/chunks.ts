/** Cuts balances into random chunks, so that the amounts in a proof reveal little about other accounts. The randomness is
 * derived from a key: the chunks of a day can be computed again and need not be stored. */
import { hkdfSync } from 'node:crypto'
import type { Leaf } from '#protocols/liabilities/tree.ts'
import { keyOf } from '#server/platform/secrets/seal.ts'

const CHUNKS_MIN = 2
const CHUNKS_MAX = 4
const CUT_BYTES = 8
const NONCE_BYTES = 32

export const keyOfDay = (secret: string, day: string): Buffer => keyOf(secret, `peal liabilities ${day}`)

/** Two to four leaves; empty ones are left out. */
export function cutBalance(dayKey: Buffer, account: string, balanceMsat: bigint): Leaf[] {
  if (balanceMsat < 0n) throw new RangeError(`${account} is below zero`)
  const random = Buffer.from(
    hkdfSync('sha256', dayKey, '', account, 1 + (CHUNKS_MAX - 1) * CUT_BYTES + CHUNKS_MAX * NONCE_BYTES),
  )
  const count = CHUNKS_MIN + (random[0]! % (CHUNKS_MAX - CHUNKS_MIN + 1))
  const cuts = [0n, balanceMsat]
  for (let index = 0; index < count - 1; index++) {
    cuts.push(random.readBigUInt64BE(1 + index * CUT_BYTES) % (balanceMsat + 1n))
  }
  cuts.sort((a, b) => Number(a - b))
  const nonces = random.subarray(1 + (CHUNKS_MAX - 1) * CUT_BYTES)
  return cuts.slice(1).flatMap((end, index) => {
    const msat = end - cuts[index]!
    const nonce = nonces.subarray(index * NONCE_BYTES, (index + 1) * NONCE_BYTES)
    return msat === 0n ? [] : { account, nonce, msat }
  })
}
