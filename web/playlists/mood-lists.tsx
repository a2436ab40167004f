/** Editors' lists as bands in the colours of their first cover, and the moods that have some. */
import { listMoods } from '#contract/listening/moods.ts'
import type { Wire } from '#contract/endpoint.ts'
import { countSongs, formatLength } from '#web/content/number-formats.ts'
import { Link } from '#web/navigation/link.tsx'
import { usePageData } from '#web/frame/page-data.ts'
import { floodStyle } from '#web/ui/flood.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { moodHref, moodNames } from './mood-names.ts'
import { Mosaic } from './mosaic.tsx'

type Lists = Wire<typeof listMoods>

/** How many lists of each mood. */
const SHOWN = 3

/** Each mood with its first lists. */
export function MoodSections({ genreId }: { genreId?: number }) {
  const query = genreId === undefined ? {} : { genreId: String(genreId) }
  const moods = usePageData(listMoods, { query }) ?? []
  if (moods.length === 0) return null
  return (
    <Section title={t('mood.title')}>
      <div className="grid gap-[clamp(2rem,4vw,4.5rem)]">
        {moods.map(({ mood, playlists }) => (
          <section key={mood} className="grid gap-x-6 gap-y-3 md:grid-cols-[minmax(0,3fr)_minmax(0,9fr)]">
            <h3 className="title-2">
              <Link to={moodHref(mood)} className="hover:underline">
                {t(moodNames[mood])}
              </Link>
            </h3>
            <PlaylistBlocks playlists={playlists.slice(0, SHOWN)} level="h4" />
          </section>
        ))}
      </div>
    </Section>
  )
}

export function PlaylistBlocks({
  playlists,
  level: Title,
}: {
  playlists: Lists[number]['playlists']
  level: 'h2' | 'h4'
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-3">
      {playlists.map(({ id, title, name, tracks, trackCount, duration, colorInfo }) => (
        <li key={id} className="flood @container min-w-0" style={floodStyle(colorInfo)}>
          <Link
            to={`/playlist/${id}`}
            className="group grid h-full grid-cols-1 gap-x-4 @min-[16rem]:grid-cols-[minmax(0,34%)_minmax(0,1fr)] @min-[20rem]:grid-cols-[minmax(0,min(40%,13rem))_minmax(0,1fr)]"
          >
            <Mosaic tracks={tracks} seed={id} sizes="180px" className="self-start" />
            <div className="@container flex min-w-0 flex-col justify-between gap-3 py-3 pr-4 @max-[16rem]:pl-4">
              <Title className="title-3 title-in-room group-hover:underline @min-[30rem]:title-2">{title}</Title>
              <span className="text-sm">
                {[countSongs(trackCount), ...(duration > 0 ? [formatLength(duration)] : []), name].join(' · ')}
              </span>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}
