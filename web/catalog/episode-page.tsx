/** One episode: large artwork and title, its waveform, its description and its splits. */
import { lazy, Suspense } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { getChapters } from '#contract/catalog/moments.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { urlOfLicence } from '#contract/catalog/releases.ts'
import { getTranscript } from '#contract/catalog/transcripts.ts'
import { getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { LateComments } from '#web/comments/late-comments.ts'
import { Supporters } from '#web/comments/supporters.tsx'
import { Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { OnNostr } from '#web/reactions/on-nostr.tsx'
import type { Visit } from '#web/frame/page.ts'
import { useStartAt } from '#web/player/share/start-at.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { whenNear } from '#web/ui/when-near.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { LateBookmarks } from '#web/content/late-bookmarks.tsx'
import { ExplicitMark, isPublic, StateBadge } from '#web/content/badges.tsx'
import { isSpecial, nameOfKind, placeOf } from './lists/episode-place.ts'
import { Chapters } from './episode/chapters.tsx'
import { audioLd, isoDuration, JsonLd, placeLd, seasonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfEpisodes, podcastHref } from '#web/player/state/playables.ts'
import { ShareButton } from '#web/content/share-button.tsx'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { AudioWave } from './details/audio-wave.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'

const EpisodeList = whenNear(async () => (await import('./lists/episode-list.tsx')).EpisodeList)
const ShowNotes = whenNear(async () => (await import('./episode/show-notes.tsx')).ShowNotes)
const Soundbites = whenNear(async () => (await import('./episode/soundbites.tsx')).Soundbites)
const Transcript = whenNear(async () => (await import('./episode/transcript.tsx')).Transcript)
const ReleaseLines = whenNear(async () => (await import('./details/release-lines.tsx')).ReleaseLines)
const PageFoot = whenNear(async () => (await import('./details/page-foot.tsx')).PageFoot)

/** Its script is loaded after the page; the server has already rendered it. */
const SaveButton = lazy(async () => ({ default: (await import('#web/offline/save-button.tsx')).SaveButton }))

type Episode = Wire<typeof getEpisode>

const LEAD_CHARACTERS = 220
/** A longer transcript is not in the HTML of the page: the browser loads it. */
const TRANSCRIPT_IN_PAGE_CHARACTERS = 200_000
const NOTES = 'max-w-[52ch] text-lg leading-[1.55] whitespace-pre-line'

export async function load(visit: Visit) {
  const episodeId = visit.params['episodeId'] ?? ''
  const [episode] = await Promise.all([
    preload(visit, getEpisode, { params: { episodeId } }),
    preloadQuietly(visit, getTerms, { params: { contentId: episodeId } }),
    preloadQuietly(visit, getChapters, { params: { episodeId } }),
    preloadComments(visit, episodeId),
  ])
  const { podcastUrl, transcriptCharacters: length } = episode
  await Promise.all([
    preloadQuietly(visit, getPodcastByUrl, { params: { podcastUrl } }),
    length > 0 &&
      length <= TRANSCRIPT_IN_PAGE_CHARACTERS &&
      preloadQuietly(visit, getTranscript, { params: { episodeId } }),
  ])
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getEpisode, { params: { episodeId: visit.params['episodeId'] ?? '' } })?.colorInfo

export function Page() {
  const { episodeId = '' } = useParams()
  const episode = usePageData(getEpisode, { params: { episodeId } })
  useStartAt(episode && playablesOfEpisodes([episode])[0])
  if (!episode) return <PageSkeleton label={t('common.loading')} />
  const [playable] = playablesOfEpisodes([episode])
  return (
    <>
      <EpisodeHead episode={episode} />
      <div className="[--title-most:14.5rem]">
        <EpisodePoster episode={episode} />
      </div>
      {playable && <AudioWave playable={playable} isPublic={isPublic(episode)} />}
      {playable && episode.soundbites?.length > 0 && <Soundbites soundbites={episode.soundbites} playable={playable} />}
      {playable && <Chapters playable={playable} />}
      {episode.notes && <ShowNotes text={episode.notes} playable={playable} />}
      {episode.transcriptCharacters > 0 && <Transcript episodeId={episode.id} playable={playable} />}
      <SplitPoster contentId={episode.id} receivedMsat={episode.msatTotal} isEnabled={isPublic(episode)} />
      {isPublic(episode) && <Supporters contentId={episode.id} />}
      <LateBookmarks playable={playable} />
      {isPublic(episode) && (
        <LateComments
          content={{
            contentId: episode.id,
            title: episode.title,
            artist: episode.podcast,
            artworkUrl: episode.artworkUrl,
          }}
          playables={playable ? [playable] : []}
        />
      )}
      {isPublic(episode) && <OnNostr key={episode.id} type="episode" contentId={episode.id} />}
      <MoreOfShow episode={episode} />
      <ReleaseLines content={{ location: episode.location, licence: episode.licence }} />
      <PageFoot content={{ id: episode.id, isPublic: isPublic(episode) }} title={episode.title} made={episode} />
    </>
  )
}

/** A short beginning is as large as a title. */
function Description({ text, hasTitle }: { text: string; hasTitle: boolean }) {
  const [first = '', ...others] = text.split(/\n+/)
  const isShort = first.length <= LEAD_CHARACTERS
  return (
    <section className="mt-7">
      {hasTitle && <h2 className="mb-3 font-text text-base font-semi tracking-normal">{t('episode.notes')}</h2>}
      <p className={isShort ? 'title-2 max-w-[34ch] text-pretty' : NOTES}>{first}</p>
      {others.length > 0 && <p className={classNames(NOTES, 'mt-5')}>{others.join('\n')}</p>}
    </section>
  )
}

function EpisodePoster({ episode }: { episode: Episode }) {
  const notes = [
    isSpecial(episode.kind) ? nameOfKind(episode.kind) : null,
    ...placeOf(episode),
    episode.publishedAt === null ? null : formatDate(episode.publishedAt),
    episode.duration === null ? null : formatDuration(episode.duration),
  ].filter((note) => note !== null)
  return (
    <Poster
      title={episode.title}
      fit={episode.titleFit}
      transitionName="cover"
      byline={
        <>
          <StateBadge content={episode} />
          <Link to={podcastHref(episode.podcastUrl)} className="hover:underline">
            {episode.podcast}
          </Link>
        </>
      }
      coverUrl={episode.artworkUrl}
      seed={episode.podcastId}
      actions={<EpisodeActions episode={episode} />}
    >
      <p className="dotted">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        {episode.isExplicit && (
          <span>
            <ExplicitMark />
          </span>
        )}
      </p>
      {episode.description && <Description text={episode.description} hasTitle={!episode.notes} />}
    </Poster>
  )
}

function EpisodeActions({ episode }: { episode: Episode }) {
  return (
    <>
      <PlayDisc list={playablesOfEpisodes([episode])} title={episode.title} />
      {isPublic(episode) && (
        <>
          <ZapButton
            content={{
              contentId: episode.id,
              title: episode.title,
              artist: episode.podcast,
              artworkUrl: episode.artworkUrl,
            }}
          />
          <LikeButton contentId={episode.id} title={episode.title} />
          <Suspense fallback={null}>
            <SaveButton
              path={`/episode/${episode.id}`}
              title={episode.title}
              pendingSave={async () => (await import('#web/offline/pending-saves.ts')).pendingSaveOfEpisode(episode)}
            />
          </Suspense>
          <ShareButton
            target={{
              path: `/episode/${episode.id}`,
              title: episode.title,
              byline: episode.podcast,
              artworkUrl: episode.artworkUrl,
              contentId: episode.id,
              durationSeconds: episode.duration ?? 0,
            }}
          />
        </>
      )}
    </>
  )
}

function MoreOfShow({ episode }: { episode: Episode }) {
  const show = usePageData(getPodcastByUrl, { params: { podcastUrl: episode.podcastUrl } })
  const others = show?.episodes.filter(({ id }) => id !== episode.id).slice(0, 5) ?? []
  if (!show || others.length === 0) return null
  return (
    <Section
      title={t('catalog.fromShow', { title: episode.podcast })}
      more={{ href: podcastHref(episode.podcastUrl), label: t('catalog.showAll') }}
    >
      <EpisodeList episodes={others} showArtworkUrl={show.artworkUrl} />
    </Section>
  )
}

function EpisodeHead({ episode }: { episode: Episode }) {
  const absolute = useAbsolute()
  const path = `/episode/${episode.id}`
  const description = episode.description || t('catalog.showDescription', { title: episode.podcast })
  return (
    <>
      <Head
        title={episode.title}
        description={description}
        path={path}
        isHidden={episode.isDraft}
        shared={{ type: 'website', audioUrl: episode.liveUrl }}
      />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'PodcastEpisode',
            name: episode.title,
            url: absolute(path),
            image: [absolute(episode.artworkUrl), absolute(cardPathOf(path))],
            description,
            duration: isoDuration(episode.duration),
            associatedMedia: audioLd(episode, absolute),
            datePublished: episode.publishedAt?.slice(0, 10),
            episodeNumber: episode.number ?? undefined,
            contentLocation: placeLd(episode),
            license: (episode.licence && urlOfLicence(episode.licence)) ?? undefined,
            partOfSeason: seasonLd(episode.season),
            partOfSeries: {
              '@type': 'PodcastSeries',
              name: episode.podcast,
              url: absolute(podcastHref(episode.podcastUrl)),
            },
          }
        }
      />
    </>
  )
}
