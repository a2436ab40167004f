/** The columns of the table: their names, what fits into a cell, and how pasted text is understood. */
import { type CellField, episodeCells, trackCells } from '#contract/catalog/bulk/cells.ts'
import { EPISODE_NUMBER_MAX, type EpisodeKind, episodeKinds, SEASON_MAX } from '#contract/catalog/episodes.ts'
import { isIsrc, isIswc } from '#contract/catalog/release-codes.ts'
import { ALBUM_TRACKS_MAX, DISC_MAX } from '#contract/catalog/tracks.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { nameOfKind } from '#web/catalog/lists/episode-place.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export const columnsOf = (kind: 'artist' | 'podcast'): readonly CellField[] =>
  kind === 'artist' ? trackCells : episodeCells

const NAMES: Record<CellField, TranslationKey> = {
  title: 'studio.albumName',
  disc: 'studio.disc',
  order: 'table.order',
  isrc: 'studio.isrc',
  iswc: 'studio.iswc',
  season: 'studio.season',
  number: 'studio.episodeNumber',
  kind: 'studio.episodeKind',
  explicit: 'studio.explicit',
  description: 'studio.description',
}
export const nameOfColumn = (field: CellField): string => t(NAMES[field])

/** What a cell with a few possible texts may contain; null for free text. */
export function choicesOf(field: CellField): [text: string, name: string][] | null {
  if (field === 'explicit')
    return [
      ['no', t('table.no')],
      ['yes', t('table.yes')],
    ]
  if (field === 'kind') return episodeKinds.map((kind: EpisodeKind) => [kind, nameOfKind(kind)])
  return null
}

/** How a text is shown. */
export const nameOfText = (field: CellField, text: string): string =>
  choicesOf(field)?.find(([one]) => one === text)?.[1] ?? text

const MOST = { disc: DISC_MAX, order: ALBUM_TRACKS_MAX, season: SEASON_MAX, number: EPISODE_NUMBER_MAX }
export const isCounted = (field: CellField): field is keyof typeof MOST => field in MOST
const isCount = (text: string, most: number) => /^[1-9]\d*$/.test(text) && Number(text) <= most

/** As cellSchemas of the contract, which would bring its library to the browser. */
export function isValid(field: CellField, typed: string): boolean {
  const text = typed.trim()
  switch (field) {
    case 'title':
      return text !== '' && text.length <= TITLE_MAX
    case 'description':
      return text.length <= DESCRIPTION_MAX
    case 'disc':
    case 'order':
      return isCount(typed, MOST[field])
    case 'season':
    case 'number':
      return typed === '' || isCount(typed, MOST[field])
    case 'isrc':
      return text === '' || isIsrc(text)
    case 'iswc':
      return text === '' || isIswc(text)
    case 'kind':
    case 'explicit':
      return choicesOf(field)!.some(([one]) => one === text)
  }
}

const YES = /^(yes|y|x|1|true|explicit|ja|sí|si|sim|はい)$/i

/** Spreadsheets say 'TRUE' or 'Ja', and may name a kind as the page does. */
export function understand(field: CellField, pasted: string): string {
  const text = pasted.trim()
  if (field === 'explicit') return YES.test(text) ? 'yes' : 'no'
  const named = choicesOf(field)?.find(([, name]) => name.toLowerCase() === text.toLowerCase())
  return named?.[0] ?? text
}
