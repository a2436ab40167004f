/** Releases of an account as messages of DDEX. The message itself: protocols/ddex. */
import { creditedOf, type Credited } from '#server/catalog/music/byline.ts'
import { selectRecordings, selectRelease } from '#server/catalog/lists/release-facts.ts'
import { selectOffer } from '#server/downloads/offer-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type DdexDeal, type DdexFile, type DdexPerformer, writeNewRelease } from '#protocols/ddex/new-release.ts'
import type { ArchiveDeps } from './deps.ts'

export type FindFile = (id: string) => DdexFile | null

type Named = { recipient: string; findFile: FindFile }

/** Null for a release without a recording. */
export async function writeDdex(
  { database, clock, publicUrl, brandName }: Pick<ArchiveDeps, 'database' | 'clock' | 'publicUrl' | 'brandName'>,
  albumId: string,
  { recipient, findFile }: Named,
): Promise<string | null> {
  const tx = database.read
  const album = await selectRelease(tx, albumId)
  const tracks = await selectRecordings(tx, albumId)
  if (album === undefined || tracks.length === 0) return null
  const performersOf = ({ performers }: Credited): DdexPerformer[] =>
    performers.map(({ name, role, artistId, artistUrl }) => {
      return { name, role, artistId, artistUrl: artistUrl === null ? null : `${publicUrl}/${artistUrl}` }
    })
  const credited = creditedOf(album)
  return writeNewRelease(
    {
      id: album.id,
      url: `${publicUrl}/album/${album.id}`,
      title: album.title,
      kind: album.is_single ? 'Single' : album.kind === 'ep' ? 'EP' : 'Album',
      byline: credited.byline,
      performers: performersOf(credited),
      upc: album.upc,
      label: album.label,
      phonogramLine: album.phonogram_line,
      copyrightLine: album.copyright_line,
      genre: album.genre,
      subgenre: album.subgenre,
      language: album.language,
      originalDate: album.original_date,
      publishedAt: album.published_at,
      isExplicit: tracks.some((track) => track.is_explicit),
      cover: findFile(album.id),
      discTitles: album.disc_titles,
      tracks: tracks.map((track) => {
        const own = creditedOf(track)
        return {
          id: track.id,
          title: track.title,
          disc: track.disc,
          position: track.position,
          byline: own.byline,
          performers: performersOf(own),
          credits: track.credits.length > 0 ? track.credits : album.credits,
          isrc: track.isrc,
          iswc: track.iswc,
          durationMs: track.duration_ms,
          isExplicit: track.is_explicit,
          file: findFile(track.id),
        }
      }),
      deals: album.published_at === null ? [] : await dealsOf(tx, album.id),
    },
    { host: new URL(publicUrl).host, sender: brandName, recipient, createdAt: clock.now() },
  )
}

/** Listening is free; what is offered for download is bought or free. */
async function dealsOf(tx: Tx, albumId: string): Promise<DdexDeal[]> {
  const { mode } = await selectOffer(tx, albumId)
  return [
    { model: 'FreeOfChargeModel', use: 'OnDemandStream' },
    ...(mode === 'off'
      ? []
      : [{ model: mode === 'free' ? 'FreeOfChargeModel' : 'PayAsYouGoModel', use: 'PermanentDownload' } as const]),
  ]
}
