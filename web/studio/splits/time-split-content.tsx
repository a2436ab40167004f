/** Chooses the content of a time split: the user's own releases, tracks and shows, or search results.
 * The recipients are those of the chosen content's splits. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { search, type SearchType } from '#contract/listening/search.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSettled } from '#web/data/use-settled.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { SuggestField, type Suggestion } from '#web/ui/controls/suggest-field.tsx'
import { t } from '#web/words/words.ts'
import { useOwnContents } from './time-split-users.ts'

const SHOWN_MAX = 12
const SEARCHED = 10

export type Shared = { contentId: string; contentTitle: string }
type Option = Suggestion & { artworkUrl?: string | null }

export function SharedContentField({
  name,
  exceptId,
  selected,
  error,
  onChoose,
}: {
  name: string
  /** Content cannot share with itself. */
  exceptId: string
  selected: Shared | null
  error?: string | undefined
  onChoose: (shared: Shared) => void
}) {
  const [typed, setTyped] = useState('')
  const own = useOwnContents()
  const { found, isSearching } = useFoundOptions(typed)
  const fits = (option: Option) =>
    `${option.name} ${option.aside ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
  const ownFitting = own.filter(fits)
  const ownKeys = new Set(ownFitting.map(({ key }) => key))
  const options: Option[] = [...ownFitting, ...found.filter(({ key }) => !ownKeys.has(key))]
    .filter(({ key }) => key !== exceptId)
    .slice(0, SHOWN_MAX)
    .map((option) => ({
      ...option,
      picture: <Cover src={option.artworkUrl} alt="" seed={option.key} sizes="40px" className="size-10" />,
    }))
  return (
    <SuggestField
      name={name}
      label={t('editors.sharedWith')}
      placeholder={t('editors.sharedWithHint')}
      selected={selected && { key: selected.contentId, name: selected.contentTitle }}
      options={options}
      note={t(
        isSearching ? 'editors.sharedSearching' : typed.trim() === '' ? 'editors.sharedType' : 'editors.sharedNone',
      )}
      error={error}
      onType={setTyped}
      onChoose={({ key, name: contentTitle }) => onChoose({ contentId: key, contentTitle })}
    />
  )
}

/** The kinds that can be shared with, and how a search result describes them. */
const ASIDES: Partial<Record<SearchType, (artist: string) => string>> = {
  track: (artist) => t('editors.foundTrack', { artist }),
  album: (artist) => t('editors.foundAlbum', { artist }),
  episode: (artist) => t('editors.foundEpisode', { artist }),
  podcast: () => t('editors.foundPodcast'),
}

function useFoundOptions(typed: string): { found: Option[]; isSearching: boolean } {
  const { call } = useSite()
  const term = useSettled(typed.trim())
  const { data, isFetching } = useQuery({
    ...callQuery(call, search, { query: { term, limit: String(SEARCHED) } }),
    enabled: term.length > 0,
  })
  const found = (term.length > 0 ? (data ?? []) : []).flatMap(({ id, type, name, artist, artworkUrl }): Option[] => {
    const aside = ASIDES[type]?.(artist ?? '')
    return aside === undefined ? [] : [{ key: id, name, aside, artworkUrl }]
  })
  return { found, isSearching: isFetching || typed.trim() !== term }
}
