/** Other releases by the artist of a release, below it. */
import { listArtistAlbums } from '#contract/catalog/albums.ts'
import { yearOf } from '#web/content/release-facts.ts'
import { moreOfArtist, usePageData } from '#web/frame/page-data.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { ReleaseGrid } from '#web/catalog/lists/cards.tsx'

type MoreByArtistProps = { albumId: string; artist: { id: string; name: string; artistUrl: string } }

export function MoreByArtist({ albumId, artist }: MoreByArtistProps) {
  const others = usePageData(listArtistAlbums, moreOfArtist(artist.id))?.filter(({ id }) => id !== albumId) ?? []
  if (others.length === 0) return null
  return (
    <Section
      title={t('catalog.moreBy', { artist: artist.name })}
      more={{ href: artistHref(artist.artistUrl), label: t('common.seeAll') }}
    >
      <ReleaseGrid releases={others.map((other) => ({ ...other, note: yearOf(other) ?? null }))} isOneRow />
    </Section>
  )
}
