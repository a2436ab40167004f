/** The users who pay a user, and their messages. Reveals only the supporters' public names and avatars. */
import type { Data } from '#contract/endpoint.ts'
import { type listMessages, type listSupporters, MESSAGES_MAX, type RangeQuery } from '#contract/listening/stats.ts'
import { readUsers } from '#server/accounts/users.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { ANONYMOUS_ID } from './count-queries.ts'
import { withNames } from './names.ts'
import { selectMessages, selectSupporters } from './part-queries.ts'
import { rangeOf } from './ranges.ts'
import type { Stats } from './stats.ts'

type Supporters = Data<typeof listSupporters>
type Supporter = Supporters[number]['supporter']

export async function listNamedSupporters(stats: Stats, caller: Caller, query: RangeQuery): Promise<Supporters> {
  requireUser(caller)
  const range = rangeOf(query, stats.clock.now())
  const found = await selectSupporters(stats.database.read, caller.userId, range)
  const supporters = await readSupporters(
    stats,
    found.map(({ supporterId }) => supporterId),
  )
  const shown = found.map(({ supporterId, ...figures }) => ({ supporter: supporters(supporterId), ...figures }))
  const anonymous = shown.filter(({ supporter }) => supporter === null)
  if (anonymous.length < 2) return shown
  // Deleted accounts are anonymous as well.
  const together = {
    supporter: null,
    msatTotal: anonymous.reduce((sum, { msatTotal }) => sum + msatTotal, 0n),
    zapTotal: anonymous.reduce((sum, { zapTotal }) => sum + zapTotal, 0),
  }
  return [...shown.filter(({ supporter }) => supporter !== null), together].sort((one, other) =>
    one.msatTotal < other.msatTotal ? 1 : -1,
  )
}

export async function listWrittenMessages(
  stats: Stats,
  caller: Caller,
  { before, limit = MESSAGES_MAX }: { before?: string | undefined; limit?: number | undefined },
): Promise<Data<typeof listMessages>> {
  requireUser(caller)
  const most = Math.min(Math.max(limit, 1), MESSAGES_MAX)
  const found = await selectMessages(stats.database.read, caller.userId, before ?? null, most + 1)
  const page = found.slice(0, most)
  const supporters = await readSupporters(
    stats,
    page.flatMap(({ supporterId }) => supporterId ?? []),
  )
  const named = await withNames(stats, page)
  return {
    messages: named.map(({ supporterId, ...message }) => ({ supporter: supporters(supporterId), ...message })),
    next: found.length > most ? page.at(-1)!.id : null,
  }
}

async function readSupporters(
  { database, files }: Stats,
  ids: readonly string[],
): Promise<(id: string | null) => Supporter> {
  const users = await readUsers(
    database.read,
    [...new Set(ids)].filter((id) => id !== ANONYMOUS_ID),
  )
  return (id) => {
    const user = users.get(id ?? ANONYMOUS_ID)
    if (user === undefined || user.isDeleted) return null
    const { username, displayName, artworkKey } = user
    const artworkUrl = artworkKey === null ? null : files.publicUrl(artworkKey)
    return { name: username, displayName, profileUrl: username, artworkUrl }
  }
}
