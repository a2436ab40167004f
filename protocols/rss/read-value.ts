/** Parses value blocks of foreign feeds. How a payment is divided by them is in split-boost.ts. */
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { cleanText, list, type Node, nodeOf, textOf, webAddress } from './foreign-text.ts'

export type ValueRecipient = {
  name: string | null
  /** A Lightning address. Null for a recipient of another kind, such as a node, which cannot be paid here. */
  address: string | null
  share: number
  /** Its share is a percentage that is taken first. */
  isFee: boolean
}
/** Between these seconds, others are paid: `recipients`, or those of an item of another feed. */
export type ForeignTimeSplit = {
  startSeconds: number
  endSeconds: number
  recipients: ValueRecipient[]
  remote: {
    /** Null when the feed names it by its guid alone, which another feed may claim. */
    feedUrl: string | null
    itemGuid: string | null
    /** What they get of the payment, after its fees. */
    percent: number
  } | null
}
export type ForeignValue = {
  recipients: ValueRecipient[]
  /** Absent in values that earlier releases stored. */
  timeSplits?: ForeignTimeSplit[]
}

const RECIPIENTS_MAX = 100
const TIME_SPLITS_MAX = 500
const SHARE_MAX = 1_000_000_000_000
const NAME_MAX = 100
const GUID_MAX = 1_000

/** The block for Lightning; null without one, and when nobody in it has a share. */
export function readValue(blocks: unknown, feedUrl: string): ForeignValue | null {
  const block = list(blocks)
    .map(nodeOf)
    .find((one) => (textOf(one['@type']) || 'lightning') === 'lightning')
  const recipients = readRecipients(block)
  if (!recipients.some(({ share }) => share > 0)) return null
  const timeSplits = list(block?.['podcast:valueTimeSplit'])
    .slice(0, TIME_SPLITS_MAX)
    .flatMap((one) => readTimeSplit(nodeOf(one), feedUrl) ?? [])
  return { recipients, timeSplits }
}

const readRecipients = (block: Node | undefined): ValueRecipient[] =>
  list(block?.['podcast:valueRecipient']).slice(0, RECIPIENTS_MAX).map(nodeOf).map(readRecipient)

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

function readTimeSplit(node: Node, feedUrl: string): ForeignTimeSplit | null {
  const startSeconds = readSeconds(node['@startTime'])
  const duration = readSeconds(node['@duration'])
  if (startSeconds === null || duration === null || duration === 0) return null
  const times = { startSeconds, endSeconds: startSeconds + duration }
  const [item] = list(node['podcast:remoteItem'])
  if (item === undefined) {
    const recipients = readRecipients(node)
    return recipients.some(({ share }) => share > 0) ? { ...times, recipients, remote: null } : null
  }
  const percent = /^\d{1,9}/.exec(textOf(node['@remotePercentage']))?.[0]
  const remote = {
    feedUrl: webAddress(nodeOf(item)['@feedUrl'], feedUrl),
    itemGuid: cleanText(nodeOf(item)['@itemGuid'], GUID_MAX),
    percent: percent === undefined ? 100 : Math.min(Number.parseInt(percent, 10), 100),
  }
  return { ...times, recipients: [], remote }
}

const readSeconds = (value: unknown): number | null =>
  /^\d{1,7}(\.\d{1,9})?$/.test(textOf(value)) ? Number.parseFloat(textOf(value)) : null
