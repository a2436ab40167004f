/** The artist's recommendation: an own release, song, episode or playlist, and a sentence about it. */
import { useQueries } from '@tanstack/react-query'
import { listOwnAlbums } from '#contract/catalog/albums.ts'
import { listOwnEpisodes } from '#contract/catalog/episodes.ts'
import { getImagery, PICK_SENTENCE_MAX, setPick } from '#contract/catalog/imagery.ts'
import { listOwnTracks } from '#contract/catalog/tracks.ts'
import type { Wire } from '#contract/endpoint.ts'
import { listOwnPlaylists } from '#contract/listening/playlists.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useDraft } from '#web/session/drafts.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

type Pick = Wire<typeof getImagery>['pick']
type Draft = { targetId: string; sentence: string }

export function PickEditor({ artistId, pick }: { artistId: string; pick: Pick }) {
  const { call, queries } = useSite()
  const saved: Draft = { targetId: pick?.id ?? '', sentence: pick?.sentence ?? '' }
  const { value: draft, isChanged, change: setDraft, reset } = useDraft(`pick of ${artistId}`, saved)
  const groups = useOwnTargets()
  const saving = useSaving(
    draft,
    ({ targetId, sentence }, options) =>
      call(setPick, { params: { artistId }, body: { targetId: targetId || null, sentence } }, options),
    (response) => {
      queries.setQueryData(queryKeyOf(getImagery, { params: { artistId } }), response)
      reset()
    },
  )
  return (
    <section aria-labelledby="pick" className="flex max-w-[35rem] flex-col gap-4">
      <h2 id="pick" className="text-xl">
        {t('imagery.pickTitle')}
      </h2>
      <p className="text-ink-2">{t('imagery.pickHint')}</p>
      <SelectField
        label={t('imagery.pickTitle')}
        value={draft.targetId}
        onChange={({ target }) => setDraft({ ...draft, targetId: target.value })}
      >
        <option value="">{t('imagery.pickNone')}</option>
        {groups.map(({ name, targets }) => (
          <optgroup key={name} label={name}>
            {targets.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextArea
        label={t('imagery.pickSentence')}
        rows={3}
        maxLength={PICK_SENTENCE_MAX}
        value={draft.sentence}
        onChange={({ target }) => setDraft({ ...draft, sentence: target.value })}
      />
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => false} onReset={reset} />
    </section>
  )
}

/** The selectable content: all public content of the user. */
function useOwnTargets() {
  const { call } = useSite()
  const [albums, tracks, episodes, playlists] = useQueries({
    queries: [
      callQuery(call, listOwnAlbums, { query: {} }),
      callQuery(call, listOwnTracks, { query: {} }),
      callQuery(call, listOwnEpisodes, { query: {} }),
      callQuery(call, listOwnPlaylists, { query: {} }),
    ],
  })
  const isOut = ({ isDraft }: { isDraft: boolean }) => !isDraft
  return [
    { name: t('studio.releases'), targets: albums.data?.filter(isOut) ?? [] },
    { name: t('studio.tracks'), targets: tracks.data?.filter(isOut) ?? [] },
    { name: t('studio.episodes'), targets: episodes.data?.filter(isOut) ?? [] },
    {
      name: t('library.playlists'),
      targets: playlists.data?.filter(({ visibility }) => visibility === 'public') ?? [],
    },
  ].filter(({ targets }) => targets.length > 0)
}
