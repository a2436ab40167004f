/** Whether a feed may be requested without a user asking for it: what the robots.txt of its site says, read once a day. */
import { sql } from 'kysely'
import { isPermitted, readRobots, type RobotRule } from '#protocols/rss/robots.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import type { ForeignDeps } from './deps.ts'

const PROGRAM = 'peal'
const DAY_MS = 86_400_000
const TIMEOUT_MS = 5_000
/** RFC 9309 asks for at least this much. */
const ROBOTS_MAX_BYTES = 500 * 1024

export async function mayRequestFeed(deps: ForeignDeps, url: string): Promise<boolean> {
  const { database, clock } = deps
  const { origin, pathname, search } = new URL(url)
  const now = clock.now()
  let rules = await findRules(database.read, origin, new Date(now.getTime() - DAY_MS))
  if (rules === undefined) {
    rules = await requestRules(deps, origin)
    await saveRules(database.read, origin, rules, now)
  }
  return rules !== null && isPermitted(rules, pathname + search)
}

/** A site without the file permits everything; a site that fails permits nothing until the next attempt. */
async function requestRules({ outbound }: ForeignDeps, origin: string): Promise<RobotRule[] | null> {
  try {
    const wanted = { headers: { accept: 'text/plain' }, maxBytes: ROBOTS_MAX_BYTES, timeoutMs: TIMEOUT_MS }
    const { status, body } = await outbound.getBody(`${origin}/robots.txt`, wanted)
    if (status === 200) return readRobots(body.toString(), PROGRAM)
    return status >= 400 && status < 500 ? [] : null
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) return null
    throw error
  }
}

async function findRules(tx: Tx, origin: string, since: Date): Promise<RobotRule[] | null | undefined> {
  const { rows } = await sql<{ rules: RobotRule[] | null }>`
    SELECT rules FROM foreign_site WHERE origin = ${origin} AND read_at > ${since}`.execute(tx)
  return rows[0]?.rules
}

async function saveRules(tx: Tx, origin: string, rules: RobotRule[] | null, now: Date): Promise<void> {
  await sql`
    INSERT INTO foreign_site (origin, rules, read_at)
    VALUES (${origin}, ${rules === null ? null : JSON.stringify(rules)}, ${now})
    ON CONFLICT (origin) DO UPDATE SET rules = excluded.rules, read_at = excluded.read_at`.execute(tx)
}
