/** The public live chat of an artist: its header is the same for everybody. Messages are loaded from relays after
 * hydration (room-inside.tsx). */
import { lazy, Suspense } from 'react'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { isId, preload, usePageData } from '#web/frame/page-data.ts'
import { artistHref, chatHref } from '#web/player/state/playables.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { useSession } from '#web/session/session.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ChatSkeleton } from './room-skeleton.tsx'

const ChatContent = lazy(async () => ({ default: (await import('./room-inside.tsx')).ChatContent }))

/** An id or a former name redirects to the current name. */
export async function load(visit: Visit) {
  const artistUrl = visit.params['artistUrl'] ?? ''
  const artist = isId(artistUrl)
    ? await preload(visit, getArtist, { params: { artistId: artistUrl } })
    : await preload(visit, getArtistByUrl, { params: { artistUrl } })
  if (artist.artistUrl !== artistUrl) throw redirect(chatHref(artist.artistUrl), 301)
}

export function Page() {
  const { artistUrl = '' } = useParams()
  const artist = usePageData(getArtistByUrl, { params: { artistUrl } })
  const isAwake = useSession((state) => state.isAwake)
  if (!artist) return <PageSkeleton label={t('common.loading')} />
  const { name } = artist
  const title = t('room.titleOf', { artist: name })
  return (
    <>
      <Head title={title} description={t('room.lead', { artist: name })} path={chatHref(artist.artistUrl)} isHidden />
      <div className="max-w-3xl">
        <header className="mb-5 flex items-center gap-4">
          <Link
            to={artistHref(artist.artistUrl)}
            aria-label={t('room.toArtist', { artist: name })}
            className="shrink-0"
          >
            <Cover
              src={artist.artworkUrl}
              alt=""
              seed={artist.id}
              shape="round"
              sizes="72px"
              isEager
              className="size-14 md:size-18"
            />
          </Link>
          <div className="min-w-0">
            <h1 className="line-clamp-2 text-2xl wrap-anywhere md:text-3xl">{title}</h1>
            <p className="mt-1 text-sm text-ink-2">{t('room.public')}</p>
          </div>
        </header>
        {isAwake ? (
          <Suspense fallback={<ChatSkeleton />}>
            <ChatContent artist={artist} />
          </Suspense>
        ) : (
          <ChatSkeleton />
        )}
      </div>
    </>
  )
}
