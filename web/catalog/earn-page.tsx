/** The tracks whose artists pay for listening now, and how earning works. */
import { lazy, Suspense } from 'react'
import { listActivePromos } from '#contract/listening/promos.ts'
import { ListHeading } from '#web/content/list-parts.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { TrackList } from './lists/track-list.tsx'

const OwnEarning = lazy(async () => ({ default: (await import('./lists/own-earning.tsx')).OwnEarning }))

export const load = (visit: Visit) => preload(visit, listActivePromos, {})

export function Page() {
  const promos = usePageData(listActivePromos, {})
  const isSignedIn = useSession((state) => state.session !== null)
  if (!promos) return <PageSkeleton label={t('common.loading')} />
  // Without the sats received, which would read as what the track pays: the rows say "Zap".
  const tracks = promos.flatMap(({ contentMetadata }) => (contentMetadata ? { ...contentMetadata, msatTotal: 0 } : []))
  return (
    <>
      <Head title={t('promos.title')} description={t('promos.lead')} path="/earn" />
      <ItemListLd
        name={t('promos.title')}
        items={tracks.map(({ id, title }) => ({ name: title, href: `/track/${id}` }))}
      />
      <ListHeading title={t('promos.title')} lead={t('promos.lead')} />
      <Suspense fallback={null}>{isSignedIn && <OwnEarning />}</Suspense>
      {tracks.length === 0 ? (
        <EmptyState sentence={t('promos.empty')} action={<ButtonLink to="/top">{t('promos.toTop')}</ButtonLink>} />
      ) : (
        <section aria-label={t('promos.list')}>
          <TrackList tracks={tracks} isOfArtist hasArtists />
        </section>
      )}
      <div className="mt-10 flex max-w-[60ch] flex-col gap-3 text-ink-2">
        <p>{t('promos.rules')}</p>
        <p className="signed-in:hidden">{t('promos.visitor')}</p>
        <p className="signed-in:hidden">
          <ButtonLink to="/login">{t('promos.logIn')}</ButtonLink>
        </p>
      </div>
    </>
  )
}
