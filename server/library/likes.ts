/** Liking and following, and their reversal. A liked track is added to the favourites; a liked artist or podcast is
 * followed, so that the heart and the follow button are the same. */
import type { Data } from '#contract/endpoint.ts'
import type * as followCalls from '#contract/community/follows.ts'
import type * as calls from '#contract/listening/library.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { mustBeUser, type User, type Who } from '#server/platform/http/who.ts'
import { likeTrack, unlikeTrack } from '#server/playlists/entries.ts'
import { readFavorites } from '#server/playlists/person-playlists.ts'
import { findReadable } from '#server/playlists/playlists.ts'
import type { LibraryDeps } from './deps.ts'
import * as queries from './item-queries.ts'

/** Signed-in users, for public content. Idempotent. */
export async function keepContent(
  deps: LibraryDeps,
  who: Who,
  contentId: string,
): Promise<Data<typeof calls.addToLibrary>> {
  mustBeUser(who)
  const { database, clock } = deps
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined) return keepPlaylist(deps, who, contentId)
  if (!content.is_public) throw notFound()
  if (content.type === 'track') {
    return { contentId: content.id, contentType: 'track', addedAt: await likeTrack(deps, who, content.id) }
  }
  return keepItem(deps, who, content.id, content.type)
}

async function keepPlaylist(deps: LibraryDeps, who: User, playlistId: string) {
  const playlist = await findReadable(deps.database.read, who, playlistId)
  if (playlist.user_id === who.userId) throw new AppError(422, 'rule-broken', 'This playlist is yours already.')
  return keepItem(deps, who, playlist.id, 'playlist')
}

async function keepItem(
  { database, clock }: LibraryDeps,
  who: User,
  contentId: string,
  contentType: queries.ItemType,
): Promise<Data<typeof calls.addToLibrary>> {
  const item = { contentId, type: contentType, now: clock.now() }
  const addedAt = await database.transaction((tx) => queries.insertItem(tx, who.userId, item))
  if (addedAt === null) throw new AppError(422, 'library-full')
  return { contentId, contentType, addedAt }
}

/** Signed-in users. Idempotent. */
export async function dropContent(deps: LibraryDeps, who: Who, contentId: string): Promise<null> {
  mustBeUser(who)
  await queries.deleteItem(deps.database.read, who.userId, contentId)
  await unlikeTrack(deps, who, contentId)
  return null
}

/** The signed-in user's own: everything liked and followed. */
export async function listKeptIds({ database }: LibraryDeps, who: Who): Promise<Data<typeof calls.listLibraryIds>> {
  mustBeUser(who)
  const [favorites, items] = await Promise.all([
    readFavorites(database.read, who.userId),
    queries.selectItems(database.read, who.userId),
  ])
  return { contentIds: [...(favorites?.trackIds ?? []), ...items.map(({ content_id }) => content_id)] }
}

type Following = Data<typeof followCalls.follow>

/** Signed-in users, for public artists and podcasts. */
export async function followContent(deps: LibraryDeps, who: Who, contentId: string): Promise<Following> {
  mustBeUser(who)
  const { id, type } = await mustBeFollowable(deps, contentId)
  await keepItem(deps, who, id, type)
  return { contentId: id, contentType: type, isFollowing: true, ...(await readFollowerCount(deps, id)) }
}

/** Signed-in users; also for content that is hidden by now. */
export async function unfollowContent(deps: LibraryDeps, who: Who, contentId: string): Promise<Following> {
  mustBeUser(who)
  const { database, clock } = deps
  const content = await findContent(database.read, contentId, clock.now())
  if (content?.type !== 'artist' && content?.type !== 'podcast') throw notFound()
  await queries.deleteItem(database.read, who.userId, content.id)
  const followerCount = await queries.countFollowers(database.read, content.id)
  return { contentId: content.id, contentType: content.type, isFollowing: false, followerCount }
}

/** Anybody. */
export async function readFollowerCount(
  deps: LibraryDeps,
  contentId: string,
): Promise<Data<typeof followCalls.countFollowers>> {
  const { id } = await mustBeFollowable(deps, contentId)
  return { followerCount: await queries.countFollowers(deps.database.read, id) }
}

async function mustBeFollowable(
  { database, clock }: LibraryDeps,
  contentId: string,
): Promise<{ id: string; type: 'artist' | 'podcast' }> {
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined || !content.is_public) throw notFound()
  const { id, type } = content
  if (type !== 'artist' && type !== 'podcast') {
    throw new AppError(422, 'rule-broken', 'Only artists and podcasts can be followed.')
  }
  return { id, type }
}
