/** SQL of transcripts. Their lines are read and written as a whole. */
import { sql } from 'kysely'
import type { Cue } from '#protocols/rss/transcript.ts'
import { asJson } from '#server/catalog/forms/changes.ts'
import type { Tx } from '#server/platform/database/database.ts'

export async function selectCues(tx: Tx, episodeId: string): Promise<Cue[]> {
  const { rows } = await sql<{ cues: Cue[] }>`
    SELECT cues FROM transcript WHERE episode_id = ${episodeId}`.execute(tx)
  return rows[0]?.cues ?? []
}

export async function replaceCues(tx: Tx, episodeId: string, cues: readonly Cue[]): Promise<void> {
  await sql`DELETE FROM transcript WHERE episode_id = ${episodeId}`.execute(tx)
  if (cues.length === 0) return
  const characters = cues.reduce((sum, { text }) => sum + text.length, 0)
  await sql`
    INSERT INTO transcript (episode_id, cues, characters)
    VALUES (${episodeId}, ${asJson(cues)}, ${characters})`.execute(tx)
}
