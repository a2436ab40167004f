/** Saves the performers of albums and tracks, and what owners of artists answer about being named. How performers are shown is
 * byline.ts. */
import type { output } from 'zod/mini'
import type * as calls from '#contract/catalog/performers.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { type Catalog } from '#server/catalog/catalog.ts'
import { mayDo, requireMay } from '#server/catalog/content/roles.ts'
import { requiredText } from '#server/catalog/forms/values.ts'
import { lockAlbum } from './album-queries.ts'
import { insertNamed } from './appearance-notices.ts'
import { findArtist } from './artist-queries.ts'
import {
  type NamedArtist,
  type NewPerformer,
  type PerformedContent,
  type PerformerRow,
  replacePerformers,
  selectNamedArtists,
  setAnswer,
} from './performer-queries.ts'

export type SentPerformers = output<typeof calls.NewPerformers>

/** The album must be locked. Undefined changes nothing. */
export async function savePerformers(
  tx: Tx,
  ownerId: string,
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
  const artists = await requireNameable(tx, ownerId, content.albumId, performers)
  const isConfirmed = (artist?: NamedArtist) => artist?.user_id === ownerId || artist?.answer === true
  const rows = performers.map((one) => ({ ...one, isConfirmed: isConfirmed(artists.get(one.artistId ?? '')) }))
  await replacePerformers(tx, content, rows)
  const asked = [...artists.values()].filter((artist) => artist.user_id !== ownerId && artist.answer === null)
  await insertNamed(
    tx,
    content.albumId,
    asked.map(({ id }) => id),
  )
}

type Sent = Omit<NewPerformer, 'isConfirmed'>

function requireDifferent(performers: readonly Sent[]): void {
  const known = new Set<string>()
  for (const { name, role, artistId } of performers) {
    const key = `${role} ${artistId ?? name.normalize('NFKC').toLowerCase()}`
    if (known.has(key)) throw new AppError(422, 'performer-repeated', `${name} is a performer twice in the same role.`)
    known.add(key)
  }
}

/** Of the artists, those of the owner and those that have not refused may be named. */
async function requireNameable(
  tx: Tx,
  ownerId: string,
  albumId: string,
  performers: readonly Sent[],
): Promise<ReadonlyMap<string, NamedArtist>> {
  const ids = [...new Set(performers.flatMap(({ artistId }) => artistId ?? []))]
  if (ids.length === 0) return new Map()
  const artists = new Map((await selectNamedArtists(tx, ids, albumId)).map((artist) => [artist.id, artist]))
  for (const { name, artistId } of performers) {
    if (artistId === null) continue
    const artist = artists.get(artistId)
    if (artist === undefined) throw new AppError(422, 'performer-unknown', `There is no artist for ${name}.`)
    if (artist.answer === false && artist.user_id !== ownerId) {
      throw new AppError(422, 'performer-refused', `${name} does not want to be linked from this release.`)
    }
  }
  return artists
}

type Performed = { id: string; user_id: string; performers: readonly PerformerRow[] | null }

/** Its own performers, for its page and its form. Only the form names artists that have not confirmed. */
export async function describePerformers(
  tx: Tx,
  content: Performed,
  caller: Caller,
): Promise<output<typeof calls.Performer>[]> {
  const rows = (content.performers ?? []).filter(({ isInherited }) => !isInherited)
  const isOwn = rows.some(({ unconfirmedId }) => unconfirmedId !== null) && (await mayDo(tx, caller, content, 'edit'))
  return rows.map(({ name, role, artistId, artistUrl, unconfirmedId }) => ({
    name,
    role,
    artistId: artistId ?? (isOwn ? unconfirmedId : null),
    artistUrl,
  }))
}

type Appearance = { artistId: string; albumId: string }

/** Owner, managers and editors of the artist. */
export async function confirmAppearance(
  catalog: Catalog,
  caller: Caller,
  appearance: Appearance,
): Promise<Data<typeof calls.confirmAppearance>> {
  requireUser(caller)
  if (!(await saveAnswer(catalog, caller, appearance, true))) throw notFound()
  return appearance
}

/** Owner, managers and editors of the artist. The artist cannot be named on the album again, except by its owner. */
export async function removeAppearance(
  catalog: Catalog,
  caller: Caller,
  appearance: Appearance,
): Promise<Data<typeof calls.removeAppearance>> {
  requireUser(caller)
  await saveAnswer(catalog, caller, appearance, false)
  return appearance
}

async function saveAnswer(
  { database, clock }: Catalog,
  caller: AuthenticatedUser,
  { artistId, albumId }: Appearance,
  isConfirmed: boolean,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const artist = await requireMay(tx, caller, await findArtist(tx, artistId), 'edit')
    const album = await lockAlbum(tx, albumId)
    if (album === undefined) throw notFound()
    return setAnswer(tx, { artistId: artist.id, albumId: album.id, isConfirmed, now: clock.now() })
  })
}
