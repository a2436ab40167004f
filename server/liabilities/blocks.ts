/** The tree of a total as it is stored: blocks of 1024 leaves, and above them the tree of their roots, which is computed when
 * it is needed. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { encodePath, type Chunk } from '#protocols/liabilities/proof.ts'
import {
  buildLevels,
  HASH_BYTES,
  hashLeaf,
  pathOf,
  rootOf,
  type Leaf,
  type TreeNode,
} from '#protocols/liabilities/tree.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import * as queries from './queries.ts'

const BLOCK_HEIGHT = 10
const LEAVES_PER_BLOCK = 2 ** BLOCK_HEIGHT

const buildTop = (roots: readonly TreeNode[]) => buildLevels(roots, Math.ceil(Math.log2(roots.length)))

/** Sorts the leaves that were inserted and stores them. There is at least one block, which may be empty. */
export async function storeTree(tx: Tx, day: string): Promise<{ root: TreeNode; depth: number }> {
  const roots: TreeNode[] = []
  for (let after: Uint8Array = new Uint8Array(HASH_BYTES); ;) {
    const leaves = await queries.selectLeaves(tx, after, LEAVES_PER_BLOCK)
    if (leaves.length > 0 || roots.length === 0) {
      const root = rootOf(buildLevels(leaves, BLOCK_HEIGHT))
      await queries.insertBlock(tx, { day, number: roots.length, root, leaves })
      roots.push(root)
    }
    if (leaves.length < LEAVES_PER_BLOCK) break
    after = leaves.at(-1)!.hash
  }
  await queries.deleteLeaves(tx)
  const top = buildTop(roots)
  return { root: rootOf(top), depth: BLOCK_HEIGHT + top.length - 1 }
}

export type StoredTree = { day: string; blocks: readonly queries.BlockRoot[]; top: TreeNode[][] }

/** Null when the tree of this day is no longer stored. */
export async function openTree(tx: Tx, day: string): Promise<StoredTree | null> {
  const blocks = await queries.selectBlockRoots(tx, day)
  return blocks.length === 0 ? null : { day, blocks, top: buildTop(blocks) }
}

export async function proveLeaf(tx: Tx, { day, blocks, top }: StoredTree, leaf: Leaf): Promise<Chunk> {
  const { hash } = hashLeaf(leaf)
  const number = blocks.findLastIndex(({ firstHash }) => Buffer.compare(firstHash, hash) <= 0)
  const leaves = await queries.selectBlockLeaves(tx, day, number)
  const index = leaves.findIndex((one) => Buffer.compare(one.hash, hash) === 0)
  // The tree was made with another secret of the installation.
  if (index < 0) throw notFound()
  const path = [...pathOf(buildLevels(leaves, BLOCK_HEIGHT), index), ...pathOf(top, number)]
  return {
    msatAmount: Number(leaf.msat),
    nonce: bytesToHex(leaf.nonce),
    position: number * LEAVES_PER_BLOCK + index,
    path: encodePath(path),
  }
}
