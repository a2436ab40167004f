/** Where in the product plays start. Reporting plays is in contract/listening/plays.ts. */
import * as z from 'zod/mini'

/** Where in the product a listener started playback. */
export const PlaySource = z.enum([
  'home',
  'feed',
  'release',
  'artist',
  'playlist',
  'chart',
  'library',
  'search',
  'autoplay',
  'embed',
  'app',
  'other',
])
export type PlaySource = z.infer<typeof PlaySource>

const sourceOfPage = new Map<string, PlaySource>([
  ['', 'home'],
  ['feed', 'feed'],
  ['album', 'release'],
  ['track', 'release'],
  ['podcast', 'release'],
  ['episode', 'release'],
  ['artist', 'artist'],
  ['playlist', 'playlist'],
  ['top', 'chart'],
  ['new', 'chart'],
  ['shows', 'chart'],
  ['library', 'library'],
  ['search', 'search'],
])

/** The source for the page with this URL. */
export function playSourceOf(href: string): PlaySource {
  const segment = /^\/([^/?#]*)/.exec(href)?.[1] ?? ''
  return sourceOfPage.get(segment) ?? 'other'
}
