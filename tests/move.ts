/** Moving an account, or a whole server, between two servers: exporting, importing, and comparing everything that is public. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { decode, naddrEncode, neventEncode } from 'nostr-tools/nip19'
import type pg from 'pg'
import { getArchive, makeArchive } from '#contract/accounts/archive.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Call } from '#web/data/api.ts'
import { until } from './users.ts'

const SCRIPT = fileURLToPath(new URL('../scripts/import-account.ts', import.meta.url))

/** Downloads the archive of this account. */
export async function exportAccount(origin: string, call: Call, file: string): Promise<number> {
  await call(makeArchive, {})
  await until(async () => (await call(getArchive, {})).state !== 'making', 300_000)
  const { file: made } = await call(getArchive, {})
  const response = await fetch(origin + made!.path)
  await pipeline(Readable.fromWeb(response.body as never), fs.createWriteStream(file))
  assert.equal(fs.statSync(file).size, made!.bytes)
  return made!.bytes
}

export type Ran = { status: number | null; said: string; complained: string }

/** Runs the command beside the server with these settings. */
export function importAccount(config: Config, file: string, more: Record<string, string> = {}): Promise<Ran> {
  const { databaseUrl, databaseOwnerUrl, dataDir, publicUrl } = config
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: databaseOwnerUrl || databaseUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    LIGHTNING: config.lightning,
    ...more,
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, file], { env }, (_error, said, complained) =>
      resolve({ status: child.exitCode, said: said.trim(), complained: complained.trim() }),
    )
  })
}

type Named = { id: string; kind: string; name: string }

/** Of one owner, or of all. */
export async function publicAddresses(pool: pg.Pool, ownerId: string | null): Promise<string[]> {
  const { rows } = await pool.query<Named>(
    `SELECT c.id, c.type AS kind, coalesce(ar.artist_url, p.podcast_url, c.id::text) AS name FROM content c
       LEFT JOIN artist ar ON ar.id = c.id LEFT JOIN podcast p ON p.id = c.id
       WHERE $1::uuid IS NULL OR c.owner_id = $1
     UNION ALL SELECT id, 'playlist', id::text FROM playlist
       WHERE visibility <> 'private' AND ($1::uuid IS NULL OR user_id = $1)
     UNION ALL SELECT id, 'user', username FROM person WHERE $1::uuid IS NULL OR id = $1 ORDER BY 2, 1`,
    [ownerId],
  )
  return rows.flatMap(({ id, kind, name }) => [...ADDRESSES[kind]!(id, encodeURIComponent(name))])
}

const ADDRESSES: Record<string, (id: string, name: string) => string[]> = {
  artist: (id, name) => [
    `/artist/${name}`,
    `/rss/artist/${id}`,
    `/v1/artists/${id}`,
    `/v1/artists/${id}/imagery`,
    `/v1/artists/${id}/appearances`,
    `/v1/albums/${id}/artist`,
  ],
  album: (id) => [
    `/album/${id}`,
    `/rss/album/${id}`,
    `/v1/albums/${id}`,
    `/v1/tracks/${id}/album`,
    `/v1/albums/${id}/notes`,
    `/v1/downloads/${id}/offer`,
  ],
  track: (id) => [
    `/track/${id}`,
    `/v1/tracks/${id}`,
    `/v1/waveforms/${id}`,
    `/v1/tracks/${id}/artwork-segments`,
    ...['txt', 'srt', 'vtt'].map((extension) => `/rss/track/${id}/lyrics.${extension}`),
    ...['mp3', 'm4a', 'opus'].map((extension) => `/rss/audio/${id}.${extension}`),
  ],
  podcast: (id, name) => [`/podcast/${name}`, `/rss/podcast/${id}`, `/v1/podcasts/${id}`, `/v1/episodes/${id}/podcast`],
  episode: (id) => [
    `/episode/${id}`,
    `/v1/episodes/${id}`,
    `/v1/episodes/${id}/chapters`,
    `/v1/episodes/${id}/transcript`,
    `/rss/episode/${id}/chapters.json`,
    `/rss/episode/${id}/transcript.vtt`,
    `/rss/audio/${id}.mp3`,
  ],
  playlist: (id) => [`/playlist/${id}`, `/rss/playlist/${id}`, `/v1/playlists/${id}`],
  user: (_id, name) => [`/${name}`, `/v1/accounts/public/${name}`],
}

export type Side = { origin: string; publicUrl: string }
export type Difference = { address: string; before: string; after: string }

/** What a visitor gets at each address, and where feeds and pages lead. `normalize` removes what may differ. */
export async function comparePublic(
  before: Side,
  after: Side,
  addresses: readonly string[],
  normalize: (text: string, address: string) => string = (text) => text,
): Promise<{ differences: Difference[]; counts: Map<string, number> }> {
  const differences: Difference[] = []
  const counts = new Map<string, number>()
  const files = new Set<string>()
  const compare = async (address: string) => {
    const [one, other] = await Promise.all([read(before, address), read(after, address)])
    const [left, right] = [normalize(one, address), normalize(other, address)]
    for (const [key] of left.matchAll(/\/files\/media\/[\w.-]+/g)) files.add(key)
    if (left !== right) differences.push({ address, before: left, after: right })
    const kind = kindOf(address)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  for (const address of addresses) await compare(address)
  for (const address of files) await compare(address)
  return { differences, counts }
}

const kindOf = (address: string): string =>
  address.startsWith('/rss/')
    ? 'feeds'
    : address.startsWith('/v1/')
      ? 'API'
      : address.startsWith('/files/')
        ? 'files'
        : 'pages'

/** Status, type and content, with the host of the server left out, also in codes of Nostr, which contain a relay. */
async function read({ origin, publicUrl }: Side, address: string): Promise<string> {
  const response = await fetch(origin + address, { redirect: 'manual' })
  const head = `${response.status} ${response.headers.get('content-type')} ${response.headers.get('location') ?? ''}`
  const bytes = Buffer.from(await response.arrayBuffer())
  // As bytes: files are compared, too.
  return (
    `${head}\n${bytes.toString('latin1')}`
      .replaceAll(new URL(publicUrl).host, 'HOST')
      .replaceAll(/("(?:nodePubkey|requestId)\\*": *\\*")\w+/g, '$1')
      // These contain the host.
      .replaceAll(/lnurl1[0-9a-z]+/g, 'LNURL')
      .replaceAll(/n(?:addr|event)1[0-9a-z]{20,}/g, withoutRelays)
  )
}

function withoutRelays(code: string): string {
  const decoded = decode(code)
  if (decoded.type === 'naddr') return naddrEncode({ ...decoded.data, relays: [] })
  return decoded.type === 'nevent' ? neventEncode({ ...decoded.data, relays: [] }) : code
}

/** The first place where two texts differ. */
export function describeDifference({ address, before, after }: Difference): string {
  const at = [...before].findIndex((letter, index) => letter !== after[index])
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 120))
  return `${address}\n  before ${around(before)}\n  after  ${around(after)}`
}
