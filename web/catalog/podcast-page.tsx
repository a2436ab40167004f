/** A show: its artwork and description, all episodes and its splits. */
import type { Wire } from '#contract/endpoint.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { getPodcast, getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { LateComments } from '#web/comments/late-comments.ts'
import { Supporters } from '#web/comments/supporters.tsx'
import { FeedLink, Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { FollowButton } from '#web/likes/follow-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { useAccount } from '#web/session/account.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { isPublic, StateBadge } from '#web/content/badges.tsx'
import { EpisodeList } from './lists/episode-list.tsx'
import { groupBySeason } from './lists/seasons.ts'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { isId, preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfEpisodes, podcastHref, type EpisodeWire } from '#web/player/state/playables.ts'
import { ShareButton } from '#web/content/share-button.tsx'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { countEpisodes } from '#web/content/number-formats.ts'
import { ZapButton } from '#web/content/zap-button.tsx'
import { whenNear } from '#web/ui/when-near.tsx'

const PageFoot = whenNear(async () => (await import('./details/page-foot.tsx')).PageFoot)
const ExternalLinks = whenNear(async () => (await import('./details/external-links.tsx')).ExternalLinks)

type Show = Wire<typeof getPodcastByUrl>

/** A description this short is as large as a title. */
const LEAD_CHARACTERS = 220

/** An id or a former name redirects to the current name. */
export async function load(visit: Visit) {
  const podcastUrl = visit.params['podcastUrl'] ?? ''
  if (isId(podcastUrl)) {
    const show = await preload(visit, getPodcast, { params: { podcastId: podcastUrl } })
    throw redirect(podcastHref(show.podcastUrl), 301)
  }
  const show = await preload(visit, getPodcastByUrl, { params: { podcastUrl } })
  if (show.podcastUrl !== podcastUrl) throw redirect(podcastHref(show.podcastUrl), 301)
  await Promise.all([
    preloadQuietly(visit, getTerms, { params: { contentId: show.id } }),
    preloadComments(visit, show.id),
  ])
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getPodcastByUrl, { params: { podcastUrl: visit.params['podcastUrl'] ?? '' } })?.colorInfo

/** `isPreview`: shown inside a studio page, which has its own title. */
export function Page({ isPreview = false }: { isPreview?: boolean }) {
  const { podcastUrl = '' } = useParams()
  const show = usePageData(getPodcastByUrl, { params: { podcastUrl } })
  const own = useOwnEpisodes(show)
  if (!show) return <PageSkeleton label={t('common.loading')} />
  const episodes = own ?? show.episodes
  return (
    <>
      {!isPreview && <ShowHead show={show} />}
      <div className="[--title-most:14.5rem]">
        <ShowPoster show={show} episodes={episodes} />
      </div>
      <NewestHorizon episodes={show.episodes} />
      <section className="mt-(--band)">
        <h2 className="title-1 mb-6">{t('catalog.episodeList')}</h2>
        {episodes.length === 0 ? (
          <EmptyState sentence={t('catalog.emptyShow')} />
        ) : (
          <Seasons episodes={episodes} showArtworkUrl={show.artworkUrl} />
        )}
      </section>
      <SplitPoster contentId={show.id} receivedMsat={show.msatTotal} isEnabled={isPublic(show)} />
      {isPublic(show) && <Supporters contentId={show.id} />}
      {isPublic(show) && (
        <LateComments
          content={{
            contentId: show.id,
            title: show.name,
            artist: show.name,
            artworkUrl: show.artworkUrl,
          }}
          playables={playablesOfEpisodes(episodes)}
        />
      )}
      <PageFoot content={{ id: show.id, isPublic: isPublic(show) }} title={show.name} />
    </>
  )
}

function Seasons({ episodes, showArtworkUrl }: { episodes: EpisodeWire[]; showArtworkUrl: string | null }) {
  const groups = groupBySeason(episodes)
  return groups.map(({ season, episodes: shown }, index) => (
    <section key={`${season} ${index}`} className={index === 0 ? '' : 'mt-[clamp(2rem,4vw,4rem)]'}>
      {season !== null && <h3 className="mb-3 title-2">{t('catalog.season', { season })}</h3>}
      {season === null && index > 0 && <h3 className="mb-3 title-2">{t('catalog.otherEpisodes')}</h3>}
      <EpisodeList episodes={shown} showArtworkUrl={showArtworkUrl} hasSeasons={groups.length === 1} />
    </section>
  ))
}

/** All episodes end to end would be too dense: the newest represents the podcast. */
function NewestHorizon({ episodes }: { episodes: EpisodeWire[] }) {
  const list = playablesOfEpisodes(episodes)
  const [newest] = list
  if (!newest) return null
  return (
    <section className="mt-[calc(var(--band)*0.6)]">
      <h2 className="font-text text-base font-semi tracking-normal">
        <Link to={`/episode/${newest.id}`} className="leading-6 hover:underline">
          {t('horizon.newestEpisode', { title: newest.title })}
        </Link>
      </h2>
      <LateHorizon contentId={newest.id} title={newest.title} list={list} />
    </section>
  )
}

/** The show's owner also sees its unpublished episodes. */
function useOwnEpisodes(show: Show | undefined): EpisodeWire[] | undefined {
  const { data: account } = useAccount()
  const isOwner = show !== undefined && account?.id === show.userId
  const input = { params: { podcastId: show?.id ?? '' }, query: { unpublished: 'true' } }
  return usePageData(listPodcastEpisodes, input, { isEnabled: isOwner })
}

function ShowPoster({ show, episodes }: { show: Show; episodes: EpisodeWire[] }) {
  return (
    <Poster
      title={show.name}
      fit={show.titleFit}
      transitionName="cover"
      byline={
        <>
          <StateBadge content={show} />
          {t('catalog.show')}
        </>
      }
      coverUrl={show.artworkUrl}
      seed={show.id}
      actions={
        <>
          <PlayDisc list={playablesOfEpisodes(episodes)} title={show.name} />
          {isPublic(show) && (
            <>
              <ZapButton
                content={{
                  contentId: show.id,
                  title: show.name,
                  artist: show.name,
                  artworkUrl: show.artworkUrl,
                }}
              />
              <FollowButton contentId={show.id} name={show.name} />
              <ShareButton
                target={{
                  path: podcastHref(show.podcastUrl),
                  title: show.name,
                  artworkUrl: show.artworkUrl,
                  contentId: show.id,
                }}
              />
            </>
          )}
        </>
      }
    >
      {show.description && (
        <p
          className={classNames(
            'mt-6 whitespace-pre-line',
            show.description.length <= LEAD_CHARACTERS ? 'title-2 max-w-[34ch] text-pretty' : 'max-w-[52ch] md:text-lg',
          )}
        >
          {show.description}
        </p>
      )}
      <p className="mt-2 text-sm">{countEpisodes(episodes.length)}</p>
      <div className="mt-1.5">
        <ExternalLinks links={show} />
      </div>
    </Poster>
  )
}

function ShowHead({ show }: { show: Show }) {
  const absolute = useAbsolute()
  const path = podcastHref(show.podcastUrl)
  const description = show.description || t('catalog.showDescription', { title: show.name })
  return (
    <>
      <Head
        title={show.name}
        description={description}
        path={path}
        isHidden={show.isDraft}
        shared={{ type: 'website' }}
      />
      {import.meta.env.SSR && !show.isDraft && <FeedLink kind="podcast" id={show.id} title={show.name} />}
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'PodcastSeries',
            name: show.name,
            url: absolute(path),
            image: [absolute(show.artworkUrl), absolute(cardPathOf(path))],
            description,
            webFeed: absolute(`/rss/podcast/${show.id}`),
            ...(show.language !== null && { inLanguage: show.language }),
          }
        }
      />
    </>
  )
}
