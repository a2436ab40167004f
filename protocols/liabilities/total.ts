/** The published total: what a server owed at one moment, the root of its tree, and what its node could send; signed as a
 * Nostr event of the server's key, so that relays keep copies. Without cryptography: verifying is signed-total.ts. */
import { HEX_32 } from '#protocols/hex.ts'
import type { UnsignedEvent } from '#protocols/nostr/event.ts'

/** Data of an application, replaceable for each `d` tag (NIP-78). */
export const TOTAL_KIND = 30_078
export const DEPTH_MAX = 48

/** Amounts are msat. */
export type Total = {
  /** The public address of the server. */
  installation: string
  /** 2026-11-26, in UTC. */
  day: string
  madeAt: string
  root: string
  /** How many levels are between a leaf and the root. */
  depth: number
  msatOwed: number
  /** What its Lightning node reported as spendable just before. */
  msatSpendable: number
  nodePubkey: string
  network: string
}

/** Not a proof, or not a correct one. The message is in English and may be shown to users. */
export class InvalidProof extends Error {
  override name = 'InvalidProof'
}

export function draftTotal(total: Total): UnsignedEvent {
  const tags = [
    ['d', `peal-liabilities:${total.day}`],
    ['r', total.installation],
  ]
  return { kind: TOTAL_KIND, created_at: secondsOf(total.madeAt), tags, content: JSON.stringify(total) }
}

/** The content of the event. Throws InvalidProof. */
export function parseTotal(content: string): Total {
  const value = parseJson(content)
  if (!isTotal(value)) throw new InvalidProof('The signed total is not complete.')
  return value
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

function isTotal(value: unknown): value is Total {
  if (typeof value !== 'object' || value === null) return false
  const { installation, day, madeAt, root, depth, msatOwed, msatSpendable, nodePubkey, network } = value as Total
  return (
    [installation, day, madeAt, root, nodePubkey, network].every((text) => typeof text === 'string') &&
    [depth, msatOwed, msatSpendable].every(isAmount) &&
    depth <= DEPTH_MAX &&
    HEX_32.test(root) &&
    madeAt.startsWith(`${day}T`) &&
    Number.isFinite(Date.parse(madeAt))
  )
}

/** A whole number from 0 that JavaScript represents exactly. */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

export const secondsOf = (madeAt: string) => Math.floor(Date.parse(madeAt) / 1_000)
