/** Proves to the owner of an account that its balance is part of the total that a server has signed. The server makes the
 * proof; the browser and scripts/verify-liabilities.ts verify it. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { HEX_32 } from '#protocols/hex.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { verifyTotal } from './signed-total.ts'
import { InvalidProof, isAmount, type Total } from './total.ts'
import { climb, hashLeaf, type TreeNode } from './tree.ts'

type Sibling = { hash: string; msatAmount: number }
/** A part of the balance: its leaf, and the siblings from the leaf to the root. */
export type Chunk = { msatAmount: number; nonce: string; position: number; path: Sibling[] }

export type BalanceProof = {
  /** The name of the account in the tree: `user:` and the id of the user. */
  account: string
  chunks: Chunk[]
  /** The signed total. */
  event: NostrEvent
}

export type ProvenBalance = { account: string; msatBalance: number; total: Total; event: NostrEvent }

export const encodePath = (path: readonly TreeNode[]): Sibling[] =>
  path.map(({ hash, msat }) => ({ hash: bytesToHex(hash), msatAmount: Number(msat) }))

/** Returns what the proof shows. Throws InvalidProof if any part of it is wrong. The caller must compare the signer
 * (`event.pubkey`) and the `account` with the expected ones. */
export function verifyBalance(value: unknown): ProvenBalance {
  const { account, chunks, event: signed } = parseProof(value)
  const { total, event } = verifyTotal(signed)
  if (new Set(chunks.map(({ position }) => position)).size !== chunks.length) {
    throw new InvalidProof('The proof counts the same part of the total twice.')
  }
  for (const chunk of chunks) requireInTotal(account, chunk, total)
  const msatBalance = chunks.reduce((sum, { msatAmount }) => sum + msatAmount, 0)
  return { account, msatBalance, total, event }
}

function requireInTotal(account: string, { msatAmount, nonce, position, path }: Chunk, total: Total): void {
  if (path.length !== total.depth || position >= 2 ** total.depth) {
    throw new InvalidProof('A part of the balance is not in the tree.')
  }
  const leaf = hashLeaf({ account, nonce: hexToBytes(nonce), msat: BigInt(msatAmount) })
  const siblings = path.map(({ hash, msatAmount: msat }) => ({ hash: hexToBytes(hash), msat: BigInt(msat) }))
  const root = climb(leaf, position, siblings)
  if (bytesToHex(root.hash) !== total.root || root.msat !== BigInt(total.msatOwed)) {
    throw new InvalidProof('A part of the balance is not in the signed total.')
  }
}

/** Amounts are checked here: none is negative. */
function parseProof(value: unknown): BalanceProof {
  const { account, chunks, event } = (value ?? {}) as BalanceProof
  const isProof = typeof account === 'string' && account !== '' && Array.isArray(chunks) && chunks.length > 0
  if (!isProof || !chunks.every(isChunk)) throw new InvalidProof('This is not a proof of a balance.')
  return { account, chunks, event }
}

function isChunk(value: unknown): value is Chunk {
  const { msatAmount, nonce, position, path } = (value ?? {}) as Chunk
  return (
    isAmount(msatAmount) &&
    isHash(nonce) &&
    isAmount(position) &&
    Array.isArray(path) &&
    path.every((one) => isSibling(one))
  )
}

function isSibling(value: unknown): value is Sibling {
  const { hash, msatAmount } = (value ?? {}) as Sibling
  return isHash(hash) && isAmount(msatAmount)
}

const isHash = (value: unknown): value is string => typeof value === 'string' && HEX_32.test(value)
