/** Preview links: made by the team of an artist or podcast, opened by anybody who has one, until they expire, are revoked or
 * have been played as often as they may be. What they play is in no statistics. The audio itself: send.ts. */
import { PREVIEW_DAYS_MAX, PREVIEW_LINKS_MAX } from '#contract/catalog/previews/preview-links.ts'
import type * as calls from '#contract/catalog/previews/preview-links.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { type ContentRow, findContent, lockContent } from '#server/catalog/content/queries.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { requiredText } from '#server/catalog/forms/values.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { newId } from '#server/platform/ids.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/link-token.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'
import { requestFiles } from '#server/downloads/making/queries.ts'
import * as queries from './queries.ts'
import { pathOfPreview, requireLasting, usedUp } from './send.ts'

const DAY_MS = 86_400_000

/** Owner, managers and editors. */
async function requireEdited(tx: Tx, caller: Caller, contentId: string, now: Date): Promise<ContentRow> {
  const content = await findContent(tx, contentId, now)
  if (content === undefined || content.is_deleted) throw notFound()
  return requireMay(tx, caller, content, 'edit')
}

/** Owner, managers and editors. */
export async function listLinks(
  { database, clock }: DownloadDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.listPreviewLinks>> {
  requireUser(caller)
  const content = await requireEdited(database.read, caller, contentId, clock.now())
  return (await queries.selectLinks(database.read, content.id)).map(toLink)
}

/** Owner, managers and editors. */
export async function createLink(
  deps: DownloadDeps,
  caller: Caller,
  contentId: string,
  body: Input<typeof calls.createPreviewLink>['body'],
): Promise<Data<typeof calls.createPreviewLink>> {
  requireUser(caller)
  const now = deps.clock.now()
  const name = requiredText(body.name)
  const isAhead = body.expiresAt > now && body.expiresAt.getTime() <= now.getTime() + PREVIEW_DAYS_MAX * DAY_MS
  if (!isAhead) throw brokenRule('rule.previewEnd', { max: String(PREVIEW_DAYS_MAX) })
  return deps.database.transaction(async (tx) => {
    const content = await requireEdited(tx, caller, contentId, now)
    if (content.type === 'artist' || content.type === 'podcast') {
      throw ruleBrokenInEnglish('Preview links are for albums, tracks and episodes.')
    }
    await lockContent(tx, content.id)
    const links = await queries.selectLinks(tx, content.id)
    if (links.length >= PREVIEW_LINKS_MAX) throw brokenRule('rule.previewsMax', { max: String(PREVIEW_LINKS_MAX) })
    const { token, hash } = newToken()
    const link = {
      id: newId(),
      content_id: content.id,
      name,
      expires_at: body.expiresAt,
      plays_max: body.playsMax,
      has_download: body.hasDownload,
      created_at: now,
    }
    await queries.insertLink(tx, link, hash)
    if (body.hasDownload) await requestFiles(tx, content.id, now)
    const url = deps.publicUrl + addressIn(`/private/${token}`, PLAIN_LANGUAGE)
    return { ...toLink({ ...link, open_count: 0, play_count: 0, revoked_at: null }), url }
  })
}

/** Owner, managers and editors. */
export async function revokeLink(
  { database, clock }: DownloadDeps,
  caller: Caller,
  link: { contentId: string; linkId: string },
): Promise<null> {
  requireUser(caller)
  const content = await requireEdited(database.read, caller, link.contentId, clock.now())
  if (!(await queries.revokeLink(database.read, { ...link, contentId: content.id }, clock.now()))) throw notFound()
  return null
}

function toLink(row: queries.LinkRow): Data<typeof calls.listPreviewLinks>[number] {
  return {
    linkId: row.id,
    name: row.name,
    expiresAt: row.expires_at,
    playsMax: row.plays_max,
    hasDownload: row.has_download,
    openCount: row.open_count,
    playCount: row.play_count,
    isRevoked: row.revoked_at !== null,
    createdAt: row.created_at,
  }
}

async function requireOpen({ database, clock }: DownloadDeps, token: string): Promise<queries.LinkRow> {
  const link = await queries.findLink(database.read, { tokenHash: hashOfToken(token) })
  if (link === undefined) throw notFound()
  requireLasting(link, clock.now())
  if (playsLeft(link) === 0) throw usedUp()
  return link
}

/** Null: without a limit. */
const playsLeft = ({ plays_max: max, play_count: count }: queries.LinkRow): number | null =>
  max === null ? null : Math.max(0, max - count)

/** Anybody who has the link. */
export async function readPreview(
  deps: DownloadDeps,
  _caller: Caller,
  token: string,
): Promise<Data<typeof calls.getPreview>> {
  const { database, clock, files } = deps
  const tx = database.read
  const link = await requireOpen(deps, token)
  const now = clock.now()
  const [content, artworkKey, items] = await Promise.all([
    findContent(tx, link.content_id, now),
    queries.findArtworkKey(tx, link.content_id),
    queries.selectItems(tx, link.content_id),
  ])
  if (content === undefined || content.is_deleted || content.is_taken_down) throw notFound()
  return {
    contentId: content.id,
    title: content.title,
    artist: content.artist_name,
    artworkUrl: artworkKey === null ? null : files.publicUrl(artworkKey),
    name: link.name,
    expiresAt: link.expires_at,
    playsMax: link.plays_max,
    playsLeft: playsLeft(link),
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      seconds: item.duration_ms / 1_000,
      files: (['flac', 'mp3'] as const)
        .filter((format) => link.has_download && item.made_formats.includes(format))
        .map((format) => ({ format, path: pathOfPreview(deps, link.id, `${item.id}.${format}`) })),
    })),
  }
}

/** Anybody who has the link. */
export async function countOpen(deps: DownloadDeps, _caller: Caller, token: string): Promise<null> {
  const link = await requireOpen(deps, token)
  await queries.countOpen(deps.database.read, link.id)
  return null
}

/** Anybody who has the link, while it has plays left. */
export async function countPlay(
  deps: DownloadDeps,
  _caller: Caller,
  token: string,
  itemId: string,
): Promise<Data<typeof calls.playPreview>> {
  const link = await requireOpen(deps, token)
  const items = await queries.selectItems(deps.database.read, link.content_id)
  if (!items.some(({ id }) => id === itemId.toLowerCase())) throw notFound()
  const counted = await queries.countPlay(deps.database.read, link.id)
  if (counted === undefined) throw usedUp()
  const path = pathOfPreview(deps, link.id, `${itemId.toLowerCase()}.stream`)
  return { path, playsLeft: playsLeft(counted) }
}
