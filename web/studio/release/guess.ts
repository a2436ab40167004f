/** Guesses the metadata of a release from the tags of its files: title, artist, genre, original date, rights, artwork.
 * The user can change all of it. */
import { plainRightsLine } from '#contract/catalog/release-input.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import type { Tags } from '#web/studio/uploads/upload.ts'
import type { ReleaseFields } from './draft.ts'

export type ReleaseGuess = {
  title: string
  artist: string
  genre: string
  originalDate: string
  label: string
  phonogramLine: string
  copyrightLine: string
  /** Of the last disc. */
  discCount: number
  discTitles: string
  /** A collection of tracks by different artists. */
  isCompilation: boolean
  pictureUrl: string | null
}

/** `folder` is the path of the album's folder. A single is called like its only track when nothing else names it. */
export function guessRelease(
  tags: readonly (Tags | null)[],
  folder = '',
  titles: readonly string[] = [],
): ReleaseGuess {
  const folderName = folder.split('/').at(-1)!.replaceAll('_', ' ').trim()
  const known = tags.filter((one) => one !== null)
  const albumArtist = mostSaid(known.map((one) => one.albumArtist))
  const isCompilation = albumArtist === '' ? isMixed(known) : VARIOUS.test(albumArtist)
  return {
    title: mostSaid(known.map(({ album }) => album)) || folderName || (titles.length === 1 ? titles[0]! : ''),
    // Without an album artist, the artist of most files.
    artist: isCompilation ? '' : albumArtist || mostSaid(known.map(({ artist }) => artist)),
    genre: mostSaid(known.map(({ genre }) => genre)),
    originalDate: mostSaid(known.map(({ originalDate }) => originalDate)),
    label: mostSaid(known.map(({ label }) => label)),
    ...rightsLines(mostSaid(known.map(({ copyright }) => copyright))),
    ...discsOf(known),
    isCompilation,
    pictureUrl: known.find(({ pictureUrl }) => pictureUrl !== null)?.pictureUrl ?? null,
  }
}

/** The fields of a release as guessed; of artists, those of the user are known. */
export function fieldsOf(
  guess: ReleaseGuess,
  artists: readonly OwnArtist[],
  genre: ReturnType<typeof genreNamed>,
  count: number,
): ReleaseFields {
  const only = artists.length === 1 && guess.artist === '' ? artists[0] : undefined
  return {
    title: guess.title,
    artistId: (named(artists, guess.artist) ?? only)?.id ?? '',
    artistName: guess.artist,
    description: '',
    genreId: String(genre?.genreId ?? ''),
    subgenreId: String(genre?.subgenreId ?? ''),
    kind: kindOf(guess, count),
    originalDate: guess.originalDate,
    label: guess.label,
    phonogramLine: guess.phonogramLine,
    copyrightLine: guess.copyrightLine,
    licence: '',
    language: '',
    discTitles: guess.discTitles,
    date: '',
  }
}

function kindOf({ isCompilation }: ReleaseGuess, count: number): string {
  if (isCompilation) return 'compilation'
  return count === 1 ? 'single' : 'album'
}

/** The artist that a compilation has in the tags of programs in our languages. */
const VARIOUS = new RegExp(
  `^(${[
    ...['various( artists?)?', 'v\\.?a\\.?', 'verschiedene( (künstler|interpreten))?', 'varios( artistas)?'],
    ...['vários( artistas)?', 'artistas vários', 'ヴァリアス・アーティスト', 'オムニバス'],
  ].join('|')})$`,
  'iu',
)

/** Several artists, none of which has half of the files. */
function isMixed(tags: readonly Tags[]): boolean {
  const artists = [...Map.groupBy(tags, ({ artist }) => artist?.trim() ?? '').values()]
  return artists.length > 2 && artists.every(({ length }) => length * 2 < tags.length)
}

/** The titles in one line per disc; '' without any title. */
function discsOf(tags: readonly Tags[]): Pick<ReleaseGuess, 'discCount' | 'discTitles'> {
  const discs = Map.groupBy(tags, ({ discNumber }) => discNumber ?? 1)
  const discCount = Math.max(1, ...discs.keys())
  const titles = Array.from({ length: discCount }, (_, index) =>
    mostSaid((discs.get(index + 1) ?? []).map(({ discTitle }) => discTitle)),
  )
  return { discCount, discTitles: titles.join('\n').trimEnd() }
}

/** Files have one text for both lines; its symbols say which it is. Without symbols, it is the © line. */
function rightsLines(copyright: string): Pick<ReleaseGuess, 'phonogramLine' | 'copyrightLine'> {
  const line = plainRightsLine(copyright)
  const isPhonogram = /℗|\(p\)/i.test(copyright)
  const isCopyright = !isPhonogram || /©|\(c\)/i.test(copyright)
  return { phonogramLine: isPhonogram ? line : '', copyrightLine: isCopyright ? line : '' }
}

/** The most frequent text; '' when there is none. The first one wins a tie. */
function mostSaid(text: readonly (string | null)[]): string {
  const counts = new Map<string, number>()
  for (const label of text) {
    const said = label?.trim() ?? ''
    if (said !== '') counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as [string, number])[0]
}

const DISC = /^(cd|disc|disk|disco|ディスク)[\s_-]*\d{1,2}$/i

/** The path of the album's folder, if a whole folder was chosen: folders of discs belong to the album they are in. */
export function folderOf({ webkitRelativePath = '' }: { webkitRelativePath?: string }): string {
  const folders = webkitRelativePath.split('/').slice(0, -1)
  return (folders.length > 1 && DISC.test(folders.at(-1)!) ? folders.slice(0, -1) : folders).join('/')
}

/** Finds an item by name, ignoring case. */
export function named<Thing extends { name: string }>(things: readonly Thing[], name: string): Thing | undefined {
  const wanted = name.trim().toLowerCase()
  return wanted === '' ? undefined : things.find((thing) => thing.name.trim().toLowerCase() === wanted)
}

type Genre = { id: number; name: string }

/** The genre, and the subgenre if a file names one; null when it is not in our list. */
export function genreNamed(
  genres: readonly Genre[],
  subgenres: readonly (Genre & { genreId: number })[],
  tag: string,
): { genreId: number; subgenreId: number | null } | null {
  // Files may name several genres, and our names may contain two ('Hip Hop & Rap').
  const tags = [tag, ...tag.split(/[;,/|]/)].map(plain).filter((one) => one !== '')
  const finer = first(tags, (one) => subgenres.find(({ name }) => plain(name) === one))
  if (finer) return { genreId: finer.genreId, subgenreId: finer.id }
  const genre =
    first(tags, (one) => genres.find(({ name }) => plain(name) === one)) ??
    first(tags, (one) => genres.find(({ name }) => name.split('&').some((part) => plain(part) === one)))
  return genre ? { genreId: genre.id, subgenreId: null } : null
}

function first<Found>(tags: readonly string[], find: (tag: string) => Found | undefined): Found | undefined {
  for (const tag of tags) {
    const found = find(tag)
    if (found !== undefined) return found
  }
  return undefined
}

/** 'Hip-Hop' is 'hip hop', 'Drum and Bass' is 'Drum & Bass', 'Musique Concrete' is 'Musique Concrète'. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/&|\+|\bn\b/g, ' and ')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const COVER_NAMES = /^(cover|front|folder|album|artwork)\b/i

/** The image in a folder that is its cover. */
export function coverAmong<F extends { name: string }>(pictures: readonly F[]): F | undefined {
  return pictures.find(({ name }) => COVER_NAMES.test(name)) ?? pictures[0]
}
