/** The studio's overview: how to make a first release, or the current state and next steps. */
import { NewestReceived } from '#web/comments/received.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { PlusIcon, UploadIcon } from '#web/ui/icon.tsx'
import { GreatMark } from '#web/ui/mark.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { Collaborations } from './overview/collaborations.tsx'
import { Coming } from './overview/coming.tsx'
import { Figures } from './overview/figures.tsx'
import { NextSteps } from './overview/next-steps.tsx'
import { type Own, ownWith } from './content/own.ts'
import { AlbumTable, ArtistGrid, PodcastTable } from './overview/own-lists.tsx'
import { useFolderDrop } from './release/folder-drop.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

/** The rest is on separate pages. */
const SHOWN_MAX = 6

export function Page() {
  const isOver = useFolderDrop()
  return (
    <StudioFrame>
      {(own) => (
        <>
          {isOver && (
            <div
              aria-hidden="true"
              className="fixed inset-4 z-40 grid place-items-center rounded-header border-2 border-dashed border-purple bg-purple-soft/90"
            >
              <p className="title-great text-purple">{t('studio.uploadRelease')}</p>
            </div>
          )}
          {own.artists.length + own.albums.length + own.podcasts.length === 0 ? <Begin /> : <Overview own={own} />}
        </>
      )}
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

const MORE = [
  { href: '/studio/create/podcast', words: 'studio.emptyPodcast' },
  { href: '/studio/create/event', words: 'events.plan' },
  { href: '/studio/move', words: 'move.link' },
] as const

function Begin() {
  return (
    <>
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
          <div className="mt-7 flex flex-wrap items-center gap-2.5">
            <ButtonLink to="/studio/create/artist" size="large">
              {t('studio.emptyAction')}
            </ButtonLink>
            <ButtonLink
              to="/studio/upload"
              size="large"
              kind="quiet"
              icon={<UploadIcon size={18} aria-hidden="true" />}
            >
              {t('studio.emptyFolder')}
            </ButtonLink>
          </div>
          <p className="mt-3 flex flex-wrap gap-x-6">
            {MORE.map(({ href, words }) => (
              <Link
                key={href}
                to={href}
                className="inline-flex min-h-11 items-center font-semi text-purple hover:underline"
              >
                {t(words)}
              </Link>
            ))}
          </p>
        </div>
        <GreatMark className="hidden h-80 text-line lg:block" />
      </div>
      <Collaborations />
    </>
  )
}

function Overview({ own }: { own: Own }) {
  const albums = own.albums.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  const seeAll = (href: string, count: number) =>
    count > SHOWN_MAX ? { more: { href, label: t('common.seeAll') } } : {}
  return (
    <Settled>
      <StudioHeading
        title={t('studio.title')}
        actions={
          <>
            {ownWith(own, 'money').artists.length > 0 && (
              <ButtonLink to="/studio/create/event" kind="quiet" icon={<PlusIcon size={18} aria-hidden="true" />}>
                {t('events.plan')}
              </ButtonLink>
            )}
            <ButtonLink to="/studio/create/album" kind="quiet" icon={<PlusIcon size={18} aria-hidden="true" />}>
              {t('studio.newRelease')}
            </ButtonLink>
            <ButtonLink to="/studio/upload" icon={<UploadIcon size={18} aria-hidden="true" />}>
              {t('studio.upload')}
            </ButtonLink>
          </>
        }
      />
      <Figures />
      <Coming />
      <NextSteps own={ownWith(own, 'money')} />
      <NewestReceived />
      <Section title={t('studio.releases')} {...seeAll('/studio/albums', albums.length)}>
        {albums.length > 0 ? (
          <AlbumTable albums={albums.slice(0, SHOWN_MAX)} />
        ) : (
          <p className="text-ink-2">{t('studio.noReleases')}</p>
        )}
      </Section>
      <Section title={t('studio.artists')} more={{ href: '/studio/create/artist', label: t('studio.newArtist') }}>
        {own.artists.length > 0 ? <ArtistGrid own={own} /> : <p className="text-ink-2">{t('studio.noArtists')}</p>}
      </Section>
      <Section title={t('events.studio')} more={{ href: '/studio/events', label: t('common.seeAll') }}>
        <p className="max-w-[64ch] text-ink-2">{t('events.studioLead')}</p>
      </Section>
      <Section title={t('studio.podcasts')} more={{ href: '/studio/create/podcast', label: t('studio.newPodcast') }}>
        {own.podcasts.length > 0 ? (
          <PodcastTable podcasts={own.podcasts.slice(0, SHOWN_MAX)} />
        ) : (
          <p className="text-ink-2">{t('studio.noPodcasts')}</p>
        )}
      </Section>
      <Collaborations />
    </Settled>
  )
}
