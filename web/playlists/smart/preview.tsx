/** How many songs the rules find, and the first ones, while the rules are edited. */
import { useQuery } from '@tanstack/react-query'
import { previewSmartPlaylist } from '#contract/listening/smart-playlists.ts'
import { countSongs } from '#web/content/number-formats.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSettled } from '#web/data/use-settled.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'
import type { Definition } from './rule-fields.ts'

export function RulesPreview({ definition }: { definition: Definition }) {
  const { call } = useSite()
  const asked = useSettled(JSON.stringify(definition))
  const { data, error } = useQuery({
    queryKey: [...queryKeyOf(previewSmartPlaylist), asked],
    queryFn: ({ signal }) =>
      call(previewSmartPlaylist, { body: { definition: JSON.parse(asked) as Definition } }, { signal }),
    placeholderData: (before) => before,
    retry: false,
  })
  return (
    <section aria-label={t('smart.preview')} className="min-w-0">
      <p role="status" className="title-1">
        {data !== undefined && countSongs(data.count)}
      </p>
      {error !== null && <p className="mt-2 text-pink">{describeFailure(error)}</p>}
      {data?.isPrivate === true && <p className="mt-2 max-w-[52ch] text-ink-2">{t('smart.privateNote')}</p>}
      <ol className="mt-4">
        {data?.tracks.map((track) => (
          <li key={track.id} className="flex items-center gap-3.5 border-t border-line py-2">
            <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="40px" className="w-10 shrink-0" />
            <span className="min-w-0">
              <span className="block truncate font-semi">{track.title}</span>
              <span className="block truncate text-sm text-ink-2">{track.artist}</span>
            </span>
          </li>
        ))}
      </ol>
      {data !== undefined && data.count > data.tracks.length && (
        <p className="border-t border-line pt-3 text-ink-2">
          {t('smart.more', { count: data.count - data.tracks.length })}
        </p>
      )}
    </section>
  )
}
