/** The coming events of an artist, on the artist's page. */
import { listConcerts } from '#contract/concerts/concerts.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { EventRows } from './event-rows.tsx'

export const eventsOf = (artistId: string) => ({ query: { artistId } })

export function ArtistEvents({ artistId }: { artistId: string }) {
  const concerts = usePageData(listConcerts, eventsOf(artistId))?.concerts ?? []
  if (concerts.length === 0) return null
  return (
    <Section title={t('events.title')} more={{ href: '/events', label: t('common.seeAll') }}>
      <EventRows concerts={concerts} hasArtist={false} />
    </Section>
  )
}
