/** Performers while they are edited: validation and the request body. */
import { TITLE_MAX } from '#contract/fields.ts'
import type { Performer } from '#contract/catalog/performers.ts'
import type { PerformerRole } from '#contract/performer-roles.ts'
import type * as z from 'zod/mini'
import { t, type TranslationKey } from '#web/words/words.ts'

export type DraftPerformer = {
  key: string
  name: string
  role: PerformerRole
  artistId: string | null
  /** Pages link to the artist. */
  isLinked: boolean
}

export const roleNames: Record<PerformerRole, TranslationKey> = {
  main: 'editors.performerMain',
  featured: 'editors.performerFeatured',
  with: 'editors.performerWith',
  remixer: 'editors.performerRemixer',
  producer: 'editors.performerProducer',
}

export const rowsOfPerformers = (performers: readonly z.input<typeof Performer>[]): DraftPerformer[] =>
  performers.map(({ name, role, artistId, artistUrl }, index) => ({
    key: `performer ${index}`,
    name,
    role,
    artistId,
    isLinked: artistUrl !== null,
  }))

export function errorsOfPerformers(rows: readonly DraftPerformer[]): Map<string, { name: string }> {
  const errors = new Map<string, { name: string }>()
  const seen = new Set<string>()
  for (const { key, name: typed, role, artistId } of rows) {
    const name = typed.trim()
    const identity = `${role} ${artistId ?? name.normalize('NFKC').toLowerCase()}`
    if (name === '') errors.set(key, { name: t('editors.creditNameMissing') })
    else if (name.length > TITLE_MAX) {
      errors.set(key, { name: t('studio.tooLong', { max: TITLE_MAX, count: name.length }) })
    } else if (seen.has(identity)) errors.set(key, { name: t('editors.creditTwice') })
    seen.add(identity)
  }
  return errors
}

export const toSentPerformers = (rows: readonly DraftPerformer[]) =>
  rows.map(({ name, role, artistId }) => ({ name: name.trim(), role, artistId }))
