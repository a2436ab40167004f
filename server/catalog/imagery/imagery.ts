/** The photographs and texts of pages: an artist's banner, gallery and pick, and an album's liner notes. */
import type * as calls from '#contract/catalog/imagery.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { bannerFocus, printFiles } from '#server/media/pictures/photograph.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { textOrNull } from '#server/catalog/forms/values.ts'
import { lockOwnContent, requireVisibleContent } from '#server/catalog/content/own-content.ts'
import { type PhotographRow, selectPhotographs } from './photograph-queries.ts'
import { toPhotograph } from './photographs.ts'
import { deletePick, findNotes, findPick, isOwnPublicPlaylist, upsertPick, writeNotes } from './pick-queries.ts'

type Imagery = Data<typeof calls.getImagery>
type LinerNotes = Data<typeof calls.getLinerNotes>

/** Anybody who may see the artist. */
export async function readImagery(catalog: Catalog, caller: Caller, artistId: string): Promise<Imagery> {
  await requireVisibleContent(catalog, caller, artistId, 'artist', 'edit')
  return describeImagery(catalog, catalog.database.read, artistId)
}

async function describeImagery({ files, clock }: Catalog, tx: Tx, artistId: string): Promise<Imagery> {
  const [rows, pick] = await Promise.all([selectPhotographs(tx, artistId), findPick(tx, artistId, clock.now())])
  const banner = rows.find(({ place }) => place === 'banner')
  return {
    banner: banner === undefined ? null : toBanner(files, banner),
    gallery: rows.filter(({ place }) => place === 'gallery').map((row) => toPhotograph(files, row)),
    pick:
      pick === undefined
        ? null
        : {
            kind: pick.kind,
            id: pick.id,
            title: pick.title,
            byline: pick.byline,
            artworkUrl: pick.artwork_key === null ? null : files.publicUrl(pick.artwork_key),
            sentence: pick.sentence,
          },
  }
}

function toBanner(addresses: Addresses, row: PhotographRow): Imagery['banner'] {
  const { print_key: printKey, colors } = row
  if (printKey === null || colors === null) return null
  const [wideDay, wideNight, narrowDay, narrowNight] = printFiles(printKey, 'banner').map((key) =>
    addresses.publicUrl(key),
  ) as [string, string, string, string]
  const focus = bannerFocus({ x: row.focus_x, y: row.focus_y }, row)
  return {
    ...toPhotograph(addresses, row),
    wide: { day: wideDay, night: wideNight, focus: focus.wide },
    narrow: { day: narrowDay, night: narrowNight, focus: focus.narrow },
    colors,
  }
}

/** Owner, managers and editors. */
export async function setPick(
  catalog: Catalog,
  caller: Caller,
  artistId: string,
  { targetId, sentence }: Input<typeof calls.setPick>['body'],
): Promise<Imagery> {
  requireUser(caller)
  const { database, clock } = catalog
  return database.transaction(async (tx) => {
    const now = clock.now()
    const artist = await lockOwnContent(tx, caller, { contentId: artistId, contentType: 'artist' }, now, 'edit')
    if (targetId === null) await deletePick(tx, artistId)
    else {
      const content = await findContent(tx, targetId, now)
      const isOwnContent =
        content?.is_public === true &&
        content.owner_id === artist.owner_id &&
        (content.type === 'track' || content.type === 'album' || content.type === 'episode')
      if (!isOwnContent && !(await isOwnPublicPlaylist(tx, targetId, caller.userId))) {
        throw ruleBrokenInEnglish('Only your own public tracks, releases, episodes and playlists can be picked.')
      }
      await upsertPick(tx, { artistId, targetId, sentence: textOrNull(sentence) ?? '', now })
    }
    return describeImagery(catalog, tx, artistId)
  })
}

/** Anybody who may see the album. */
export async function readLinerNotes(catalog: Catalog, caller: Caller, albumId: string): Promise<LinerNotes> {
  await requireVisibleContent(catalog, caller, albumId, 'album', 'edit')
  return describeNotes(catalog, catalog.database.read, albumId)
}

async function describeNotes({ files }: Catalog, tx: Tx, albumId: string): Promise<LinerNotes> {
  const [text, rows] = await Promise.all([findNotes(tx, albumId), selectPhotographs(tx, albumId)])
  return {
    text,
    photographs: rows.flatMap((row) => {
      if (row.print_key === null) return []
      const [day, night] = printFiles(row.print_key, 'notes').map((key) => files.publicUrl(key)) as [string, string]
      return [{ ...toPhotograph(files, row), print: { day, night } }]
    }),
  }
}

/** Owner, managers and editors. */
export async function setLinerNotes(
  catalog: Catalog,
  caller: Caller,
  albumId: string,
  { text }: Input<typeof calls.setLinerNotes>['body'],
): Promise<LinerNotes> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    await lockOwnContent(tx, caller, { contentId: albumId, contentType: 'album' }, now, 'edit')
    await writeNotes(tx, albumId, textOrNull(text), now)
    return describeNotes(catalog, tx, albumId)
  })
}
