/** An artist: portrait, description, top tracks and all releases. */
import { listArtistAlbums } from '#contract/catalog/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { listSimilarArtists } from '#contract/listening/discovery.ts'
import type { Wire } from '#contract/endpoint.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { Comments } from '#web/comments/comments.tsx'
import { Supporters } from '#web/comments/supporters.tsx'
import { Head } from '#web/frame/head.tsx'
import { FollowButton, FollowerCount } from '#web/likes/follow-button.tsx'
import { useParams, useSearchParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import { FollowLater } from '#web/likes/follow-later.tsx'
import type { Visit } from '#web/frame/page.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { VerifiedIcon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ArtistGrid, ReleaseGrid } from './lists/cards.tsx'
import { Facts, Received, RecipientShares } from '#web/content/facts.tsx'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { externalLinks } from './details/external-addresses.ts'
import { ExternalLinks } from './details/external-links.tsx'
import { isId, preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks, chatHref } from '#web/player/state/playables.ts'
import { RadioButton } from '#web/content/radio-button.tsx'
import { ReportButton } from '#web/content/report-button.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { TrackList } from './lists/track-list.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'

type Artist = Wire<typeof getArtistByUrl>

const PROSE = 'max-w-[62ch] text-lg leading-[1.6]'
/** A longer beginning of the biography is plain text. */
const LEAD_CHARACTERS = 180
/** Four rows of six, or twelve of two; the rest is shown on request. */
const RELEASES_SHOWN = 24
const wantsAll = (search: URLSearchParams): boolean => search.get('releases') === 'all'
/** Requests one more than is shown, to know whether there are more. */
const releasesOf = (artistId: string, search: URLSearchParams) => ({
  params: { artistId },
  query: wantsAll(search) ? {} : { limit: String(RELEASES_SHOWN + 1) },
})
const similarTo = (artistId: string) => ({ params: { artistId }, query: { limit: '10' } })

/** An id or a former name redirects to the current name. */
export async function load(visit: Visit) {
  const artistUrl = visit.params['artistUrl'] ?? ''
  if (isId(artistUrl)) {
    const artist = await preload(visit, getArtist, { params: { artistId: artistUrl } })
    throw redirect(artistHref(artist.artistUrl), 301)
  }
  const artist = await preload(visit, getArtistByUrl, { params: { artistUrl } })
  if (artist.artistUrl !== artistUrl) throw redirect(artistHref(artist.artistUrl), 301)
  await Promise.all([
    preloadQuietly(visit, listArtistAlbums, releasesOf(artist.id, visit.url.searchParams)),
    preloadQuietly(visit, getTerms, { params: { contentId: artist.id } }),
    preloadComments(visit, artist.id),
    preloadQuietly(visit, listSimilarArtists, similarTo(artist.id)),
  ])
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getArtistByUrl, { params: { artistUrl: visit.params['artistUrl'] ?? '' } })?.colorInfo

export function Page() {
  const { artistUrl = '' } = useParams()
  const artist = usePageData(getArtistByUrl, { params: { artistUrl } })
  const [search] = useSearchParams()
  const all = useAlbums(artist, search)
  const albums = wantsAll(search) ? all : all.slice(0, RELEASES_SHOWN)
  const isKnown = { isEnabled: artist !== undefined }
  const similar = usePageData(listSimilarArtists, similarTo(artist?.id ?? ''), isKnown) ?? []
  if (!artist) return <PageSkeleton label={t('common.loading')} />
  const { topTracks } = artist
  const facts = (
    <>
      <RecipientShares contentId={artist.id} />
      <Received amountMsat={artist.msatTotal} />
      <Supporters contentId={artist.id} />
      <ReportButton contentId={artist.id} title={artist.name} />
    </>
  )
  return (
    <>
      <ArtistHead artist={artist} />
      <ArtistPoster artist={artist} />
      {topTracks.length > 0 && (
        <section
          style={floodStyle(topTracks[0]?.colorInfo)}
          className="flood bleed mt-(--band) px-(--gut) py-[calc(var(--band)/2)]"
        >
          <h2 className="title-1 mb-6">{t('catalog.topTracks')}</h2>
          <TrackList tracks={topTracks} isOfArtist />
        </section>
      )}
      {topTracks.length === 0 && albums.length === 0 && <EmptyState sentence={t('catalog.emptyArtist')} />}
      <SplitPoster contentId={artist.id} />
      <Facts>{facts}</Facts>
      {albums.length > 0 && (
        <Section title={t('catalog.releases')}>
          <ReleaseGrid releases={albums} />
          {all.length > albums.length && (
            <div className="mt-8 flex justify-center">
              <ButtonLink
                kind="quiet"
                to={`${artistHref(artist.artistUrl)}?releases=all`}
                replace
                preventScrollReset
                aria-label={`${t('catalog.releases')}: ${t('common.seeAll')}`}
              >
                {t('common.seeAll')}
              </ButtonLink>
            </div>
          )}
        </Section>
      )}
      {artist.room !== null && <ChatLink artist={artist} />}
      <Comments
        content={{
          contentId: artist.id,
          title: artist.name,
          artist: artist.name,
          artworkUrl: artist.artworkUrl,
        }}
        playables={playablesOfTracks(topTracks)}
      />
      {similar.length > 0 && (
        <Section title={t('catalog.similar')}>
          <ArtistGrid artists={similar} />
        </Section>
      )}
    </>
  )
}

/** Releases, newest first; until they have loaded, those included in the artist response. */
function useAlbums(artist: Artist | undefined, search: URLSearchParams) {
  const all = usePageData(listArtistAlbums, releasesOf(artist?.id ?? '', search), { isEnabled: artist !== undefined })
  return (all ?? artist?.topAlbums ?? []).map((album) => ({
    ...album,
    note: [t(album.isSingle ? 'catalog.single' : 'catalog.album'), album.publishedAt?.slice(0, 4)]
      .filter(Boolean)
      .join(' · '),
  }))
}

function ArtistPoster({ artist }: { artist: Artist }) {
  return (
    <Poster
      title={artist.name}
      fit={artist.titleFit}
      byline={
        artist.verified ? (
          <span className="flex items-center gap-1.5">
            <VerifiedIcon size={18} aria-hidden="true" />
            {t('catalog.verified')}
          </span>
        ) : (
          t('catalog.artist')
        )
      }
      coverUrl={artist.artworkUrl}
      seed={artist.id}
      actions={
        <>
          <PlayDisc list={playablesOfTracks(artist.topTracks)} title={artist.name} />
          <ZapButton
            content={{
              contentId: artist.id,
              title: artist.name,
              artist: artist.name,
              artworkUrl: artist.artworkUrl,
            }}
          />
          <FollowButton contentId={artist.id} name={artist.name} />
          {artist.topTracks.length > 0 && <RadioButton from={artist.id} title={artist.name} />}
          <ShareButton
            target={{
              path: artistHref(artist.artistUrl),
              title: artist.name,
              artworkUrl: artist.artworkUrl,
              contentId: artist.id,
            }}
          />
        </>
      }
    >
      {artist.bio && <Biography text={artist.bio} />}
      <p className="mt-2 text-sm empty:hidden">
        <FollowerCount contentId={artist.id} />
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ExternalLinks links={artist} />
        {artist.npub !== null && <FollowLater whom={{ key: artist.npub }} name={artist.name} size="small" />}
      </div>
    </Poster>
  )
}

/** Its beginning is as large as a title, unless the first paragraph is long. */
function Biography({ text }: { text: string }) {
  const [first = '', ...others] = text.split(/\n+/)
  const isShort = first.length <= LEAD_CHARACTERS
  return (
    <div className="mt-6 mb-4">
      <p className={isShort ? 'title-2 max-w-[34ch] text-pretty' : PROSE}>{first}</p>
      {others.length > 0 && <p className={classNames(PROSE, 'mt-4 whitespace-pre-line')}>{others.join('\n')}</p>}
    </div>
  )
}

/** The chat comes from relays and needs much code that this page does without. */
function ChatLink({ artist: { name, artistUrl } }: { artist: Artist }) {
  return (
    <section className="mt-11 flex flex-wrap items-center justify-between gap-4 rounded-bar border border-line bg-highlight p-5">
      <div>
        <h2 className="text-xl">{t('room.title')}</h2>
        <p className="text-ink-2">{t('room.lead', { artist: name })}</p>
      </div>
      <ButtonLink kind="quiet" to={chatHref(artistUrl)}>
        {t('room.enter')}
      </ButtonLink>
    </section>
  )
}

function ArtistHead({ artist }: { artist: Artist }) {
  const absolute = useAbsolute()
  const path = artistHref(artist.artistUrl)
  const description = artist.bio || t('catalog.artistDescription', { artist: artist.name })
  return (
    <>
      <Head
        title={artist.name}
        description={description}
        path={path}
        shared={{ type: 'music.musician', imageUrl: artist.artworkUrl }}
      />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicGroup',
            name: artist.name,
            url: absolute(path),
            image: absolute(artist.artworkUrl),
            description,
            sameAs: externalLinks(artist).map(({ href }) => href),
          }
        }
      />
    </>
  )
}
