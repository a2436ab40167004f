/** Public channels (NIP-28): the events that create and describe a channel, post to it, hide a message and mute a
 * user, both drafted and parsed. Replies are marked by NIP-10. Knows no secret keys, no relays and no clock, and
 * displays nothing. */
import { InvalidEvent, type NostrEvent, readEvent, type UnsignedEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import {
  CHANNEL_KIND,
  CHANNEL_MESSAGE_KIND,
  CHANNEL_METADATA_KIND,
  DELETION_KIND,
  HIDE_KIND,
  MUTE_KIND,
} from './kinds.ts'
import { parseObject, readLines, readText, parseWebUrl, UNPRINTABLE_BUT_BREAKS } from './profile.ts'

/** `id`: the id of the event that created it. `pubkey`: its author; only they may describe the channel. */
export type Channel = { id: string; pubkey: string }
export type ChannelMetadata = { name: string; about: string | null; picture: string | null; relays: string[] }
export type ChannelMessage = {
  id: string
  pubkey: string
  createdAtSeconds: number
  text: string
  /** The id of the message that this replies to. That message may not exist. */
  replyTo: string | null
}

/** The limit for messages written here. Longer messages of others are cut. */
export const MESSAGE_MAX_CHARACTERS = 1_000
const SHOWN_MAX_CHARACTERS = 2_000
const NAME_MAX_CHARACTERS = 255
const ABOUT_MAX_CHARACTERS = 4_000
const RELAYS_MAX = 20

/** Kind 40. */
export function draftChannel(metadata: ChannelMetadata, createdAtSeconds: number): UnsignedEvent {
  return { kind: CHANNEL_KIND, created_at: createdAtSeconds, tags: [], content: writeMetadata(metadata) }
}

/** Kind 41: sets the name and description of the channel from now on. */
export function draftChannelMetadata(
  channelId: string,
  metadata: ChannelMetadata,
  createdAtSeconds: number,
): UnsignedEvent {
  const tags = [['e', channelId, metadata.relays[0] ?? '', 'root']]
  return { kind: CHANNEL_METADATA_KIND, created_at: createdAtSeconds, tags, content: writeMetadata(metadata) }
}

export type NewChannelMessage = {
  channelId: string
  /** A relay that has the channel. */
  relay: string
  text: string
  createdAtSeconds: number
  replyTo?: Pick<ChannelMessage, 'id' | 'pubkey'> | undefined
}

/** Kind 42. Throws InvalidEvent for an empty or too long text. */
export function draftChannelMessage({ channelId, relay, text, createdAtSeconds, replyTo }: NewChannelMessage) {
  const content = cleanText(text)
  if (content === '') throw new InvalidEvent('The message is empty')
  if (countCharacters(content) > MESSAGE_MAX_CHARACTERS) throw new InvalidEvent('The message is too long')
  const tags = [['e', channelId, relay, 'root']]
  if (replyTo !== undefined) tags.push(['e', replyTo.id, relay, 'reply'], ['p', replyTo.pubkey, relay])
  return { kind: CHANNEL_MESSAGE_KIND, created_at: createdAtSeconds, tags, content } satisfies UnsignedEvent
}

/** Kind 43. */
export function draftHide(messageId: string, createdAtSeconds: number): UnsignedEvent {
  return { kind: HIDE_KIND, created_at: createdAtSeconds, tags: [['e', messageId]], content: '' }
}

/** Kind 44. */
export function draftMute(pubkey: string, createdAtSeconds: number): UnsignedEvent {
  return { kind: MUTE_KIND, created_at: createdAtSeconds, tags: [['p', pubkey]], content: '' }
}

/** A signed event that creates a channel with a name, dated no later than `latestSeconds`. Throws InvalidEvent. */
export function parseSignedChannel(value: unknown, latestSeconds: number): NostrEvent {
  const event = readEvent(value)
  if (event.kind !== CHANNEL_KIND) throw new InvalidEvent('The event does not create a channel')
  if (event.created_at > latestSeconds) throw new InvalidEvent('The event is dated in the future')
  if (readMetadata(event.content) === null) throw new InvalidEvent('The channel has no name')
  return event
}

/** The metadata in an event that creates or describes this channel. Null for other events and other authors. */
export function parseChannelMetadata(event: NostrEvent, channel: Channel): ChannelMetadata | null {
  if (event.pubkey !== channel.pubkey) return null
  const isMade = event.kind === CHANNEL_KIND && event.id === channel.id
  const isDescribed = event.kind === CHANNEL_METADATA_KIND && rootOf(event) === channel.id
  return isMade || isDescribed ? readMetadata(event.content) : null
}

/** Whether the channel already has this name, description and picture. Its relays are not compared. */
export function isDescribedSo(input: ChannelMetadata, wanted: ChannelMetadata): boolean {
  const read = readMetadata(writeMetadata(wanted))
  return input.name === read?.name && input.about === read.about && input.picture === read.picture
}

/** A message in this channel. Null for other events and for messages without text. */
export function parseChannelMessage(event: NostrEvent, channelId: string): ChannelMessage | null {
  if (event.kind !== CHANNEL_MESSAGE_KIND || rootOf(event) !== channelId) return null
  const text = [...cleanText(event.content)]
  if (text.length === 0) return null
  const cut = text.length > SHOWN_MAX_CHARACTERS ? [...text.slice(0, SHOWN_MAX_CHARACTERS - 1), '…'] : text
  const { id, pubkey, created_at: createdAtSeconds } = event
  return { id, pubkey, createdAtSeconds, text: cut.join(''), replyTo: replyOf(event, channelId) }
}

/** Hidden message ids and muted keys, each with the events that do so; their author deletes these to undo it. */
export type Moderation = {
  hidden: ReadonlyMap<string, readonly NostrEvent[]>
  muted: ReadonlyMap<string, readonly NostrEvent[]>
}

/** What these authors hide and whom they mute, without deleted events (NIP-09). Muting oneself is ignored. */
export function parseModeration(events: readonly NostrEvent[], authors: readonly string[]): Moderation {
  const isDeleted = createDeletions(events)
  const hidden = new Map<string, NostrEvent[]>()
  const muted = new Map<string, NostrEvent[]>()
  const places = new Map([
    [HIDE_KIND, { tag: 'e', found: hidden }],
    [MUTE_KIND, { tag: 'p', found: muted }],
  ])
  for (const event of events) {
    const place = places.get(event.kind)
    if (place === undefined || !authors.includes(event.pubkey) || isDeleted(event)) continue
    for (const value of valuesOf(event, place.tag)) {
      if (value !== event.pubkey) place.found.set(value, [...(place.found.get(value) ?? []), event])
    }
  }
  return { hidden, muted }
}

/** Whether the author of an event has requested its deletion in one of these events. */
export function createDeletions(events: readonly NostrEvent[]): (event: Pick<NostrEvent, 'id' | 'pubkey'>) => boolean {
  const deleted = new Set(
    events
      .filter(({ kind }) => kind === DELETION_KIND)
      .flatMap((event) => valuesOf(event, 'e').map((id) => `${event.pubkey}:${id}`)),
  )
  return ({ id, pubkey }) => deleted.has(`${pubkey}:${id}`)
}

/** The channel of an event: the `e` tag marked as root, or the first one if none is marked. */
function rootOf(event: NostrEvent): string | null {
  const named = eventsNamed(event)
  const marked = named.filter(({ mark }) => mark !== '')
  const root = marked.length > 0 ? marked.find(({ mark }) => mark === 'root') : named[0]
  return root?.id ?? null
}

/** The message that this replies to: the `e` tag marked as reply, or the last one if none is marked. */
function replyOf(event: NostrEvent, channelId: string): string | null {
  const named = eventsNamed(event)
  const isMarked = named.some(({ mark }) => mark !== '')
  const reply = isMarked ? named.findLast(({ mark }) => mark === 'reply') : named.at(-1)
  return reply === undefined || reply.id === channelId ? null : reply.id
}

function eventsNamed({ tags }: NostrEvent): { id: string; mark: string }[] {
  return tags.flatMap(([name, id = '', , mark = '']) => (name === 'e' && HEX_32.test(id) ? [{ id, mark }] : []))
}

function valuesOf({ tags }: NostrEvent, wanted: string): string[] {
  return tags.flatMap(([name, value = '']) => (name === wanted && HEX_32.test(value) ? [value] : []))
}

function writeMetadata({ name, about, picture, relays }: ChannelMetadata): string {
  return JSON.stringify({ name, ...(about !== null && { about }), ...(picture !== null && { picture }), relays })
}

/** Null without a name. */
function readMetadata(content: string): ChannelMetadata | null {
  const input = parseObject(content)
  const name = readText(input?.['name'], NAME_MAX_CHARACTERS)
  if (input === null || name === null) return null
  return {
    name,
    about: readLines(input['about'], ABOUT_MAX_CHARACTERS),
    picture: parseWebUrl(input['picture']),
    relays: readRelays(input['relays']),
  }
}

function readRelays(input: unknown): string[] {
  if (!Array.isArray(input)) return []
  const found = input.flatMap((one: unknown) => {
    const url = typeof one === 'string' ? URL.parse(one) : null
    return url !== null && /^wss?:$/.test(url.protocol) ? [url.href] : []
  })
  return [...new Set(found)].slice(0, RELAYS_MAX)
}

/** Keeps line breaks, with at most one empty line in a row. Removes characters that are invisible or change the
 * writing direction. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(UNPRINTABLE_BUT_BREAKS, '')
    .replaceAll(/\n\s*\n\s*\n/g, '\n\n')
    .trim()
}

const countCharacters = (text: string): number => [...text].length
