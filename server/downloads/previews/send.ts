/** The audio of preview links: `/downloads/previews/<link>/<track>.stream` to play, `.flac` and `.mp3` to keep. Paths are
 * signed, and end with their link: each request reads the link, and no response may be stored. When all plays are used, the
 * last one still has its time. What is kept names the link in its comment, which is written while the file is sent: stored
 * files stay as they are. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findContent } from '#server/catalog/content/queries.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { attachment } from '#server/platform/files/disposition.ts'
import { type Joined, sendJoined } from '#server/platform/files/joined.ts'
import { SAFE_HEADERS, sendStored } from '#server/platform/files/send-stored.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'
import type { TrackTags } from '#server/downloads/making/download-job.ts'
import { tagsOf } from '#server/downloads/making/make-files.ts'
import { selectTaggedTrack } from '#server/downloads/making/queries.ts'
import { id3Tag, mp3AudioOf, tagFlac } from '#server/downloads/making/tags.ts'
import { fileNameOf } from '#server/downloads/zip/zip.ts'
import { findLink, findMadeFile, type ItemRow, type LinkRow, selectItems } from './queries.ts'

const VALID_MS = 6 * 3_600_000
const GRACE_MS = 60_000
const FLAC_HEAD_BYTES = 2 ** 20
const TYPES = { flac: 'audio/flac', mp3: 'audio/mpeg', stream: 'audio/mpeg' } as const

export function pathOfPreview({ secret, clock }: DownloadDeps, linkId: string, file: string): string {
  const since = String(clock.now().getTime())
  const signature = sign(secret, linkId, file, since).toString('base64url')
  return `/downloads/previews/${linkId}/${file}?${new URLSearchParams({ since, signature })}`
}

const sign = (secret: string, linkId: string, file: string, since: string) =>
  createHmac('sha256', secret).update(['preview', linkId, file, since].join('\n')).digest()

export const usedUp = () => new AppError(410, 'preview-used-up')

/** Throws when the link was revoked or has expired. */
export function requireLasting({ revoked_at: revokedAt, expires_at: expiresAt }: LinkRow, now: Date): void {
  if (revokedAt !== null) throw new AppError(410, 'preview-revoked')
  if (expiresAt <= now) throw new AppError(410, 'preview-expired')
}

export function previewFileRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/downloads/previews/:linkId/:file',
    handler: (request, reply) => send(deps, request, reply),
  })
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

async function send(deps: DownloadDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { linkId = '', file = '' } = request.params as Record<string, string>
  const { since = '', signature = '' } = request.query as Record<string, string>
  const expected = sign(deps.secret, linkId, file, String(since))
  const given = Buffer.from(String(signature), 'base64url')
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  const now = deps.clock.now()
  const ageMs = now.getTime() - Number(since)
  if (!isOurs || ageMs > VALID_MS) throw new AppError(403, 'download-link-invalid')
  const link = await findLink(deps.database.read, { linkId })
  if (link === undefined) throw notFound()
  requireLasting(link, now)
  const [itemId = '', kind = ''] = file.split('.')
  const item = (await selectItems(deps.database.read, link.content_id)).find(({ id }) => id === itemId)
  if (item === undefined) throw notFound()
  const isUsedUp = link.plays_max !== null && link.play_count >= link.plays_max
  if (isUsedUp && (kind !== 'stream' || ageMs > item.duration_ms + GRACE_MS)) throw usedUp()
  if (kind === 'flac' || kind === 'mp3') return sendMarked(deps, link, item, kind, { request, reply })
  const headers = { 'Content-Type': TYPES.stream, 'Cache-Control': 'private, no-store', ...SAFE_HEADERS }
  if (!(await sendStored(deps.files, item.live_key, { request, reply }, headers))) throw notFound()
}

async function sendMarked(
  deps: DownloadDeps,
  link: LinkRow,
  item: ItemRow,
  format: 'flac' | 'mp3',
  exchange: Exchange,
): Promise<void> {
  const { database, files, clock, publicUrl } = deps
  const content = await findContent(database.read, item.id, clock.now())
  const made =
    item.kind === 'track'
      ? await findMadeFile(database.read, item.id, format)
      : { file_key: item.live_key, made_at: link.created_at }
  if (content === undefined || made === undefined) throw notFound()
  const track = item.kind === 'track' ? await selectTaggedTrack(database.read, item.id) : undefined
  const tags = track
    ? tagsOf(track, `${publicUrl}/track/${item.id}`)
    : tagsOfEpisode(item, content.artist_name, publicUrl)
  const artworkKey = track?.artwork_key ?? null
  const cover = artworkKey === null ? null : await readBytes(deps, artworkKey, 0, await sizeOf(deps, artworkKey))
  const joined = await joinMarked(deps, made.file_key, format, { ...tags, comment: link.name }, cover)
  const name = `${fileNameOf(`${content.artist_name} - ${item.title}`)}.${format}`
  await sendJoined(files, { ...joined, modifiedMs: made.made_at.getTime() }, exchange, {
    'Content-Type': TYPES[format],
    'Content-Disposition': attachment(name, `${item.id}.${format}`),
    'Cache-Control': 'private, no-store',
    ...SAFE_HEADERS,
  })
}

/** New tags, followed by the audio of the stored file. */
async function joinMarked(
  deps: DownloadDeps,
  key: string,
  format: 'flac' | 'mp3',
  tags: TrackTags,
  cover: Buffer | null,
): Promise<Omit<Joined, 'modifiedMs'>> {
  const size = await sizeOf(deps, key)
  let start: Buffer
  let [from, to] = [0, size]
  if (format === 'flac') {
    const tagged = tagFlac(
      await readBytes(deps, key, 0, Math.min(size, FLAC_HEAD_BYTES + (cover?.length ?? 0))),
      tags,
      cover,
    )
    start = tagged.start
    from = tagged.audioOffset
  } else {
    const [head, tail] = [
      await readBytes(deps, key, 0, Math.min(size, 10)),
      await readBytes(deps, key, Math.max(0, size - 128), size),
    ]
    ;({ start: from, end: to } = mp3AudioOf(head, tail, size))
    start = id3Tag(tags, cover)
  }
  const hash = createHash('sha256').update(key).update(start).digest('base64url').slice(0, 22)
  return {
    size: start.length + to - from,
    etag: `"${hash}"`,
    partsOf: (first, end) => [
      ...(first < start.length ? [{ kind: 'bytes' as const, bytes: start.subarray(first, end) }] : []),
      ...(end > start.length
        ? [
            {
              kind: 'file' as const,
              key,
              start: from + Math.max(0, first - start.length),
              end: from + end - start.length,
            },
          ]
        : []),
    ],
  }
}

async function sizeOf({ files }: DownloadDeps, key: string): Promise<number> {
  const stat = await files.stat(key)
  if (stat === null) throw notFound()
  return stat.size
}

/** `end` is not included. */
async function readBytes({ files }: DownloadDeps, key: string, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of files.read(key, { start, end: end - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const tagsOfEpisode = ({ id, title, position }: ItemRow, podcast: string, publicUrl: string): TrackTags => ({
  title,
  artist: podcast,
  albumArtist: podcast,
  artists: [],
  album: podcast,
  trackNumber: position,
  trackCount: position,
  disc: null,
  releasedOn: null,
  genre: null,
  isrc: null,
  upc: null,
  lyrics: null,
  credits: [],
  url: `${publicUrl}/episode/${id}`,
  comment: null,
})
