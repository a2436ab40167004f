/** Parses RSS 2.0 feeds of other servers, with the elements of iTunes and Podcasting 2.0 that are used here. Everything in them
 * is a stranger's: texts are cut, numbers bounded, addresses only http(s). Requesting feeds is in server/foreign. */
import { XMLParser } from 'fast-xml-parser'
import { cleanText, list, type Node, nodeOf, textOf, webAddress } from './foreign-text.ts'
import { readValue, type ForeignValue } from './read-value.ts'

export type ForeignItem = {
  guid: string
  title: string
  description: string | null
  linkUrl: string | null
  publishedAt: Date | null
  durationSeconds: number | null
  audioUrl: string
  value: ForeignValue | null
}
export type ForeignReference = { feedUrl: string; itemGuid: string }
export type ForeignFeed = {
  guid: string | null
  title: string
  author: string | null
  description: string | null
  linkUrl: string | null
  imageUrl: string | null
  medium: string
  /** It asks not to be listed in directories. */
  isPrivate: boolean
  value: ForeignValue | null
  /** How long the feed says it stays as it is. */
  ttlMinutes: number | null
  items: ForeignItem[]
  /** Of a playlist (medium `musicL` and the like), in its order. */
  references: ForeignReference[]
  /** Of the feeds whose items are paid by time splits. */
  timeSplitUrls: string[]
}

export class InvalidFeed extends Error {
  override name = 'InvalidFeed'
}
/** Its end is missing, and with it perhaps items. */
export class IncompleteFeed extends InvalidFeed {
  override name = 'IncompleteFeed'
}

/** Further items are left out: feeds begin with the newest. */
export const ITEMS_MAX = 2_000
const TITLE_MAX = 255
const DESCRIPTION_MAX = 4_000
const GUID_MAX = 1_000
const DURATION_MAX = 604_800
const LISTS = new Set([
  'item',
  'enclosure',
  'podcast:value',
  'podcast:valueRecipient',
  'podcast:valueTimeSplit',
  'podcast:remoteItem',
  'link',
])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  maxNestedTags: 50,
  isArray: (name) => LISTS.has(name),
})

/** Throws InvalidFeed for what is not RSS, for an incomplete feed, and for every document type: it could define entities. */
export function readFeed(bytes: Buffer, contentType: string | null, feedUrl: string): ForeignFeed {
  const channel = parseChannel(bytes, contentType)
  const medium = textOf(channel['podcast:medium']).toLowerCase()
  const value = readValue(channel['podcast:value'], feedUrl)
  const items = readItems(list(channel['item']), feedUrl)
  return {
    guid: cleanText(channel['podcast:guid'], GUID_MAX),
    title: cleanText(channel['title'], TITLE_MAX) ?? new URL(feedUrl).host,
    author: cleanText(channel['itunes:author'], TITLE_MAX),
    description: cleanText(channel['description'] ?? channel['itunes:summary'], DESCRIPTION_MAX),
    linkUrl: linkOf(channel, feedUrl),
    imageUrl: imageOf(channel, feedUrl),
    isPrivate: /^yes$/i.test(textOf(channel['itunes:block']).trim()),
    medium: /^[a-z]{1,30}l?$/.test(medium) ? medium : 'podcast',
    value,
    ttlMinutes: /^\d{1,6}$/.test(textOf(channel['ttl'])) ? Number.parseInt(textOf(channel['ttl']), 10) : null,
    items,
    references: readReferences(list(channel['podcast:remoteItem']), feedUrl),
    timeSplitUrls: readTimeSplitUrls([value, ...items.map((item) => item.value)]),
  }
}

/** Throws InvalidFeed. */
export function parseChannel(bytes: Buffer, contentType: string | null): Node {
  const xml = decode(bytes, contentType)
  requireEnd(xml)
  const channel = nodeOf(nodeOf(parse(xml)['rss'])['channel'])
  if (Object.keys(channel).length === 0) throw new InvalidFeed('It has no RSS channel')
  return channel
}

/** The parser closes elements that are open at the end, so a feed that was cut off would look whole. */
function requireEnd(xml: string): void {
  if (!/<rss[\s>]/.test(xml)) return
  const end = xml.lastIndexOf('</channel')
  // Items may contain such tags as text.
  const isWhole = xml.lastIndexOf('</item') < end && xml.lastIndexOf('<item') < end && xml.lastIndexOf('</rss') > end
  if (!isWhole) throw new IncompleteFeed('It has no end')
}

function parse(xml: string): Node {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new InvalidFeed('It has a document type')
  try {
    return nodeOf(parser.parse(xml))
  } catch (error) {
    throw new InvalidFeed('It is not XML', { cause: error })
  }
}

/** A byte order mark, the response and the file itself may name the encoding; a wrong name is UTF-8. */
export function decode(bytes: Buffer, contentType: string | null): string {
  const head = bytes.toString('latin1', 0, 200)
  const mark = head.startsWith('\u00ff\u00fe') ? 'utf-16le' : head.startsWith('\u00fe\u00ff') ? 'utf-16be' : null
  const inFile = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/i.exec(head)?.[1]
  const inResponse = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1]
  for (const label of [mark, inFile, inResponse]) {
    try {
      if (label) return new TextDecoder(label).decode(bytes)
    } catch {
      continue
    }
  }
  return new TextDecoder().decode(bytes)
}

export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

export const imageOf = (channel: Node, feedUrl: string): string | null =>
  webAddress(nodeOf(firstOf(channel['itunes:image']))['@href'] ?? nodeOf(firstOf(channel['image']))['url'], feedUrl)

export function linkOf(node: Node, feedUrl: string): string | null {
  const link = list(node['link']).find((one) => typeof one === 'string')
  return webAddress(link, feedUrl)
}

/** Of two items with the same guid, the first counts. */
function readItems(nodes: readonly unknown[], feedUrl: string): ForeignItem[] {
  const items = new Map<string, ForeignItem>()
  for (const node of nodes.slice(0, ITEMS_MAX)) {
    const item = readItem(nodeOf(node), feedUrl)
    if (item !== null && !items.has(item.guid)) items.set(item.guid, item)
  }
  return [...items.values()]
}

/** Null without audio. The length and type that an enclosure claims are not used: the browser detects them. */
function readItem(node: Node, feedUrl: string): ForeignItem | null {
  const enclosures = list(node['enclosure']).map(nodeOf)
  const enclosure = enclosures.find((one) => !/^(image|text|application\/pdf)/i.test(textOf(one['@type'])))
  const audioUrl = webAddress(enclosure?.['@url'], feedUrl)
  if (audioUrl === null) return null
  return {
    guid: cleanText(firstOf(node['guid']), GUID_MAX) ?? audioUrl,
    title:
      cleanText(node['title'] ?? node['itunes:title'], TITLE_MAX) ?? audioUrl.replace(/^.*\//, '').slice(0, TITLE_MAX),
    description: cleanText(node['description'] ?? node['itunes:summary'] ?? node['content:encoded'], DESCRIPTION_MAX),
    linkUrl: linkOf(node, feedUrl),
    publishedAt: readDate(textOf(node['pubDate'])),
    durationSeconds: readDuration(textOf(node['itunes:duration'])),
    audioUrl,
    value: readValue(node['podcast:value'], feedUrl),
  }
}

/** Null for the dates that programs write when they know none: nothing was a podcast before 1990. */
export function readDate(text: string): Date | null {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 1990 && year < 2200 ? date : null
}

/** Seconds, `mm:ss` or `hh:mm:ss`. */
function readDuration(text: string): number | null {
  if (!/^\d{1,7}(\.\d+)?$|^(\d{1,4}:)?\d{1,4}:\d{1,2}$/.test(text)) return null
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number.parseInt(part, 10), 0)
  return seconds > 0 && seconds <= DURATION_MAX ? seconds : null
}

/** Those that say where their feed is. */
function readReferences(nodes: readonly unknown[], feedUrl: string): ForeignReference[] {
  return nodes.slice(0, ITEMS_MAX).flatMap((one) => {
    const node = nodeOf(one)
    const url = webAddress(node['@feedUrl'], feedUrl)
    const itemGuid = cleanText(node['@itemGuid'], GUID_MAX)
    return url === null || itemGuid === null ? [] : { feedUrl: url, itemGuid }
  })
}

function readTimeSplitUrls(values: readonly (ForeignValue | null)[]): string[] {
  const splits = values.flatMap((value) => value?.timeSplits ?? [])
  return [...new Set(splits.flatMap(({ remote }) => remote?.feedUrl ?? []))]
}
