/** What a release probably is, read from the tags of its files: title, artist, genre, picture.
 * Only guesses: whoever makes the release has the last word. */
import type { Tags } from './upload.ts'

export type ReleaseGuess = {
  title: string
  artist: string
  genre: string
  pictureUrl: string | null
}

export function guessRelease(tags: readonly (Tags | null)[], folder: string | null = null): ReleaseGuess {
  const known = tags.filter((one) => one !== null)
  const albumArtist = mostSaid(known.map((one) => one.albumArtist))
  return {
    title: mostSaid(known.map(({ album }) => album)) || (folder ?? '').replaceAll('_', ' ').trim(),
    // Without a word on the whole, whoever made most of it.
    artist: albumArtist || mostSaid(known.map(({ artist }) => artist)),
    genre: mostSaid(known.map(({ genre }) => genre)),
    pictureUrl: known.find(({ pictureUrl }) => pictureUrl !== null)?.pictureUrl ?? null,
  }
}

/** What stands in most of them; '' when in none. The first of equals. */
function mostSaid(words: readonly (string | null)[]): string {
  const counts = new Map<string, number>()
  for (const word of words) {
    const said = word?.trim() ?? ''
    if (said !== '') counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as [string, number])[0]
}

/** The folder that files were chosen from, when a whole one was. */
export function folderOf(file: { webkitRelativePath?: string } | undefined): string | null {
  const path = file?.webkitRelativePath ?? ''
  return path.includes('/') ? (path.split('/').at(-2) ?? null) : null
}

/** One of a list by its name, whatever its case. */
export function named<Thing extends { name: string }>(things: readonly Thing[], name: string): Thing | undefined {
  const wanted = name.trim().toLowerCase()
  return wanted === '' ? undefined : things.find((thing) => thing.name.trim().toLowerCase() === wanted)
}

const COVER_NAMES = /^(cover|front|folder|album|artwork)\b/i

/** The picture of a folder that is its cover. */
export function coverAmong<F extends { name: string }>(pictures: readonly F[]): F | undefined {
  return pictures.find(({ name }) => COVER_NAMES.test(name)) ?? pictures[0]
}
