/** An artist: portrait, words, what is loved most, everything released. */
import { redirect, useParams } from 'react-router'
import { listArtistAlbums } from '#contract/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/artists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { getTerms } from '#contract/payments.ts'
import { Head } from '../head.tsx'
import type { Visit } from '../router.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Feature } from '../ui/feature.tsx'
import { VerifiedIcon } from '../ui/icon.tsx'
import { Section } from '../ui/section.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { t } from '../words/words.ts'
import { ReleaseGrid } from './cards.tsx'
import { Received, WhoGetsWhat, WithFacts } from './facts.tsx'
import { JsonLd, useAbsolute } from './json-ld.tsx'
import { outsideLinks } from './outside-addresses.ts'
import { OutsideLinks } from './outside-links.tsx'
import { isId, preload, preloadQuietly, usePageData } from './page-data.ts'
import { PlayAllButton } from './play-button.tsx'
import { artistHref, playablesOfTracks } from './playables.ts'
import { ShareButton } from './share-button.tsx'
import { TrackList } from './track-list.tsx'
import { ZapButton } from './zap-button.tsx'

type Artist = Wire<typeof getArtistByUrl>

/** Under an id or a name of before, on to the name of today. */
export async function load(visit: Visit) {
  const artistUrl = visit.params['artistUrl'] ?? ''
  if (isId(artistUrl)) {
    const artist = await preload(visit, getArtist, { params: { artistId: artistUrl } })
    throw redirect(artistHref(artist.artistUrl))
  }
  const artist = await preload(visit, getArtistByUrl, { params: { artistUrl } })
  if (artist.artistUrl !== artistUrl) throw redirect(artistHref(artist.artistUrl))
  await Promise.all([
    preloadQuietly(visit, listArtistAlbums, { params: { artistId: artist.id }, query: {} }),
    preloadQuietly(visit, getTerms, { params: { contentId: artist.id } }),
  ])
}

export function Page() {
  const { artistUrl = '' } = useParams()
  const artist = usePageData(getArtistByUrl, { params: { artistUrl } })
  const albums = useAlbums(artist)
  if (!artist) return <PageSkeleton label={t('common.loading')} />
  const { topTracks } = artist
  const facts = (
    <>
      <WhoGetsWhat contentId={artist.id} />
      <Received amountMsat={artist.msatTotal} />
    </>
  )
  return (
    <>
      <ArtistHead artist={artist} />
      <ArtistFeature artist={artist} />
      <WithFacts facts={facts}>
        {topTracks.length > 0 && (
          <>
            <h2 className="mb-3 text-xl md:text-2xl">{t('catalog.topTracks')}</h2>
            <TrackList tracks={topTracks} isOfArtist />
          </>
        )}
        {topTracks.length === 0 && albums.length === 0 && <EmptyState sentence={t('catalog.emptyArtist')} />}
      </WithFacts>
      {albums.length > 0 && (
        <Section title={t('catalog.releases')}>
          <ReleaseGrid releases={albums} />
        </Section>
      )}
    </>
  )
}

/** All releases; the newest that came with the artist until they are there. */
function useAlbums(artist: Artist | undefined) {
  const input = { params: { artistId: artist?.id ?? '' }, query: {} }
  const all = usePageData(listArtistAlbums, input, { isEnabled: artist !== undefined })
  return (all ?? artist?.topAlbums ?? []).map((album) => ({
    ...album,
    note: [t(album.isSingle ? 'catalog.single' : 'catalog.album'), album.publishedAt?.slice(0, 4)]
      .filter(Boolean)
      .join(' · '),
  }))
}

function ArtistFeature({ artist }: { artist: Artist }) {
  return (
    <Feature
      title={artist.name}
      isRound
      kicker={
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
      colours={artist.colorInfo}
      actions={
        <>
          <PlayAllButton list={playablesOfTracks(artist.topTracks)} title={artist.name} />
          <ZapButton
            content={{
              contentId: artist.id,
              title: artist.name,
              artist: artist.name,
              artworkUrl: artist.artworkUrl,
            }}
          />
          <ShareButton path={artistHref(artist.artistUrl)} />
        </>
      }
    >
      {artist.bio && <p className="whitespace-pre-line">{artist.bio}</p>}
      <div className="mt-2.5">
        <OutsideLinks links={artist} />
      </div>
    </Feature>
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
        thing={{
          '@type': 'MusicGroup',
          name: artist.name,
          url: absolute(path),
          image: absolute(artist.artworkUrl),
          description,
          sameAs: outsideLinks(artist).map(({ href }) => href),
        }}
      />
    </>
  )
}
