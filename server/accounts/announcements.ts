/** Announcements from the operator to all users. Messages to a single user are notifications. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export type Announcement = { id: string; title: string; content: string; link: string | null; createdAt: Date }

const SHOWN_DAYS = 30
const SHOWN_MAX = 20

/** Announcements of the last 30 days, the newest first. */
export async function listAnnouncements(tx: Tx, now: Date): Promise<Announcement[]> {
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000)
  const { rows } = await sql<Announcement>`
    SELECT id, title, content, link, created_at AS "createdAt" FROM announcement
    WHERE removed_at IS NULL AND created_at > ${since} ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_MAX}`.execute(tx)
  return rows
}

export type NewAnnouncement = Pick<Announcement, 'title' | 'content' | 'link'>

/** The caller must check authorization. */
export async function createAnnouncement(tx: Tx, announcement: NewAnnouncement, now: Date): Promise<Announcement> {
  const { title, content, link } = announcement
  const made = { id: newId(now.getTime()), title, content, link, createdAt: now }
  await sql`
    INSERT INTO announcement (id, title, content, link, created_at)
    VALUES (${made.id}, ${title}, ${content}, ${link}, ${now})`.execute(tx)
  return made
}
