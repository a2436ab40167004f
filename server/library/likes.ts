/** Liking and following, and their reversal. A liked track is added to the favourites; a liked artist or podcast is
 * followed, so that the heart and the follow button are the same. */
import type { Data } from '#contract/endpoint.ts'
import type * as followCalls from '#contract/community/follows.ts'
import type * as calls from '#contract/listening/library.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { hasCountdown } from '#server/catalog/music/countdowns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { likeTrack, unlikeTrack } from '#server/playlists/entries.ts'
import { readFavorites } from '#server/playlists/user-playlists.ts'
import { findReadable } from '#server/playlists/playlists.ts'
import type { LibraryDeps } from './deps.ts'
import { notifyOfFollower } from './follower-notices.ts'
import * as queries from './item-queries.ts'

/** Signed-in users, for public content and albums with a countdown, which are in the library once they are public. Idempotent. */
export async function saveContent(
  deps: LibraryDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.addToLibrary>> {
  requireUser(caller)
  const { database, clock } = deps
  const now = clock.now()
  const content = await findContent(database.read, contentId, now)
  if (content === undefined) return savePlaylist(deps, caller, contentId)
  if (!content.is_public && !(await hasCountdown(database.read, content.id, now))) throw notFound()
  if (content.type === 'track') {
    return { contentId: content.id, contentType: 'track', addedAt: await likeTrack(deps, caller, content.id) }
  }
  return saveItem(deps, caller, content.id, content.type)
}

async function savePlaylist(deps: LibraryDeps, caller: AuthenticatedUser, playlistId: string) {
  const playlist = await findReadable(deps.database.read, caller, playlistId)
  if (playlist.user_id === caller.userId) throw new AppError(422, 'rule-broken', 'This playlist is yours already.')
  return saveItem(deps, caller, playlist.id, 'playlist')
}

async function saveItem(
  { database, clock }: LibraryDeps,
  caller: AuthenticatedUser,
  contentId: string,
  contentType: queries.ItemType,
): Promise<Data<typeof calls.addToLibrary>> {
  const item = { contentId, type: contentType, now: clock.now() }
  const addedAt = await database.transaction(async (tx) => {
    const at = await queries.insertItem(tx, caller.userId, item)
    const isNew = at?.getTime() === item.now.getTime()
    if (isNew && (contentType === 'artist' || contentType === 'podcast')) {
      await notifyOfFollower(tx, caller.userId, contentId, item.now)
    }
    return at
  })
  if (addedAt === null) throw new AppError(422, 'library-full')
  return { contentId, contentType, addedAt }
}

/** Signed-in users. Idempotent. */
export async function unsaveContent(deps: LibraryDeps, caller: Caller, contentId: string): Promise<null> {
  requireUser(caller)
  await queries.deleteItem(deps.database.read, caller.userId, contentId)
  await unlikeTrack(deps, caller, contentId)
  return null
}

/** The signed-in user's own: everything liked and followed. */
export async function listSavedIds(
  { database }: LibraryDeps,
  caller: Caller,
): Promise<Data<typeof calls.listLibraryIds>> {
  requireUser(caller)
  const [favorites, items] = await Promise.all([
    readFavorites(database.read, caller.userId),
    queries.selectItems(database.read, caller.userId),
  ])
  return { contentIds: [...(favorites?.trackIds ?? []), ...items.map(({ content_id }) => content_id)] }
}

type Following = Data<typeof followCalls.follow>

/** Signed-in users, for public artists and podcasts. */
export async function followContent(deps: LibraryDeps, caller: Caller, contentId: string): Promise<Following> {
  requireUser(caller)
  const { id, type } = await requireFollowable(deps, contentId)
  await saveItem(deps, caller, id, type)
  return { contentId: id, contentType: type, isFollowing: true, ...(await readFollowerCount(deps, id)) }
}

/** Signed-in users; also for content that is hidden by now. */
export async function unfollowContent(deps: LibraryDeps, caller: Caller, contentId: string): Promise<Following> {
  requireUser(caller)
  const { database, clock } = deps
  const content = await findContent(database.read, contentId, clock.now())
  if (content?.type !== 'artist' && content?.type !== 'podcast') throw notFound()
  await queries.deleteItem(database.read, caller.userId, content.id)
  const followerCount = await queries.countFollowers(database.read, content.id)
  return { contentId: content.id, contentType: content.type, isFollowing: false, followerCount }
}

/** Anybody. */
export async function readFollowerCount(
  deps: LibraryDeps,
  contentId: string,
): Promise<Data<typeof followCalls.countFollowers>> {
  const { id } = await requireFollowable(deps, contentId)
  return { followerCount: await queries.countFollowers(deps.database.read, id) }
}

async function requireFollowable(
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
