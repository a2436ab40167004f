/** A feed as RSS 2.0 with the namespaces of iTunes, Atom and Podcasting 2.0 (https://podcastindex.org/namespace/1.0).
 * Which facts it has is decided by its caller; an item or field that is null or empty is left out. */
import { element, textElement, writeXml, type XmlChild, type XmlElement } from './xml.ts'

export type Medium = 'music' | 'podcast' | 'publisher' | 'musicL'
export type Person = { name: string; role: string; group: string }
/** Who is paid: one Lightning address, which has the whole amount. Its server shares it. */
export type Value = { name: string; address: string; timeShares: readonly TimeShare[] }
/** A stretch of seconds that an app pays to another feed or item, in per cent of the payment. */
export type TimeShare = { startSeconds: number; durationSeconds: number; percent: number; remote: RemoteItem }
export type RemoteItem = {
  feedGuid: string
  feedUrl: string
  itemGuid: string | null
  /** Null: of a feed elsewhere, whose medium is not known. */
  medium: Medium | null
  title: string | null
}
export type Audio = {
  url: string
  type: string
  bytes: number
  bitRate: number | null
  title: string
  /** Of the file, in base64. */
  sha256: string | null
}
export type Transcript = { url: string; type: string; language: string | null; isTimed: boolean }
export type Soundbite = { startTime: number; duration: number; title: string }
/** The stored JPEG, and a square of 640 px. */
export type Image = { url: string; squareUrl: string }
export type License = { name: string; url: string }
export type Text = { purpose: string; text: string }
/** Where it is commented on, on nostr: a `nostr:` URI, and who published it. */
export type Discussion = { uri: string; accountId: string }

export type Item = {
  guid: string
  title: string
  link: string
  description: string | null
  /** More than the description. */
  html: string | null
  publishedAt: Date
  durationSeconds: number | null
  isExplicit: boolean
  season: number | null
  episode: number | null
  /** Of an episode of a podcast. */
  kind: 'full' | 'trailer' | 'bonus' | null
  /** The first is the enclosure, which all apps play. */
  audio: readonly Audio[]
  chaptersUrl: string | null
  transcripts: readonly Transcript[]
  persons: readonly Person[]
  texts: readonly Text[]
  /** Its own artwork. */
  image: Image | null
  soundbites: readonly Soundbite[]
  /** `geo`: latitude and longitude, as in a geo URI. */
  location: { name: string; geo: string | null } | null
  license: License | null
  discussion: Discussion | null
  value: Value
}

export type Feed = {
  url: string
  guid: string
  medium: Medium
  title: string
  link: string
  description: string | null
  language: string | null
  author: string
  copyright: string | null
  image: Image | null
  isExplicit: boolean
  type: 'episodic' | 'serial' | null
  /** Names from Apple's list; the second of each is a part of the first. */
  categories: readonly (readonly [string, string | null])[]
  changedAt: Date
  generator: string
  /** Other hosts may not import the feed. */
  isLocked: boolean
  /** The feed's address on another host, to which it moves. */
  newFeedUrl: string | null
  /** Directories must not list it. */
  isBlocked: boolean
  /** The WebSub hub that is notified of changes. */
  hubUrl: string | null
  /** A podping is sent after changes. */
  usesPodping: boolean
  /** No more items will be added. */
  isComplete: boolean
  value: Value | null
  /** The feed of the artist, which lists this one. */
  publisher: RemoteItem | null
  persons: readonly Person[]
  license: License | null
  funding: { url: string; text: string } | null
  chat: { server: string; accountId: string | null; space: string } | null
  discussion: Discussion | null
  /** Feeds that its owner recommends. */
  podroll: readonly RemoteItem[]
  texts: readonly Text[]
  /** Links to the other pages of a long feed (RFC 5005). */
  pages: readonly { rel: 'first' | 'previous' | 'next'; url: string }[]
  items: readonly Item[]
  /** The content of a list or publisher feed. */
  remoteItems: readonly RemoteItem[]
}

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
}
/** The namespace limits names and labels to this. */
const LABEL_CHARACTERS = 128

export const writeFeed = (feed: Feed): string =>
  writeXml(
    element('rss', { version: '2.0', ...NAMESPACES }, [
      element('channel', {}, [...describe(feed), ...describePodcast(feed), ...feed.items.map(writeItem)]),
    ]),
  )

function describe(feed: Feed): XmlChild[] {
  const { title, link, image, categories } = feed
  return [
    textElement('title', title),
    textElement('link', link),
    element('description', {}, [feed.description ?? title]),
    textElement('language', feed.language),
    textElement('copyright', feed.copyright),
    textElement('lastBuildDate', formatDate(feed.changedAt)),
    textElement('generator', feed.generator),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.url }),
    feed.hubUrl === null ? null : element('atom:link', { rel: 'hub', href: feed.hubUrl }),
    ...feed.pages.map(({ rel, url }) => element('atom:link', { rel, type: 'application/rss+xml', href: url })),
    image &&
      element('image', {}, [
        element('url', {}, [image.url]),
        element('title', {}, [title]),
        element('link', {}, [link]),
      ]),
    image && element('itunes:image', { href: image.url }),
    textElement('itunes:author', feed.author),
    textElement('itunes:explicit', String(feed.isExplicit)),
    textElement('itunes:type', feed.type),
    textElement('itunes:new-feed-url', feed.newFeedUrl),
    textElement('itunes:block', feed.isBlocked ? 'Yes' : null),
    ...categories.map(([text, part]) =>
      element('itunes:category', { text }, [part === null ? null : element('itunes:category', { text: part })]),
    ),
  ]
}

function describePodcast(feed: Feed): XmlChild[] {
  const { image, license, funding, chat } = feed
  return [
    textElement('podcast:guid', feed.guid),
    textElement('podcast:medium', feed.medium),
    textElement('podcast:locked', feed.isLocked ? 'yes' : 'no'),
    textElement('podcast:block', feed.isBlocked ? 'yes' : null),
    ...writeImage(image),
    feed.value && writeValue(feed.value),
    feed.publisher && element('podcast:publisher', {}, [writeRemote(feed.publisher)]),
    ...feed.persons.map(writePerson),
    license && element('podcast:license', { url: license.url }, [license.name]),
    funding && element('podcast:funding', { url: funding.url }, [cut(funding.text)]),
    chat &&
      element('podcast:chat', { server: chat.server, protocol: 'nostr', accountId: chat.accountId, space: chat.space }),
    writeDiscussion(feed.discussion),
    feed.podroll.length === 0 ? null : element('podcast:podroll', {}, feed.podroll.map(writeRemote)),
    feed.usesPodping ? element('podcast:podping', { usesPodping: 'true' }) : null,
    feed.isComplete ? element('podcast:updateFrequency', { complete: 'true' }, ['Complete']) : null,
    ...feed.items.map(writeTrailer),
    ...feed.texts.map(writeText),
    ...feed.remoteItems.map(writeRemote),
  ]
}

function writeItem(item: Item): XmlElement {
  const [enclosure] = item.audio
  return element('item', {}, [
    textElement('title', item.title),
    textElement('link', item.link),
    element('guid', { isPermaLink: 'false' }, [item.guid]),
    textElement('description', item.description),
    textElement('content:encoded', item.html),
    textElement('pubDate', formatDate(item.publishedAt)),
    enclosure === undefined
      ? null
      : element('enclosure', { url: enclosure.url, length: enclosure.bytes, type: enclosure.type }),
    textElement('itunes:duration', item.durationSeconds),
    textElement('itunes:explicit', String(item.isExplicit)),
    textElement('itunes:season', item.season),
    textElement('itunes:episode', item.episode),
    textElement('itunes:episodeType', item.kind),
    textElement('podcast:season', item.season),
    textElement('podcast:episode', item.episode),
    ...item.audio.map((audio, index) => writeAlternate(audio, index === 0)),
    item.chaptersUrl === null
      ? null
      : element('podcast:chapters', { url: item.chaptersUrl, type: 'application/json+chapters' }),
    ...item.transcripts.map(({ url, type, language, isTimed }) =>
      element('podcast:transcript', { url, type, language, rel: isTimed ? 'captions' : null }),
    ),
    item.image && element('itunes:image', { href: item.image.url }),
    ...writeImage(item.image),
    ...item.soundbites.map(({ startTime, duration, title }) =>
      element('podcast:soundbite', { startTime, duration }, [cut(title)]),
    ),
    item.location &&
      element('podcast:location', { geo: item.location.geo && `geo:${item.location.geo}` }, [cut(item.location.name)]),
    item.license && element('podcast:license', { url: item.license.url }, [item.license.name]),
    writeDiscussion(item.discussion),
    ...item.persons.map(writePerson),
    ...item.texts.map(writeText),
    writeValue(item.value),
  ])
}

function writeImage(image: Image | null): XmlElement[] {
  if (image === null) return []
  const square = { width: 640, height: 640, 'aspect-ratio': '1/1' }
  return [
    element('podcast:image', { href: image.url, type: 'image/jpeg' }),
    element('podcast:image', { href: image.squareUrl, type: 'image/webp', ...square }),
  ]
}

/** Apps show a trailer before the episodes. */
function writeTrailer({ kind, title, publishedAt, season, audio: [file] }: Item): XmlChild {
  if (kind !== 'trailer' || file === undefined) return null
  const attributes = { pubdate: formatDate(publishedAt), url: file.url, length: file.bytes, type: file.type, season }
  return element('podcast:trailer', attributes, [cut(title)])
}

function writeAlternate({ url, type, bytes, bitRate, title, sha256 }: Audio, isDefault: boolean): XmlElement {
  const attributes = { type, length: bytes, bitrate: bitRate, title, default: isDefault ? 'true' : null }
  return element('podcast:alternateEnclosure', attributes, [
    element('podcast:source', { uri: url }),
    sha256 === null ? null : element('podcast:integrity', { type: 'sri', value: `sha256-${sha256}` }),
  ])
}

function writeValue({ name, address, timeShares }: Value): XmlElement {
  return element('podcast:value', { type: 'lightning', method: 'lnaddress' }, [
    element('podcast:valueRecipient', { name, type: 'lnaddress', address, split: 100 }),
    ...timeShares.map(({ startSeconds, durationSeconds, percent, remote }) =>
      element(
        'podcast:valueTimeSplit',
        { startTime: startSeconds, duration: durationSeconds, remotePercentage: percent },
        [writeRemote(remote)],
      ),
    ),
  ])
}

const writeRemote = ({ feedGuid, feedUrl, itemGuid, medium, title }: RemoteItem) =>
  element('podcast:remoteItem', { feedGuid, feedUrl, itemGuid, medium, title })

const writeDiscussion = (discussion: Discussion | null): XmlChild =>
  discussion && element('podcast:socialInteract', { protocol: 'nostr', ...discussion })

const writePerson = ({ name, role, group }: Person) => element('podcast:person', { role, group }, [cut(name)])

const writeText = ({ purpose, text }: Text) => element('podcast:txt', { purpose }, [text])

const cut = (text: string) => [...text].slice(0, LABEL_CHARACTERS).join('')

/** As RFC 822 with a year of four digits. */
const formatDate = (date: Date) => date.toUTCString()
