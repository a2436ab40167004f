/** The studio's first page: the way to the first release, or what one has. */
import { ButtonLink } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icon.tsx'
import { GreatMark } from '../ui/mark.tsx'
import { Section } from '../ui/section.tsx'
import { Link } from 'react-router'
import { t } from '../words/words.ts'
import type { Own } from './own.ts'
import { AlbumTable, ArtistGrid, PodcastTable } from './own-lists.tsx'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {(own) =>
        own.artists.length + own.albums.length + own.podcasts.length === 0 ? <Begin /> : <Overview own={own} />
      }
    </StudioFrame>
  )
}

const STEPS = [
  'studio.emptyStep1',
  'studio.emptyStep2',
  'studio.emptyStep3',
  'studio.emptyStep4',
  'studio.emptyStep5',
] as const

function Begin() {
  return (
    <div className="grid items-center gap-x-12 gap-y-6 py-6 md:py-12 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="max-w-[560px]">
        <h1 className="title-huge">{t('studio.emptyTitle')}</h1>
        <p className="mt-4 text-lg text-ink-2">{t('studio.emptyLead')}</p>
        <ol className="mt-7 border-t border-line">
          {STEPS.map((step, index) => (
            <li key={step} className="flex items-center gap-4 border-b border-line py-3">
              <span aria-hidden="true" className="numeral w-7 text-xl">
                {index + 1}
              </span>
              {t(step)}
            </li>
          ))}
        </ol>
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
          <ButtonLink to="/studio/create/artist" size="large">
            {t('studio.emptyAction')}
          </ButtonLink>
          <Link to="/studio/create/podcast" className="font-semi text-purple hover:underline">
            {t('studio.emptyPodcast')}
          </Link>
        </div>
      </div>
      <GreatMark className="hidden h-80 text-line lg:block" />
    </div>
  )
}

function Overview({ own }: { own: Own }) {
  const plus = <PlusIcon size={18} aria-hidden="true" />
  return (
    <>
      <StudioHeading
        title={t('studio.title')}
        actions={
          <ButtonLink to="/studio/create/album" icon={plus}>
            {t('studio.newRelease')}
          </ButtonLink>
        }
      />
      {own.albums.length > 0 ? (
        <AlbumTable albums={own.albums} />
      ) : (
        <p className="text-ink-2">{t('studio.noReleases')}</p>
      )}
      <Section title={t('studio.artists')} more={{ href: '/studio/create/artist', label: t('studio.newArtist') }}>
        {own.artists.length > 0 ? <ArtistGrid own={own} /> : <p className="text-ink-2">{t('studio.noArtists')}</p>}
      </Section>
      <Section title={t('studio.podcasts')} more={{ href: '/studio/create/podcast', label: t('studio.newPodcast') }}>
        {own.podcasts.length > 0 ? (
          <PodcastTable podcasts={own.podcasts} />
        ) : (
          <p className="text-ink-2">{t('studio.noPodcasts')}</p>
        )}
      </Section>
    </>
  )
}
