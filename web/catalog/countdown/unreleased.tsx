/** The page of an album that is not out yet: its cover, title and date, the time left, the tracks that already play, and a
 * reminder. At its date, the album's ordinary page takes its place. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getCountdown } from '#contract/catalog/publish.ts'
import type { Wire } from '#contract/endpoint.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, preloadQuietly } from '#web/frame/page-data.ts'
import { useLibraryEntry } from '#web/likes/library-entry.ts'
import { Link } from '#web/navigation/link.tsx'
import { useRevalidate } from '#web/navigation/navigation.tsx'
import { artistHref, playablesOfTracks } from '#web/player/state/playables.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { CheckIcon } from '#web/ui/icon.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { TrackList } from '../lists/track-list.tsx'
import { Countdown } from './countdown.tsx'

type Coming = Wire<typeof getCountdown>

/** Without a countdown, throws why the album could not be loaded. */
export async function load(visit: Visit): Promise<null> {
  const input = { params: { albumId: visit.params['albumId'] ?? '' } }
  if ((await preloadQuietly(visit, getCountdown, input)) === null) await preload(visit, getAlbum, input)
  return null
}

/** Also when the album's page has lost its data, for example at sign-out: then the album is loaded first. */
export function Unreleased({ albumId }: { albumId: string }) {
  const { call, queries } = useSite()
  const input = { params: { albumId } }
  const countdown = callQuery(call, getCountdown, input)
  const isKnown = queries.getQueryData(countdown.queryKey) !== undefined
  const album = useQuery({ ...callQuery(call, getAlbum, input), enabled: !isKnown })
  const { data: coming } = useQuery({ ...countdown, enabled: isKnown || album.isError })
  return coming ? <ComingAlbum key={albumId} coming={coming} /> : <PageSkeleton label={t('common.loading')} />
}

function ComingAlbum({ coming }: { coming: Coming }) {
  const { albumId, title, artist, artworkUrl, tracks, titles } = coming
  const revalidate = useRevalidate()
  const onEnd = useCallback(() => void revalidate(), [revalidate])
  const description = t('coming.description', {
    title,
    artist: artist.name,
    date: formatDate(coming.publishedAt),
  })
  return (
    <div style={floodStyle(coming.colorInfo)} className="flood bleed px-(--gut) pb-(--band)">
      <Head title={title} description={description} path={`/album/${albumId}`} />
      <Poster
        title={title}
        fit={coming.titleFit}
        transitionName="cover"
        coverUrl={artworkUrl}
        seed={albumId}
        byline={
          <Link to={artistHref(artist.artistUrl)} className="underline decoration-2 underline-offset-[5px]">
            {artist.name}
          </Link>
        }
        actions={
          <>
            {tracks.length > 0 && <PlayDisc list={playablesOfTracks(tracks)} title={title} />}
            <ShareButton target={{ path: `/album/${albumId}`, title, byline: artist.name, artworkUrl }} />
          </>
        }
      >
        <Countdown publishedAt={coming.publishedAt} onEnd={onEnd} />
        <Reminder albumId={albumId} />
        {tracks.length > 0 && (
          <section className="mt-8">
            <h2 className="mb-2 title-3">{t('coming.tracks')}</h2>
            <TrackList tracks={tracks} />
          </section>
        )}
        {titles.length > 0 && (
          <section className="mt-8">
            <h2 className="mb-2 title-3">{t('catalog.trackList')}</h2>
            <ol className="list-decimal pl-6">
              {titles.map((one, index) => (
                <li key={index} className="py-1">
                  {one}
                </li>
              ))}
            </ol>
          </section>
        )}
      </Poster>
    </div>
  )
}

function Reminder({ albumId }: { albumId: string }) {
  const { isSaved, toggle } = useLibraryEntry(albumId)
  return (
    <div className="mt-6">
      <Button kind="outline" size="large" onClick={toggle}>
        {t(isSaved ? 'coming.remindOff' : 'coming.remind')}
      </Button>
      <p role="status" className="mt-2 max-w-[46ch]">
        {isSaved && <CheckIcon size={18} className="mr-1.5 inline" aria-hidden="true" />}
        {t(isSaved ? 'coming.reminded' : 'coming.remindHint')}
      </p>
    </div>
  )
}
