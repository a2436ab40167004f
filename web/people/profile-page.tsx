/** The public page of a user, in the colours of their best-known release: names, Lightning address, and what they have
 * published. */
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getProfile } from '#contract/accounts/users.ts'
import { listUserPlaylists } from '#contract/listening/playlists.ts'
import { artistHref, podcastHref } from '#web/player/state/playables.ts'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { ShareButton } from '#web/content/share-button.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'
import { Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { FollowLater } from '#web/likes/follow-later.tsx'
import { Mosaic, type MosaicTrack } from '#web/playlists/mosaic.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { CardCover } from '#web/ui/images/cover.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton, Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
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

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getProfile, { params: { profileUrl: visit.params['profileUrl'] ?? '' } })?.record?.colorInfo

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
        fit={profile.titleFit}
        byline={`@${profile.name}`}
        coverUrl={profile.artworkUrl ?? profile.record?.artworkUrl ?? null}
        seed={profile.artworkUrl === null ? (profile.record?.id ?? profile.id) : profile.id}
        actions={<Actions profile={profile} />}
      >
        <p className="mt-4 text-lg">{t('people.since', { month: formatMonth(profile.createdAt) })}</p>
        <AddressPanel address={address} />
      </Poster>
      <Published profile={profile} isOwn={isOwn} />
    </>
  )
}

function Actions({ profile }: { profile: Profile }) {
  const { data: account } = useAccount()
  const { id, name, profileUrl, artworkUrl, artists } = profile
  const title = profile.displayName ?? name
  const [artist] = artists
  const isOwn = account?.id === id
  return (
    <>
      {!isOwn && artist && (
        <ZapButton
          content={{ contentId: artist.id, title: artist.name, artist: artist.name, artworkUrl: artist.artworkUrl }}
        />
      )}
      {isOwn && (
        <ButtonLink to="/settings/profile" kind="outline">
          {t('people.edit')}
        </ButtonLink>
      )}
      {!isOwn && account && account.nostrProfileData.length > 0 && (
        <ButtonLink to={`/messages?new=${encodeURIComponent(name)}`} kind="outline">
          {t('messages.writeTo')}
        </ButtonLink>
      )}
      {!isOwn && <FollowLater whom={{ username: name }} name={title} />}
      <ShareButton target={{ path: profileHref(profileUrl), title, lightningName: name, artworkUrl }} />
    </>
  )
}

/** In UTC, so that server and browser render the same text. */
const formatMonth = (iso: string) => formatMoment(new Date(iso), { month: 'long', year: 'numeric', timeZone: 'UTC' })

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

/** Rarely seen, and not needed to read the page. */
const EmptyShelf = lazy(async () => ({ default: (await import('#web/content/empty/empty-shelf.tsx')).EmptyShelf }))

/** Large, and rarely used. */
const Qr = lazy(async () => ({ default: (await import('#web/ui/images/qr.tsx')).Qr }))

function AddressPanel({ address }: { address: string | null }) {
  const [isQrShown, setIsQrShown] = useState(false)
  const labels = { idle: t('common.copy'), copied: t('common.copied') }
  return (
    <section
      aria-labelledby="lightning-address"
      className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-5 border-t border-line-2 pt-6"
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 id="lightning-address" className="font-text text-base font-medium tracking-normal">
          {t('people.addressTitle')}
        </h2>
        {address === null ? (
          <Skeleton className="my-2 h-5 w-56 max-w-full" />
        ) : (
          <p className="mt-2 title-2">{address}</p>
        )}
        <p className="mt-1 max-w-[56ch] text-sm text-ink-2">{t('people.addressHint')}</p>
        <div className="mt-4 flex flex-wrap gap-2.5">
          <CopyButton text={address ?? ''} labels={labels} />
          {!isQrShown && (
            <Button kind="quiet" onClick={() => setIsQrShown(true)}>
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
    const sentence = isOwn ? t('people.nothingOwn') : t('people.nothing', { name: displayName ?? name })
    return (
      <Suspense>
        <EmptyShelf
          title={t('shelf.titleRoom')}
          sentence={sentence}
          action={
            isOwn && (
              <ButtonLink to="/studio" size="large">
                {t('people.openStudio')}
              </ButtonLink>
            )
          }
        />
      </Suspense>
    )
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
              <CardCover src={artworkUrl} seed={id} shape={isRound ? 'round' : 'square'} />
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

const never = () => () => undefined

/** The host of Lightning addresses on this server. Without a configured public URL it is the host in the browser's
 * address bar, which the server does not know: null until hydration. */
function useOwnHost(): string | null {
  const { publicUrl } = useSettings()
  const host = useSyncExternalStore(
    never,
    () => location.host,
    () => null,
  )
  return publicUrl === '' ? host : new URL(publicUrl).host
}
