/** Releases of others on which an artist is heard. */
import { ReleaseGrid, type Release } from '#web/catalog/lists/cards.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'

type Appearance = Omit<Release, 'note'> & { byline: string }

export function Appearances({ albums }: { albums: readonly Appearance[] }) {
  return (
    <Section title={t('catalog.appearsOn')}>
      <ReleaseGrid releases={albums.map((album) => ({ ...album, note: album.byline }))} />
    </Section>
  )
}
