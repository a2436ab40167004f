/** A Merkle-sum tree: each node contains the sum of the amounts below it, so its root commits to every amount and to their
 * total. Amounts are msat from 0 to 2^64 − 1. Proofs for accounts are proof.ts, the signed total is total.ts. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export type TreeNode = { hash: Uint8Array; msat: bigint }
/** A part of the balance of an account. The nonce hides it from everybody who sees the hash. */
export type Leaf = { account: string; nonce: Uint8Array; msat: bigint }

export const HASH_BYTES = 32
const AMOUNT_BYTES = 8
const MSAT_MAX = 2n ** 64n - 1n
const LEAF = utf8ToBytes('peal liabilities leaf')
const NODE = utf8ToBytes('peal liabilities node')

export function hashLeaf({ account, nonce, msat }: Leaf): TreeNode {
  if (nonce.length !== HASH_BYTES) throw new RangeError(`A nonce has ${HASH_BYTES} bytes`)
  return { hash: sha256(concatBytes(LEAF, nonce, encodeAmount(msat), utf8ToBytes(account))), msat }
}

export function hashPair(left: TreeNode, right: TreeNode): TreeNode {
  const msat = left.msat + right.msat
  requireAmount(msat)
  const parts = [NODE, left.hash, encodeAmount(left.msat), right.hash, encodeAmount(right.msat)]
  return { hash: sha256(concatBytes(...parts)), msat }
}

/** All levels of a tree of this height, leaves first. Missing leaves are empty; they are not in the levels. */
export function buildLevels(leaves: readonly TreeNode[], height: number): TreeNode[][] {
  const levels = [[...leaves]]
  for (let level = 0; level < height; level++) {
    const below = levels[level]!
    const pairs = Math.max(1, Math.ceil(below.length / 2))
    levels.push(
      Array.from({ length: pairs }, (_, index) =>
        hashPair(nodeAt(below, level, 2 * index), nodeAt(below, level, 2 * index + 1)),
      ),
    )
  }
  return levels
}

export const rootOf = (levels: readonly TreeNode[][]): TreeNode => nodeAt(levels.at(-1)!, levels.length - 1, 0)

/** The siblings from a leaf to the root. */
export function pathOf(levels: readonly TreeNode[][], position: number): TreeNode[] {
  return levels.slice(0, -1).map((nodes, level) => nodeAt(nodes, level, siblingOf(position, level)))
}

/** Computes the root from a leaf and its siblings. Throws RangeError if an amount or sum is out of range. */
export function climb(leaf: TreeNode, position: number, path: readonly TreeNode[]): TreeNode {
  return path.reduce((node, sibling, level) => {
    const isLeft = siblingOf(position, level) > Math.floor(position / 2 ** level)
    return isLeft ? hashPair(node, sibling) : hashPair(sibling, node)
  }, leaf)
}

function siblingOf(position: number, level: number): number {
  const index = Math.floor(position / 2 ** level)
  return index % 2 === 0 ? index + 1 : index - 1
}

function nodeAt(nodes: readonly TreeNode[], level: number, index: number): TreeNode {
  return nodes[index] ?? emptyAt(level)
}

const empty: TreeNode[] = [{ hash: new Uint8Array(HASH_BYTES), msat: 0n }]

/** The root of a tree of this height without leaves. */
function emptyAt(level: number): TreeNode {
  for (let known = empty.length; known <= level; known++) empty.push(hashPair(empty[known - 1]!, empty[known - 1]!))
  return empty[level]!
}

function encodeAmount(msat: bigint): Uint8Array {
  requireAmount(msat)
  const bytes = new Uint8Array(AMOUNT_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, msat)
  return bytes
}

function requireAmount(msat: bigint): void {
  if (msat < 0n || msat > MSAT_MAX) throw new RangeError(`${msat} msat is not an amount`)
}
