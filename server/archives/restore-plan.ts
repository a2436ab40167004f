/** What of an archive can be restored on this server, as rows, and in words what cannot. Decides only; restore-account.ts reads
 * and writes. */
import { archivedTables } from '#server/catalog/lists/archive-queries.ts'
import { playlistTables } from '#server/playlists/archive-queries.ts'
import type { StoredRow } from '#server/platform/database/stored-rows.ts'
import type { Metadata } from './open-archive.ts'

export type Plan = { tables: ReadonlyMap<string, StoredRow[]>; notes: string[] }

/** What of the outside world this server has: by id. */
export type Known = {
  users: ReadonlySet<string>
  contents: ReadonlySet<string>
  /** Items of foreign feeds in playlists: their ids here, by those in the archive. */
  items: ReadonlyMap<string, string>
  /** Of this server. */
  host: string
  /** For each partner without an account here: the outside recipient that is paid instead. */
  outside: ReadonlyMap<string, string>
}

type Rewrite = (row: StoredRow) => StoredRow | null
type Planning = { metadata: Metadata; known: Known; note: (text: string) => void; own: ReadonlySet<string> }

export const restoredTables = [...archivedTables, ...playlistTables, 'asset']

/** An upload that has not begun. */
const AWAITED = { state: 'awaiting-upload', original_key: null, bytes: null, failure_code: null, failure_text: null }

export const rowsOf = ({ tables }: Metadata, table: string): StoredRow[] => tables[table] ?? []
export const idOf = (row: StoredRow, column = 'id') => String(row[column])

export function planRestore(metadata: Metadata, known: Known): Plan {
  const notes: string[] = []
  const own = new Set(rowsOf(metadata, 'content').map((row) => idOf(row)))
  const planning: Planning = { metadata, known, own, note: (text) => void notes.push(text) }
  const rewrites = rewritesOf(planning)
  const tables = new Map<string, StoredRow[]>()
  for (const table of restoredTables) {
    const rewrite = rewrites[table] ?? ((row: StoredRow) => row)
    tables.set(
      table,
      rowsOf(metadata, table).flatMap((row): StoredRow[] => someOf(rewrite(row))),
    )
  }
  shareAmongKnown(planning, tables)
  return { tables, notes }
}

const TITLED = ['artist', 'album', 'track', 'podcast', 'episode']

function rewritesOf({ metadata, known, note, own }: Planning): Record<string, Rewrite> {
  const { userId } = metadata.account
  const isHere = (id: unknown) => own.has(String(id)) || known.contents.has(String(id))
  const playlists = new Set(rowsOf(metadata, 'playlist').map((row) => idOf(row)))
  const titleOf = titlesIn(metadata)
  const ofUser: Rewrite = (row) => ({ ...row, user_id: userId })
  const credited: Rewrite = ({ credits, ...row }) => ({
    ...row,
    credits: (credits as { userId?: string }[]).map(({ userId: credit, ...rest }) =>
      credit !== undefined && (credit === userId || known.users.has(credit)) ? { ...rest, userId: credit } : rest,
    ),
  })
  // What moves to this server has arrived: its feed would redirect to itself.
  const arrived: Rewrite = (row) =>
    URL.parse(String(row['new_feed_url']))?.host === known.host
      ? { ...row, new_feed_url: null, new_feed_since: null }
      : row
  return {
    content: (row) => ({ ...row, owner_id: userId }),
    artist: (row) => arrived({ ...row, user_id: userId }),
    podcast: (row) => arrived({ ...row, user_id: userId }),
    playlist: ofUser,
    // What had not arrived, or was in progress, can be uploaded again.
    asset: (row) => ({ ...row, owner: userId, ...(row['state'] === 'finished' ? {} : AWAITED) }),
    album: ({ credits, ...row }) => credited({ ...arrived(row), credits }),
    track: credited,
    episode: credited,
    split_version: (row) => ({ ...row, owner_id: userId }),
    performer: (row) => (isHere(row['artist_id']) ? row : { ...row, artist_id: null, is_confirmed: false }),
    performer_answer: (row) => (isHere(row['album_id']) && isHere(row['artist_id']) ? row : null),
    artist_pick(row) {
      if (isHere(row['target_id']) || playlists.has(idOf(row, 'target_id'))) return row
      note(`What ${titleOf(row['artist_id'])} recommends is not on this server, and is left out.`)
      return null
    },
    time_split(row) {
      if (isHere(row['recipient_content_id'])) return row
      note(
        `"${titleOf(row['content_id'])}" shares a part with content that is not on this server: the time split is left out.`,
      )
      return null
    },
    playlist_entry(row) {
      if (isHere(row['track_id'])) return row
      const itemId = known.items.get(idOf(row, 'track_id'))
      if (itemId !== undefined) return { ...row, track_id: itemId }
      const list = rowsOf(metadata, 'playlist').find((one) => one['id'] === row['playlist_id'])
      note(`A track of the playlist "${String(list?.['title'])}" is not on this server, and is left out.`)
      return null
    },
  }
}

function titlesIn(metadata: Metadata): (id: unknown) => string {
  const titles = new Map<unknown, unknown>()
  for (const table of TITLED) {
    for (const row of rowsOf(metadata, table)) titles.set(row['id'], row['title'] ?? row['name'])
  }
  return (id) => String(titles.get(id))
}

/** Shares of partners without an account here go to their address, else to the owner. Changes that wait for an answer end. */
function shareAmongKnown({ metadata, known, note }: Planning, tables: Map<string, StoredRow[]>): void {
  const { userId } = metadata.account
  const titleOf = titlesIn(metadata)
  const versions = tables.get('split_version') ?? []
  const waiting = versions.filter((row) => row['begun_at'] === null && row['ended_at'] === null)
  for (const row of waiting)
    note(`"${titleOf(row['content_id'])}": a change of its split that waits for an answer is left out.`)
  const waitingIds = new Set(waiting.map((row) => row['id']))
  tables.set(
    'split_version',
    versions.filter((row) => !waitingIds.has(row['id'])),
  )
  const names = new Map(
    metadata.partners.map((partner) => [partner.id, partner.username ?? partner.address ?? partner.id]),
  )
  for (const [table, parent] of [
    ['split_share', 'version_id'],
    ['split_recipient', 'split_id'],
  ] as const) {
    const rows = (tables.get(table) ?? []).filter((row) => !waitingIds.has(row[parent]))
    tables.set(
      table,
      [...Map.groupBy(rows, (row) => row[parent]).values()].flatMap((terms) => restoreTerms(terms, { userId, known })),
    )
  }
  const splits = new Map((tables.get('split') ?? []).map((row) => [row['id'], row['content_id']]))
  for (const row of rowsOf(metadata, 'split_recipient')) {
    const partner = idOf(row, 'user_id')
    if (partner === userId || known.users.has(partner) || !splits.has(row['split_id'])) continue
    const [title, name] = [titleOf(splits.get(row['split_id'])), names.get(partner) ?? 'A partner who was invited']
    const address = metadata.partners.find(({ id }) => id === partner)?.address
    note(
      known.outside.has(partner)
        ? `"${title}": ${name} has no account here. The share is paid to ${address}.`
        : `"${title}": ${name} has no account here, and no address. The share goes to ${metadata.account.username}.`,
    )
  }
}

function restoreTerms(terms: readonly StoredRow[], { userId, known }: { userId: string; known: Known }): StoredRow[] {
  const mine = terms.find((row) => row['user_id'] === userId)
  const isGone = (row: StoredRow) =>
    row !== mine && !known.users.has(idOf(row, 'user_id')) && !known.outside.has(idOf(row, 'user_id'))
  const gone = terms.filter(isGone)
  // Without a share of their own, the owner takes the place of the first.
  const heir = mine ?? gone[0]
  const shareOf = (row: StoredRow) => Number(row['share'])
  const extra = gone.filter((row) => row !== heir).reduce((sum, row) => sum + shareOf(row), 0)
  return terms.flatMap((row): StoredRow[] => {
    if (row === heir) return [{ ...row, user_id: userId, share: shareOf(row) + extra, ...agreed(row) }]
    if (gone.includes(row)) return []
    const address = known.outside.get(idOf(row, 'user_id'))
    return [address === undefined ? row : { ...row, user_id: address, ...agreed(row) }]
  })
}

const someOf = (row: StoredRow | null): StoredRow[] => (row === null ? [] : [row])
const agreed = (row: StoredRow) => ('state' in row ? { state: 'agreed' } : {})
