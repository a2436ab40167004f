/** A simulated regtest chain: real headers and transaction ids without proof of work, which LDK does not check. Not
 * a Bitcoin node: nothing is validated, and transactions are confirmed when the world mines a block. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { Transaction } from '@scure/btc-signer'

export type Block = { header: Uint8Array; height: number; transactions: Uint8Array[] }
export type ChainTip = { hash: Uint8Array; height: number }

const VERSION = 0x20000000
const REGTEST_BITS = 0x207fffff
const HASH_BYTES = 32
const ANY_SCRIPT = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true } as const

/** Builds the block after `tip` with these transactions after an empty coinbase. */
export function buildBlock(tip: ChainTip, transactions: Uint8Array[], now: Date): Block {
  const header = new Uint8Array(80)
  const view = new DataView(header.buffer)
  const ids = transactions.map((raw) => hexToBytes(Transaction.fromRaw(raw, ANY_SCRIPT).id).reverse())
  view.setInt32(0, VERSION, true)
  header.set(tip.hash, 4)
  header.set(merkleRoot([new Uint8Array(HASH_BYTES), ...ids]), 36)
  view.setUint32(68, Math.floor(now.getTime() / 1000), true)
  view.setUint32(72, REGTEST_BITS, true)
  view.setUint32(76, tip.height, true)
  return { header, height: tip.height + 1, transactions }
}

export function tipOf(block: Block): ChainTip {
  return { hash: doubleHash(block.header), height: block.height }
}

/** A transaction that pays `amountSat` to `script` from a made-up coin. LDK only requires a witness. */
export function buildFunding(script: Uint8Array, amountSat: bigint): Uint8Array {
  const bytes = new Uint8Array(4 + 2 + 1 + 41 + 1 + 8 + 1 + script.length + 3 + 4)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 2, true)
  bytes.set([0, 1, 1], 4) // segwit marker and flag, one input
  crypto.getRandomValues(bytes.subarray(7, 7 + HASH_BYTES))
  view.setUint32(7 + HASH_BYTES + 4 + 1, 0xfffffffd, true)
  bytes[48] = 1 // one output
  view.setBigUint64(49, amountSat, true)
  bytes[57] = script.length
  bytes.set(script, 58)
  bytes.set([1, 1, 0xff], 58 + script.length) // one witness item of one byte
  return bytes
}

function merkleRoot(leaves: Uint8Array[]): Uint8Array {
  let layer = leaves
  while (layer.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < layer.length; at += 2) {
      above.push(doubleHash(concatBytes(layer[at]!, layer[at + 1] ?? layer[at]!)))
    }
    layer = above
  }
  return layer[0]!
}

function doubleHash(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}
