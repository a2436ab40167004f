/** Reads everything in the feed of a podcast or album that can be imported, with what cannot and why. Playing feeds of other
 * servers needs less: read-feed.ts. */
import { UUID } from '#protocols/hex.ts'
import { cleanText, list, type Node, nodeOf, textOf, webAddress } from './foreign-text.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { firstOf, type ForeignFeed, imageOf, linkOf, parseChannel, readDate } from './read-feed.ts'
import { type ForeignValue, readValue } from './read-value.ts'

export type ShowItem = {
  guid: string
  title: string
  description: string | null
  /** Markdown. */
  notes: string | null
  publishedAt: string | null
  season: number | null
  number: number | null
  kind: 'full' | 'trailer' | 'bonus'
  isExplicit: boolean
  imageUrl: string | null
  audioUrl: string
  audioType: string
  chaptersUrl: string | null
  /** In the order of preference. */
  transcriptUrls: string[]
  persons: { name: string; role: string }[]
  /** Times in seconds. Not in what earlier releases have stored. */
  soundbites?: { startTime: number; duration: number; title: string }[]
  location?: { name: string; geo: string } | null
  /** A name of the SPDX list, or an address. */
  license?: string | null
  value: ForeignValue | null
}
export type LeftOut = { title: string; reason: 'no-audio' | 'guid-twice' | 'guid-too-long' | 'not-yet' }
type Head = Pick<ForeignFeed, 'guid' | 'title' | 'author' | 'description' | 'linkUrl' | 'imageUrl' | 'value'>
export type Show = Head & {
  language: string | null
  isExplicit: boolean
  isMusic: boolean
  /** Category, and its subcategory. */
  categories: [string, string | null][]
  isLocked: boolean
  /** In lower case: those of `podcast:locked` and `itunes:owner`. */
  ownerEmails: string[]
  verifyTexts: string[]
  /** Elements that have no place here. */
  notBrought: string[]
  /** As the feed has them. */
  items: ShowItem[]
  leftOut: LeftOut[]
}

export const SHOW_ITEMS_MAX = 2_000
const TITLE_MAX = 255
const DESCRIPTION_MAX = 4_000
const NOTES_MAX = 20_000
const GUID_MAX = 1_000
const PERSONS_MAX = 30
const NAME_MAX = 100
const SEASON_MAX = 999
const NUMBER_MAX = 99_999
const SOUNDBITES_MAX = 20
const LABEL_MAX = 128
const LICENSE_MAX = 200
const NOT_BROUGHT = ['person', 'funding', 'podroll', 'liveItem', 'trailer', 'publisher', 'license']

/** Throws InvalidFeed. */
export function readShow(bytes: Buffer, contentType: string | null, feedUrl: string, now: Date): Show {
  const channel = parseChannel(bytes, contentType)
  const guid = textOf(channel['podcast:guid']).toLowerCase()
  const locked = firstOf(channel['podcast:locked'])
  const ownerEmails = [nodeOf(locked)['@owner'], nodeOf(firstOf(channel['itunes:owner']))['itunes:email']]
  const language = textOf(channel['language'])
  const { items, leftOut } = readItems(list(channel['item']), feedUrl, now)
  return {
    guid: UUID.test(guid) ? guid : null,
    title: cleanText(channel['title'], TITLE_MAX) ?? new URL(feedUrl).host,
    author: cleanText(channel['itunes:author'], TITLE_MAX),
    description: cleanText(channel['description'] ?? channel['itunes:summary'], DESCRIPTION_MAX),
    linkUrl: linkOf(channel, feedUrl),
    imageUrl: imageOf(channel, feedUrl),
    language: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i.test(language) ? language : null,
    isExplicit: isYes(channel['itunes:explicit']),
    isMusic: textOf(channel['podcast:medium']).toLowerCase() === 'music',
    categories: list(channel['itunes:category']).map(nodeOf).map(readCategory),
    isLocked: isYes(locked),
    ownerEmails: [...new Set(ownerEmails.map((one) => textOf(one).toLowerCase()).filter(isEmail))],
    verifyTexts: list(channel['podcast:txt'])
      .filter((one) => textOf(nodeOf(one)['@purpose']).toLowerCase() === 'verify')
      .map(textOf),
    value: readValue(channel['podcast:value'], feedUrl),
    notBrought: NOT_BROUGHT.filter((name) => channel[`podcast:${name}`] !== undefined),
    items,
    leftOut,
  }
}

const isYes = (value: unknown) => /^(yes|true|explicit)$/i.test(textOf(value))
const isEmail = (text: string) => text.length <= 254 && /^[^\s@<>,;:"()]+@[a-z0-9.-]+\.[a-z]{2,}$/.test(text)

const readCategory = (node: Node): [string, string | null] => [
  textOf(node['@text']),
  textOf(nodeOf(firstOf(node['itunes:category']))['@text']) || null,
]

/** Of two items with the same guid, the first one is imported. */
function readItems(nodes: readonly unknown[], feedUrl: string, now: Date): Pick<Show, 'items' | 'leftOut'> {
  const items = new Map<string, ShowItem>()
  const leftOut: LeftOut[] = []
  for (const node of nodes.slice(0, SHOW_ITEMS_MAX)) {
    const item = readItem(nodeOf(node), feedUrl)
    const reason = 'reason' in item ? item.reason : items.has(item.guid) ? 'guid-twice' : notYet(item, now)
    if (reason === null && !('reason' in item)) items.set(item.guid, item)
    else if (reason !== null) leftOut.push({ title: item.title, reason })
  }
  return { items: [...items.values()], leftOut }
}

/** It would be public here before its date there, or notify listeners of it at that date. */
const notYet = ({ publishedAt }: ShowItem, now: Date) =>
  publishedAt !== null && new Date(publishedAt) > now ? 'not-yet' : null

function readItem(node: Node, feedUrl: string): ShowItem | LeftOut {
  const enclosure = list(node['enclosure'])
    .map(nodeOf)
    .find((one) => !/^(image|text|application\/pdf)/i.test(textOf(one['@type'])))
  const audioUrl = webAddress(enclosure?.['@url'], feedUrl)
  const named = cleanText(node['title'] ?? node['itunes:title'], TITLE_MAX)
  if (audioUrl === null) return { title: named ?? '', reason: 'no-audio' }
  const title = named ?? audioUrl.replace(/^.*\//, '').slice(0, TITLE_MAX)
  // As it is written there: apps compare it.
  const guid = textOf(node['guid']) || audioUrl
  if (guid.length > GUID_MAX) return { title, reason: 'guid-too-long' }
  const long = node['content:encoded'] ?? node['description'] ?? node['itunes:summary']
  const kind = textOf(node['itunes:episodeType']).toLowerCase()
  return {
    guid,
    title,
    description: cleanText(node['itunes:summary'] ?? node['description'] ?? node['content:encoded'], DESCRIPTION_MAX),
    notes: htmlToMarkdown(textOf(long), NOTES_MAX),
    publishedAt: readDate(textOf(node['pubDate']))?.toISOString() ?? null,
    season: numberOf(node['itunes:season'] ?? node['podcast:season'], SEASON_MAX),
    number: numberOf(node['itunes:episode'] ?? node['podcast:episode'], NUMBER_MAX),
    kind: kind === 'trailer' || kind === 'bonus' ? kind : 'full',
    isExplicit: isYes(node['itunes:explicit']),
    imageUrl: webAddress(nodeOf(firstOf(node['itunes:image']))['@href'], feedUrl),
    audioUrl,
    audioType: textOf(enclosure?.['@type']).toLowerCase(),
    chaptersUrl: webAddress(nodeOf(firstOf(node['podcast:chapters']))['@url'], feedUrl),
    transcriptUrls: readTranscripts(list(node['podcast:transcript']), feedUrl),
    persons: readPersons(list(node['podcast:person'])),
    soundbites: list(node['podcast:soundbite'])
      .slice(0, SOUNDBITES_MAX)
      .flatMap((one) => readSoundbite(nodeOf(one), title)),
    location: readLocation(firstOf(node['podcast:location'])),
    license:
      textOf(nodeOf(firstOf(node['podcast:license']))['@url']) || cleanText(node['podcast:license'], LICENSE_MAX),
    value: readValue(node['podcast:value'], feedUrl),
  }
}

function numberOf(value: unknown, max: number): number | null {
  const text = textOf(value)
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}

/** Those with times, in the formats that are read here. */
function readTranscripts(nodes: readonly unknown[], feedUrl: string): string[] {
  const order = ['text/vtt', 'application/json', 'application/x-subrip', 'application/srt']
  return nodes
    .map(nodeOf)
    .map((node) => ({
      url: webAddress(node['@url'], feedUrl),
      place: order.indexOf(textOf(node['@type']).toLowerCase()),
    }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .flatMap(({ url }) => url ?? [])
    .slice(0, order.length)
}

const readPersons = (nodes: readonly unknown[]): ShowItem['persons'] =>
  nodes.slice(0, PERSONS_MAX).flatMap((node) => {
    const name = cleanText(node, NAME_MAX)
    const role = cleanText(nodeOf(node)['@role'], NAME_MAX)?.toLowerCase() ?? 'host'
    return name === null ? [] : { name, role }
  })

function readSoundbite(node: Node, itemTitle: string): NonNullable<ShowItem['soundbites']> {
  const [startTime, duration] = [node['@startTime'], node['@duration']].map((value) => Number(textOf(value) || NaN))
  const title = cleanText(node, LABEL_MAX) ?? itemTitle.slice(0, LABEL_MAX)
  return [{ startTime: startTime!, duration: duration!, title }]
}

function readLocation(value: unknown): NonNullable<ShowItem['location']> | null {
  const name = cleanText(value, LABEL_MAX)
  return name === null ? null : { name, geo: textOf(nodeOf(value)['@geo']).replace(/^geo:/, '') }
}
