/** Cleans up the tags of an audio file for a form: short texts, integers, a valid ISRC.
 * Runs in child processes only, like everything that parses untrusted files. */
import type { IAudioMetadata } from 'music-metadata'
import { isPartialDate } from '#contract/catalog/release-input.ts'
import { IMAGE_MAX_BYTES } from '#contract/fields.ts'
import { readPerformers, type TaggedPerformer } from './tag-performers.ts'

export type AudioTags = {
  title: string | null
  artist: string | null
  album: string | null
  albumArtist: string | null
  trackNumber: number | null
  discNumber: number | null
  discTitle: string | null
  genre: string | null
  year: number | null
  originalDate: string | null
  label: string | null
  copyright: string | null
  isrc: string | null
  lyrics: string | null
  composers: string[]
  lyricists: string[]
  performers: TaggedPerformer[]
}

export const noTags: AudioTags = {
  title: null,
  artist: null,
  album: null,
  albumArtist: null,
  trackNumber: null,
  discNumber: null,
  discTitle: null,
  genre: null,
  year: null,
  originalDate: null,
  label: null,
  copyright: null,
  isrc: null,
  lyrics: null,
  composers: [],
  lyricists: [],
  performers: [],
}

const TEXT_MAX = 255
const LYRICS_MAX = 20_000

/** Unreadable tags are no reason to refuse a file. */
export function collectTags(metadata: IAudioMetadata): AudioTags {
  try {
    return readTags(metadata)
  } catch {
    return noTags
  }
}

function readTags({ common }: IAudioMetadata): AudioTags {
  const { title, performers } = readPerformers({
    title: cleanText(common.title),
    artists: artistsOf(common),
    remixers: cleanNames(common.remixer),
    producers: cleanNames(common.producer),
  })
  const main = performers.filter(({ role }) => role === 'main').map(({ name }) => name)
  return {
    title,
    artist: main.length === 0 ? null : main.join(' & ').slice(0, TEXT_MAX).toWellFormed(),
    album: cleanText(common.album),
    albumArtist: cleanText(common.albumartist),
    // Tracks before the first one have the number 0.
    trackNumber: wholeNumber(common.track?.no, 0, 999),
    discNumber: wholeNumber(common.disk?.no, 1, 99),
    // The library returns a text or a list, depending on the format of the tags.
    discTitle: cleanText([common.discsubtitle].flat()[0]),
    genre: cleanText(common.genre?.[0]),
    year: wholeNumber(common.year, 1_000, 2_999),
    originalDate: readDate(common.originaldate) ?? readDate(common.date) ?? readDate(common.year?.toString()),
    label: cleanText(common.label?.[0]),
    copyright: cleanText(common.copyright),
    isrc: readIsrc(common.isrc?.[0]),
    lyrics: readLyrics(common.lyrics),
    composers: cleanNames(common.composer),
    lyricists: cleanNames(common.lyricist),
    performers,
  }
}

/** Several only if the file has several values: a name may contain any separator. */
function artistsOf({ artist, artists = [] }: IAudioMetadata['common']): string[] {
  const several = cleanNames(artists)
  if (artists.length > 1) return several
  const one = cleanText(artist)
  return one === null ? several : [one]
}

/** The image that is most likely the cover, unprocessed. */
export function findPicture({ common }: IAudioMetadata): Uint8Array | null {
  const pictures = (common.picture ?? []).filter(({ data }) => data.length > 0 && data.length <= IMAGE_MAX_BYTES)
  const cover = pictures.find(({ type }) => /front/i.test(type ?? '')) ?? pictures[0]
  return cover?.data ?? null
}

/** One line, without control characters and unpaired surrogates. */
function cleanText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = clean(value).replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX).toWellFormed().trim()
  return text === '' ? null : text
}

const NAMES_MAX = 20

/** Each name once. A text may contain several, separated by a semicolon or by a slash with spaces. */
function cleanNames(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  const names = values.flatMap((value) =>
    typeof value === 'string' ? value.replaceAll('\0', ';').split(/;| \/ /) : [],
  )
  return [...new Set(names.flatMap((name) => cleanText(name) ?? []))].slice(0, NAMES_MAX)
}

function clean(value: string): string {
  // eslint-disable-next-line no-control-regex
  return value.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').normalize('NFC')
}

function wholeNumber(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null
}

/** As precise as it is valid: '2019-05-00' is a month, '2019-05-03T10:00' a day, and '0000' nothing. */
function readDate(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return ['YYYY-MM-DD', 'YYYY-MM', 'YYYY'].map(({ length }) => value.slice(0, length)).find(isPartialDate) ?? null
}

function readIsrc(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const code = value.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? code : null
}

/** Lyrics as the library returns them; values may be missing although its types require them. */
type Lyrics = { text?: unknown; syncText?: { text: string; timestamp?: number }[] }[] | undefined

/** Timed lines as LRC, else the plain text. */
function readLyrics(lyrics: Lyrics): string | null {
  const timed = lyrics?.find(({ syncText }) => syncText?.some(({ timestamp }) => Number.isFinite(timestamp)))
  const lines = timed?.syncText?.flatMap(({ text, timestamp }) =>
    Number.isFinite(timestamp) && timestamp! >= 0 ? [`[${stamp(timestamp!)}]${cleanText(text) ?? ''}`] : [],
  )
  const plain = lyrics?.map(({ text }) => text).find((text) => typeof text === 'string')
  const words = lines?.join('\n') ?? plain ?? ''
  const text = clean(words.replaceAll(/\r\n?/g, '\n')).trim()
  return text === '' || text.length > LYRICS_MAX || !text.isWellFormed() ? null : text
}

function stamp(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1_000]
  return `${String(minutes).padStart(2, '0')}:${(Math.floor(seconds * 100) / 100).toFixed(2).padStart(5, '0')}`
}
