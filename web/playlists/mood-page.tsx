/** The editors' lists of one mood, in the colours of the first one. */
import { listMoods } from '#contract/listening/moods.ts'
import type { MoodName } from '#contract/listening/smart-rules.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ChartShelf } from '#web/content/empty/empty-shelf.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { PlaylistBlocks } from './mood-lists.tsx'
import { isMood, moodHref, moodNames } from './mood-names.ts'

const inputOf = (mood: MoodName) => ({ query: { mood } })

function moodOf(params: Readonly<Record<string, string | undefined>>): MoodName {
  const mood = params['mood'] ?? ''
  if (!isMood(mood)) throw new ApiError(404, 'not-found', 'This was not found.')
  return mood
}

export const load = async (visit: Visit) => void (await preload(visit, listMoods, inputOf(moodOf(visit.params))))

export function coloursOf(visit: Visit) {
  const mood = visit.params['mood'] ?? ''
  return isMood(mood) ? readLoaded(visit, listMoods, inputOf(mood))?.[0]?.playlists[0]?.colorInfo : undefined
}

export function Page() {
  const mood = moodOf(useParams())
  const playlists = usePageData(listMoods, inputOf(mood))?.[0]?.playlists ?? []
  const name = t(moodNames[mood])
  return (
    <>
      <Head title={name} description={t('mood.lead', { mood: name })} path={moodHref(mood)} />
      <ItemListLd name={name} items={playlists.map(({ id, title }) => ({ name: title, href: `/playlist/${id}` }))} />
      <h1 className="title-wide">{name}</h1>
      <p className="mt-4 max-w-[52ch] text-lg">{t('mood.lead', { mood: name })}</p>
      <div className="mt-8">
        {playlists.length === 0 ? (
          <>
            <EmptyState
              sentence={t('mood.empty')}
              action={
                <ButtonLink kind="quiet" to="/search">
                  {t('search.title')}
                </ButtonLink>
              }
            />
            <ChartShelf />
          </>
        ) : (
          <PlaylistBlocks playlists={playlists} level="h2" />
        )}
      </div>
      <p className="mt-8">
        <Link to="/search" className="font-semi underline decoration-2 underline-offset-[5px]">
          {t('mood.all')}
        </Link>
      </p>
    </>
  )
}
