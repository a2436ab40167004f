/** The end of a record's page: other records of the artist, dates and rights, and reporting. */
import { type getAlbum, listArtistAlbums } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { isPublic } from '#web/content/badges.tsx'
import { ReleaseGrid } from '#web/catalog/lists/cards.tsx'
import { ReportButton } from '#web/content/report-button.tsx'
import { moreOfArtist, usePageData } from '#web/frame/page-data.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { yearOf } from './release-facts.ts'
import { ReleaseLines } from './release-lines.tsx'

type Album = Wire<typeof getAlbum>

export function RecordFoot({ album }: { album: Album }) {
  return (
    <>
      <MoreByArtist album={album} />
      <ReleaseLines content={album} />
      {isPublic(album) && <ReportButton contentId={album.id} title={album.title} />}
    </>
  )
}

function MoreByArtist({ album }: { album: Album }) {
  const others = usePageData(listArtistAlbums, moreOfArtist(album.artistId))?.filter(({ id }) => id !== album.id) ?? []
  if (others.length === 0) return null
  return (
    <Section
      title={t('catalog.moreBy', { artist: album.artist.name })}
      more={{ href: artistHref(album.artist.artistUrl), label: t('common.seeAll') }}
    >
      <ReleaseGrid releases={others.map((other) => ({ ...other, note: yearOf(other) ?? null }))} isOneRow />
    </Section>
  )
}
