/** Parses value blocks of foreign feeds, and says how much each recipient gets of a payment. No money moves here. */
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { cleanText, list, type Node, nodeOf, textOf } from './foreign-text.ts'

export type ValueRecipient = {
  name: string | null
  /** A Lightning address. Null for a recipient of another kind, such as a node, which cannot be paid here. */
  address: string | null
  share: number
  /** Its share is a percentage that is taken first. */
  isFee: boolean
}
export type ForeignValue = { recipients: ValueRecipient[] }

const RECIPIENTS_MAX = 100
const SHARE_MAX = 1_000_000_000_000
const NAME_MAX = 100

/** The block for Lightning; null without one, and when nobody in it has a share. */
export function readValue(blocks: unknown): ForeignValue | null {
  const block = list(blocks)
    .map(nodeOf)
    .find((one) => (textOf(one['@type']) || 'lightning') === 'lightning')
  const recipients = list(block?.['podcast:valueRecipient']).slice(0, RECIPIENTS_MAX).map(nodeOf).map(readRecipient)
  return recipients.some(({ share }) => share > 0) ? { recipients } : null
}

function readRecipient(node: Node): ValueRecipient {
  const split = textOf(node['@split'])
  const isAddress = textOf(node['@type']) === 'lnaddress'
  const address = textOf(node['@address']).toLowerCase()
  return {
    name: cleanText(node['@name'], NAME_MAX),
    address: isAddress && parseLightningAddress(address) !== null ? address : null,
    share: /^\d{1,13}$/.test(split) ? Math.min(Number.parseInt(split, 10), SHARE_MAX) : 0,
    isFee: textOf(node['@fee']).toLowerCase() === 'true',
  }
}

export type BoostLeg = Pick<ValueRecipient, 'name' | 'address' | 'isFee'> & { amountMsat: bigint }

/** Fees first, each a percentage rounded down; the rest by shares, largest remainder, ties to the earlier recipient. Null when
 * the fees are 100 % or more. `curator`: the block of the playlist in which the item was heard; its fees are taken first. */
export function splitBoost(amountMsat: bigint, value: ForeignValue, curator: ForeignValue | null): BoostLeg[] | null {
  const fees = [...(curator?.recipients ?? []), ...value.recipients].filter(({ isFee, share }) => isFee && share > 0)
  if (fees.reduce((sum, { share }) => sum + share, 0) >= 100) return null
  const legs = fees.map(({ name, address, isFee, share }) => {
    return { name, address, isFee, amountMsat: (amountMsat * BigInt(share)) / 100n }
  })
  const restMsat = amountMsat - legs.reduce((sum, leg) => sum + leg.amountMsat, 0n)
  const sharing = value.recipients.filter(({ isFee, share }) => !isFee && share > 0)
  const whole = sharing.reduce((sum, { share }) => sum + BigInt(share), 0n)
  if (whole === 0n) return legs
  const parts = sharing.map(({ share }, index) => {
    const exact = restMsat * BigInt(share)
    return { index, amountMsat: exact / whole, remainder: exact % whole }
  })
  const missing = Number(restMsat - parts.reduce((sum, part) => sum + part.amountMsat, 0n))
  const rounded = new Set(
    parts
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, missing)
      .map(({ index }) => index),
  )
  const shared = sharing.map(({ name, address, isFee }, index) => {
    return { name, address, isFee, amountMsat: parts[index]!.amountMsat + (rounded.has(index) ? 1n : 0n) }
  })
  return [...legs, ...shared]
}
