/** What a release is, between the forms and the columns of its album: its kind, its original date, its rights. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { ReleaseKind, releaseFormFields } from '#contract/catalog/releases.ts'
import { type Columns, textChange } from '#server/catalog/forms/changes.ts'
import { isBroughtFeed } from '#server/catalog/feed-guids.ts'
import { textOrNull } from '#server/catalog/forms/values.ts'

type Sent = { [Name in keyof typeof releaseFormFields]?: output<(typeof releaseFormFields)[Name]> } & {
  isSingle?: boolean | undefined
  discTitles?: readonly string[] | null | undefined
}

/** is_single takes precedence: it is what clients that know no kinds set. */
export function kindOf(row: { is_single: boolean; kind: ReleaseKind | null }): ReleaseKind {
  return row.is_single ? 'single' : (row.kind ?? 'album')
}

/** The columns to write; undefined for a field that was not sent. */
export function releaseColumns(sent: Sent): Columns {
  return {
    ...kindColumns(sent),
    original_date: textChange(sent.originalDate),
    label: textChange(sent.label),
    phonogram_line: textChange(sent.phonogramLine),
    copyright_line: textChange(sent.copyrightLine),
    licence: textChange(sent.licence),
    language: textChange(sent.language),
    disc_titles: discTitlesChange(sent.discTitles),
  }
}

/** Without the empty ones at the end. */
function discTitlesChange(sent: Sent['discTitles']): RawBuilder<string[]> | undefined {
  if (sent === undefined) return undefined
  const titles = (sent ?? []).map((title) => textOrNull(title) ?? '')
  return sql`${titles.slice(0, titles.findLastIndex((title) => title !== '') + 1)}::text[]`
}

function kindColumns({ kind: sentKind, isSingle }: Sent): Columns {
  const kind = textChange(sentKind)
  if (kind === undefined) return { is_single: isSingle }
  return {
    is_single: kind === null ? isSingle : kind === 'single',
    kind: kind === 'single' || kind === 'album' ? null : kind,
  }
}

/** When an album (al) first appeared, to order releases by: the original date, else the day of publication here. */
export const originalDay: RawBuilder<string> = sql`
  coalesce(al.original_date, to_char(al.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')) COLLATE "C"`

/** Nobody is notified of an album (al) that was imported, or first appeared more than 30 days before it was
 * published here. Dates are compared as precisely as the original date is known: '2026' may have been any day of that year. */
export const isNews: RawBuilder<boolean> = sql`(al.original_date IS NULL OR al.original_date >= left(
  to_char(al.published_at AT TIME ZONE 'UTC' - interval '30 days', 'YYYY-MM-DD'), length(al.original_date)))
  AND NOT ${isBroughtFeed(sql`al.id`)}`
