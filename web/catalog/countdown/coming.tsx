/** The albums of an artist that are announced with a countdown and not out yet. */
import type { getArtistByUrl } from '#contract/catalog/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ReleaseGrid } from '#web/catalog/lists/cards.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export function Coming({ albums }: { albums: Wire<typeof getArtistByUrl>['coming'] }) {
  return (
    <Section title={t('coming.title')}>
      <ReleaseGrid releases={albums.map((album) => ({ ...album, note: formatDate(album.publishedAt) }))} />
    </Section>
  )
}
