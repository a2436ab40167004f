/** Editors' lists: which public playlists are listed for each mood, and in which order. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listMoods, MOOD_LISTS_MAX, setMoodLists } from '#contract/listening/moods.ts'
import { moods, type MoodName } from '#contract/listening/smart-rules.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { SearchToAdd } from '#web/playlists/search-to-add.tsx'
import { moodNames } from '#web/playlists/mood-names.ts'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'

export function Page() {
  const [mood, setMood] = useState<MoodName>(moods[0])
  return (
    <AdminFrame title={t('moodLists.title')} lead={t('moodLists.lead')}>
      <div className="flex max-w-2xl flex-col gap-5">
        <SelectField
          label={t('moodLists.mood')}
          value={mood}
          onChange={({ target }) => setMood(moods.find((one) => one === target.value) ?? moods[0])}
        >
          {moods.map((one) => (
            <option key={one} value={one}>
              {t(moodNames[one])}
            </option>
          ))}
        </SelectField>
        <MoodLists key={mood} mood={mood} />
      </div>
    </AdminFrame>
  )
}

type Lists = Wire<typeof listMoods>
type Listed = { id: string; title: string; name: string }

function MoodLists({ mood }: { mood: MoodName }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const input = { query: { mood } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, listMoods, input), staleTime: 0 })
  const saving = useMutation({
    scope: { id: `mood:${mood}` },
    mutationFn: (lists: readonly Listed[]) =>
      withRecentLogin(() => call(setMoodLists, { params: { mood }, body: { playlistIds: lists.map(({ id }) => id) } })),
    onSuccess: (listed) => {
      const lists: Lists = listed.playlists.length === 0 ? [] : [listed]
      queries.setQueryData<Lists>(queryKeyOf(listMoods, input), lists)
    },
  })
  if (data === undefined) return <ListWaiting error={error} onRetry={() => void refetch()} />
  const lists: readonly Listed[] = data[0]?.playlists ?? []
  const problem = describeProblem(saving.error)
  return (
    <>
      {lists.length < MOOD_LISTS_MAX && (
        <SearchToAdd
          type="playlist"
          label={t('moodLists.add')}
          note={t('moodLists.addNote')}
          knownIds={lists.map(({ id }) => id)}
          onAdd={({ id, name }) => saving.mutate([...lists, { id, title: name, name: '' }])}
        />
      )}
      {problem !== undefined && <Problem words={problem} />}
      {lists.length === 0 && <p className="text-ink-2">{t('moodLists.empty')}</p>}
      <ol aria-label={t(moodNames[mood])} className="divide-y divide-line border-y border-line empty:hidden">
        {lists.map(({ id, title, name }, index) => (
          <li key={id} className="flex flex-wrap items-center gap-x-5 py-2">
            <span className="min-w-0 flex-1 basis-52">
              <span className="block truncate font-semi">{title}</span>
              <span className="block truncate text-sm text-ink-2">{name}</span>
            </span>
            <WordButton
              label={t('moodLists.up', { title })}
              disabled={index === 0 || saving.isPending}
              className="disabled:opacity-45"
              onClick={() => saving.mutate(lists.toSpliced(index, 1).toSpliced(index - 1, 0, lists[index]!))}
            >
              {t('moodLists.upWord')}
            </WordButton>
            <WordButton
              label={t('playlists.remove', { title })}
              disabled={saving.isPending}
              onClick={() => saving.mutate(lists.toSpliced(index, 1))}
            >
              {t('smart.remove')}
            </WordButton>
          </li>
        ))}
      </ol>
    </>
  )
}
