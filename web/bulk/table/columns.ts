/** The columns of the table: their names, what fits into a cell, and how pasted text is understood. */
import { cellSchemas, episodeCells, trackCells, type CellField } from '#contract/catalog/bulk/cells.ts'
import { type EpisodeKind, episodeKinds } from '#contract/catalog/episodes.ts'
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

export const isValid = (field: CellField, text: string): boolean => cellSchemas[field].safeParse(text).success

const YES = /^(yes|y|x|1|true|explicit|ja|sí|si|sim|はい)$/i

/** Spreadsheets say 'TRUE' or 'Ja', and may name a kind as the page does. */
export function understand(field: CellField, pasted: string): string {
  const text = pasted.trim()
  if (field === 'explicit') return YES.test(text) ? 'yes' : 'no'
  const named = choicesOf(field)?.find(([, name]) => name.toLowerCase() === text.toLowerCase())
  return named?.[0] ?? text
}
