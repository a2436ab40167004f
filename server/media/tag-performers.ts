/** Who performs a track, from the tags of its file: 'Ada feat. Björn' in the artist, '(feat. Björn)' in the title, and the
 * tags of remixers and producers. Pure functions. */
import { PERFORMERS_MAX, type PerformerRole } from '#contract/performer-roles.ts'

export type TaggedPerformer = { name: string; role: PerformerRole }

const FEATURED = String.raw`(?:feat\.?|ft\.?|featuring)`
/** 'Ada feat. Björn', 'Ada (ft. Björn)' */
const IN_ARTIST = new RegExp(String.raw`^(.+?)\s+[(\[]?${FEATURED}\s+([^)\]]+)[)\]]?\s*$`, 'iu')
/** 'Song (feat. Björn) [Live]', 'Song (with Björn)' */
const IN_BRACKETS = new RegExp(String.raw`^(.+?)\s*[(\[](${FEATURED}|with)\s+([^)\]]+)[)\]](.*)$`, 'iu')
/** 'Song feat. Björn' */
const AT_THE_END = new RegExp(String.raw`^(.+?)\s+${FEATURED}\s+(.+)$`, 'iu')
const BETWEEN_GUESTS = /\s*[,;&]\s*|\s+(?:and|x|\+)\s+/u

/** Names of main performers are never split: 'Simon & Garfunkel' is one name. */
export function readPerformers(tags: {
  title: string | null
  artists: readonly string[]
  remixers: readonly string[]
  producers: readonly string[]
}): { title: string | null; performers: TaggedPerformer[] } {
  const performers: TaggedPerformer[] = []
  const add = (role: PerformerRole, names: readonly string[]) => {
    for (const name of names.map((one) => one.trim()).filter((one) => one !== '')) {
      const isKnown = performers.some((known) => known.role === role && sameName(known.name, name))
      if (!isKnown && performers.length < PERFORMERS_MAX) performers.push({ name, role })
    }
  }
  const artists = tags.artists.map((artist) => IN_ARTIST.exec(artist) ?? [artist, artist, ''])
  add(
    'main',
    artists.map(([, main = '']) => main),
  )
  const inTitle = titleOf(tags.title)
  add('featured', [...artists.map(([, , guests = '']) => guests), inTitle.featured].flatMap(guestsOf))
  add('with', guestsOf(inTitle.with))
  add('remixer', tags.remixers)
  add('producer', tags.producers)
  return { title: inTitle.title, performers }
}

const guestsOf = (text: string): string[] => text.split(BETWEEN_GUESTS)
const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The guests are removed from the title, because the byline names them. '(With Strings)' is a part of the title: guests follow
 * a 'with' in lower case. */
function titleOf(title: string | null): { title: string | null; featured: string; with: string } {
  const [, before = '', word = '', guests = '', after = ''] = IN_BRACKETS.exec(title ?? '') ?? []
  if (word === 'with') return { title: `${before}${after.trimEnd()}`, featured: '', with: guests }
  if (word !== '' && word.toLowerCase() !== 'with') {
    return { title: `${before}${after.trimEnd()}`, featured: guests, with: '' }
  }
  const [, start, featured] = AT_THE_END.exec(title ?? '') ?? []
  if (start === undefined || featured === undefined) return { title, featured: '', with: '' }
  return { title: start, featured, with: '' }
}
