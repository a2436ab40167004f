/** The public page of a user: avatar, names, Lightning address and what they have published. */
import { lazy, Suspense, useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getProfile } from '#contract/accounts/users.ts'
import { listUserPlaylists } from '#contract/listening/playlists.ts'
import { artistHref, podcastHref } from '#web/player/state/playables.ts'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'
import { ShareButton } from '#web/content/share-button.tsx'
import { Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { hasPage } from '#web/routes.ts'
import { FollowLater } from '#web/likes/follow-later.tsx'
import { Mosaic, type MosaicTrack } from '#web/playlists/mosaic.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { QrIcon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton, Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { useOwnHost } from './own-host.ts'
import { formatMoment } from '#web/words/format.ts'

type Profile = Wire<typeof getProfile>

const profileHref = (profileUrl: string) => `/profile/${profileUrl}`

/** A former username redirects to the current one. */
export async function load(visit: Visit) {
  const profileUrl = visit.params['profileUrl'] ?? ''
  const profile = await preload(visit, getProfile, { params: { profileUrl } })
  if (profile.profileUrl !== profileUrl) throw redirect(profileHref(profile.profileUrl))
  await preloadQuietly(visit, listUserPlaylists, { params: { userId: profile.id } })
}

export function Page() {
  const { profileUrl = '' } = useParams()
  const profile = usePageData(getProfile, { params: { profileUrl } })
  const host = useOwnHost()
  const { data: account } = useAccount()
  if (!profile) return <PageSkeleton label={t('common.loading')} />
  const address = host === null ? null : `${profile.name}@${host}`
  const isOwn = account?.id === profile.id
  return (
    <>
      <ProfileHead profile={profile} address={address} />
      <Poster
        title={profile.displayName ?? profile.name}
        fit={null}
        byline={`@${profile.name}`}
        coverUrl={profile.artworkUrl}
        seed={profile.id}
        actions={
          <>
            {isOwn && (
              <ButtonLink to="/settings/profile" kind="outline">
                {t('people.edit')}
              </ButtonLink>
            )}
            {!isOwn && account && account.nostrProfileData.length > 0 && (
              <ButtonLink to={`/messages?new=${encodeURIComponent(profile.name)}`} kind="outline">
                {t('messages.writeTo')}
              </ButtonLink>
            )}
            {!isOwn && <FollowLater whom={{ username: profile.name }} name={profile.displayName ?? profile.name} />}
            <ShareButton
              target={{
                path: profileHref(profile.profileUrl),
                title: profile.displayName ?? profile.name,
                lightningName: profile.name,
                artworkUrl: profile.artworkUrl,
              }}
            />
          </>
        }
      >
        <p>{t('people.since', { month: writeMonth(profile.createdAt) })}</p>
      </Poster>
      <AddressPanel address={address} />
      <Published profile={profile} isOwn={isOwn} />
    </>
  )
}

/** In UTC, so that server and browser render the same text. */
const writeMonth = (iso: string) => formatMoment(new Date(iso), { month: 'long', year: 'numeric', timeZone: 'UTC' })

function ProfileHead({ profile, address }: { profile: Profile; address: string | null }) {
  const absolute = useAbsolute()
  const { brandName: brand } = useSettings()
  const { displayName, name, artworkUrl, profileUrl } = profile
  const path = profileHref(profileUrl)
  const title = displayName ?? name
  return (
    <>
      <Head
        title={title}
        description={
          address === null
            ? t('people.about', { name: title, brand })
            : t('people.aboutPay', { name: title, brand, address })
        }
        path={path}
        shared={{ type: 'profile' }}
      />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'ProfilePage',
            mainEntity: {
              '@type': 'Person',
              name: title,
              alternateName: name,
              url: absolute(path),
              image: [absolute(artworkUrl), absolute(cardPathOf(path))],
            },
          }
        }
      />
    </>
  )
}

/** Large, and rarely used. */
const Qr = lazy(async () => ({ default: (await import('#web/ui/images/qr.tsx')).Qr }))

function AddressPanel({ address }: { address: string | null }) {
  const [isQrShown, setIsQrShown] = useState(false)
  const labels = { idle: t('common.copy'), copied: t('common.copied') }
  return (
    <section
      aria-labelledby="lightning-address"
      className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-5 rounded-bar border border-line bg-highlight px-5 py-5 md:rounded-header md:px-9 md:py-7"
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 id="lightning-address" className="font-text text-base font-semi tracking-normal">
          {t('people.addressTitle')}
        </h2>
        {address === null ? (
          <Skeleton className="my-2 h-5 w-56 max-w-full" />
        ) : (
          <p className="mt-1 text-lg font-semi break-words">{address}</p>
        )}
        <p className="mt-1 max-w-[56ch] text-sm text-ink-2">{t('people.addressHint')}</p>
        <div className="mt-4 flex flex-wrap gap-2.5">
          <CopyButton text={address ?? ''} labels={labels} />
          {!isQrShown && (
            <Button kind="quiet" icon={<QrIcon size={17} aria-hidden="true" />} onClick={() => setIsQrShown(true)}>
              {t('people.showQr')}
            </Button>
          )}
        </div>
      </div>
      {isQrShown && address !== null && (
        <Suspense fallback={<Skeleton className="size-[220px] max-md:mx-auto" />}>
          <Qr
            text={`lightning:${address}`}
            copyText={address}
            label={t('people.addressQr', { address })}
            labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
            className="max-w-[220px]! max-md:mx-auto"
          />
        </Suspense>
      )}
    </section>
  )
}

function Published({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { artists, podcasts, displayName, name } = profile
  const playlists = usePageData(listUserPlaylists, { params: { userId: profile.id } }) ?? []
  if (artists.length === 0 && podcasts.length === 0 && playlists.length === 0) {
    const action = isOwn && hasPage('/studio') && (
      <ButtonLink to="/studio" kind="quiet">
        {t('people.openStudio')}
      </ButtonLink>
    )
    const sentence = isOwn ? t('people.nothingOwn') : t('people.nothing', { name: displayName ?? name })
    return <EmptyState sentence={sentence} action={action} />
  }
  return (
    <>
      {artists.length > 0 && (
        <Section title={t('people.artists')}>
          <Cards isRound cards={artists.map((artist) => ({ ...artist, href: artistHref(artist.artistUrl) }))} />
        </Section>
      )}
      {podcasts.length > 0 && (
        <Section title={t('people.podcasts')}>
          <Cards cards={podcasts.map((podcast) => ({ ...podcast, href: podcastHref(podcast.podcastUrl) }))} />
        </Section>
      )}
      {playlists.length > 0 && (
        <Section title={t('people.playlists')}>
          <Cards
            cards={playlists.map(({ id, title, tracks }) => ({
              id,
              name: title,
              artworkUrl: null,
              tracks,
              href: `/playlist/${id}`,
            }))}
          />
        </Section>
      )}
    </>
  )
}

type Card = { id: string; name: string; artworkUrl: string | null; href: string; tracks?: readonly MosaicTrack[] }

function Cards({ cards, isRound = false }: { cards: Card[]; isRound?: boolean }) {
  return (
    <ul className="card-grid gap-x-4 gap-y-8 md:gap-x-7">
      {cards.map(({ id, name, artworkUrl, href, tracks }) => (
        <li key={id} className={isRound ? 'min-w-0 text-center' : 'min-w-0'}>
          <Link to={href} className="group block">
            {tracks === undefined ? (
              <Cover
                src={artworkUrl}
                alt=""
                seed={id}
                shape={isRound ? 'round' : 'square'}
                className="transition-transform duration-200 group-hover:-translate-y-1"
              />
            ) : (
              <Mosaic
                tracks={tracks}
                seed={id}
                className="transition-transform duration-200 group-hover:-translate-y-1"
              />
            )}
            <span className="mt-3 line-clamp-2 font-semi group-hover:underline">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
