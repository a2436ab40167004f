/** Saves the performers of albums and tracks, and removes links to artists. How they are shown is byline.ts. */
import type { output } from 'zod/mini'
import type * as calls from '#contract/catalog/performers.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { type Catalog, requireOwn } from '#server/catalog/catalog.ts'
import { requiredText } from '#server/catalog/forms/values.ts'
import { lockAlbum } from './album-queries.ts'
import { findArtist } from './artist-queries.ts'
import {
  type NewPerformer,
  type PerformedContent,
  type PerformerRow,
  removeLinks,
  replacePerformers,
  selectLinkedArtists,
} from './performer-queries.ts'

export type SentPerformers = output<typeof calls.NewPerformers>

/** The album must be locked. Undefined changes nothing. */
export async function savePerformers(
  tx: Tx,
  caller: AuthenticatedUser,
  content: PerformedContent,
  sent: SentPerformers,
): Promise<void> {
  if (sent === undefined) return
  const performers = (sent ?? []).map(({ name, role, artistId }) => ({
    name: requiredText(name),
    role,
    artistId: artistId?.toLowerCase() ?? null,
  }))
  requireDifferent(performers)
  await requireLinkable(tx, caller, content.albumId, performers)
  await replacePerformers(tx, content, performers)
}

function requireDifferent(performers: readonly NewPerformer[]): void {
  const known = new Set<string>()
  for (const { name, role, artistId } of performers) {
    const key = `${role} ${artistId ?? name.normalize('NFKC').toLowerCase()}`
    if (known.has(key)) throw new AppError(422, 'performer-repeated', `${name} is a performer twice in the same role.`)
    known.add(key)
  }
}

/** The owner of an artist may link it everywhere. */
async function requireLinkable(
  tx: Tx,
  caller: AuthenticatedUser,
  albumId: string,
  performers: readonly NewPerformer[],
): Promise<void> {
  const ids = [...new Set(performers.flatMap(({ artistId }) => artistId ?? []))]
  if (ids.length === 0) return
  const artists = new Map((await selectLinkedArtists(tx, ids, albumId)).map((artist) => [artist.id, artist]))
  for (const { name, artistId } of performers) {
    if (artistId === null) continue
    const artist = artists.get(artistId)
    if (artist === undefined) throw new AppError(422, 'performer-unknown', `There is no artist for ${name}.`)
    if (artist.is_refused && artist.user_id !== caller.userId) {
      throw new AppError(422, 'performer-refused', `${name} has removed the link from this release.`)
    }
  }
}

/** Its own performers, for its page and its form. */
export const describePerformers = (rows: readonly PerformerRow[] | null): output<typeof calls.Performer>[] =>
  (rows ?? [])
    .filter(({ isInherited }) => !isInherited)
    .map(({ name, role, artistId, artistUrl }) => ({ name, role, artistId, artistUrl }))

/** Owner of the artist only. The artist cannot be linked from this album again, except by its owner. */
export async function removeAppearance(
  catalog: Catalog,
  caller: Caller,
  artistId: string,
  albumId: string,
): Promise<Data<typeof calls.removeAppearance>> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const artist = requireOwn(caller, await findArtist(tx, artistId))
    const album = await lockAlbum(tx, albumId)
    if (album === undefined) throw notFound()
    await removeLinks(tx, { artistId: artist.id, albumId: album.id, now: catalog.clock.now() })
    return { artistId: artist.id, albumId: album.id }
  })
}
