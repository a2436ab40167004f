/** SQL of how long a release is, for the same table aliases as visibility.ts. */
import { type RawBuilder, sql } from 'kysely'
import { publicTrack } from './visibility.ts'

/** The public tracks of album `al` together, in milliseconds. */
export function albumDurationMs(now: Date): RawBuilder<number> {
  return sql`(SELECT coalesce(sum(t.duration_ms), 0)::int FROM track t WHERE t.album_id = al.id AND ${publicTrack(now)})`
}
