/** Performers of a release or a track: artists found by their name, or any name, in order and with their role. */
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { getAlbum, listArtistAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import { PERFORMERS_MAX, performerRoles, type PerformerRole } from '#contract/performer-roles.ts'
import { getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { search } from '#contract/listening/search.ts'
import { newKey } from '#web/data/api.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSettled } from '#web/data/use-settled.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SortableList } from '#web/ui/controls/sortable.tsx'
import { SuggestField, type Suggestion } from '#web/ui/controls/suggest-field.tsx'
import { CheckIcon, CloseIcon, PlusIcon } from '#web/ui/icon.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { orderTexts } from '#web/studio/editors/order-texts.ts'
import { type RequireOrigin, useOrigin } from '#web/studio/editors/origin.ts'
import { useRows } from '#web/studio/editors/rows.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import {
  errorsOfPerformers,
  roleNames,
  rowsOfPerformers,
  toSentPerformers,
  type DraftPerformer,
} from './performer-rows.ts'

const SEARCHED = '6'

export type PerformedContent = { contentId: string; contentType: 'album' | 'track' }

export function PerformersEditor({
  of: { contentId, contentType },
  artist,
  saved,
}: {
  of: PerformedContent
  /** The name of the artist of the release. */
  artist: string
  saved: DraftPerformer[]
}) {
  const draft = `performers of ${contentId}`
  const editing = useRows(draft, saved)
  const { rows, isChanged, isAsked, reset } = editing
  const errors = errorsOfPerformers(rows)
  const requireOrigin = useOrigin(draft, isChanged, toSentPerformers(saved))
  const saving = useSavingPerformers({ contentId, contentType }, rows, reset, requireOrigin)
  const hasMain = rows.some(({ role }) => role === 'main')
  return (
    <div>
      <div inert={saving.isWaiting} ref={editing.list}>
        <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.performersLead')}</p>
        {rows.length === 0 && <EmptyState sentence={t('editors.performersNone', { artist })} className="!py-9" />}
        <SortableList
          entries={rows.map((row, index) => ({ key: row.key, name: formatName(row, index), row }))}
          label={t('editors.performers')}
          words={orderTexts}
          isDisabled={rows.length < 2}
          onSort={(sorted) => editing.setAll(sorted.map(({ row }) => row))}
          rowClassName="flex items-start gap-1 border-t border-line py-3 md:border-t-0 md:py-1.5"
        >
          {({ row, name }, _index, grip) => (
            <PerformerRow
              row={row}
              name={name}
              grip={grip}
              error={isAsked || row.name !== '' ? errors.get(row.key)?.name : undefined}
              onChange={editing.set}
              onRemove={() => editing.remove(row.key)}
            />
          )}
        </SortableList>
        {rows.length > 0 && !hasMain && (
          <p className="mt-2 text-sm text-ink-2">{t('editors.performersMain', { artist })}</p>
        )}
        <Button
          kind="quiet"
          icon={<PlusIcon size={17} aria-hidden="true" />}
          disabled={rows.length >= PERFORMERS_MAX}
          onClick={() =>
            editing.add({ key: newKey(), name: '', role: 'featured', artistId: null, isLinked: false }, 'name')
          }
          className="mt-3"
        >
          {t('editors.performerAdd')}
        </Button>
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => editing.refuse(errors)} onReset={reset} />
    </div>
  )
}

function useSavingPerformers(
  { contentId, contentType }: PerformedContent,
  rows: DraftPerformer[],
  onSaved: () => void,
  requireOrigin: RequireOrigin,
) {
  const { call, queries } = useSite()
  const readSaved = () =>
    contentType === 'album'
      ? queries.fetchQuery({ ...callQuery(call, getAlbum, { params: { albumId: contentId } }), staleTime: 0 })
      : queries.fetchQuery({ ...callQuery(call, getTrack, { params: { trackId: contentId } }), staleTime: 0 })
  return useSaving(
    toSentPerformers(rows),
    (performers, options): Promise<unknown> =>
      contentType === 'album'
        ? call(updateAlbum, { body: { albumId: contentId, performers: JSON.stringify(performers) } }, options)
        : call(updateTrack, { body: { trackId: contentId, performers } }, options),
    async () => {
      const changed = [getAlbum, getTrack, listAlbumTracks, listArtistAlbums]
      await Promise.all(changed.map((endpoint) => queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })))
      onSaved()
    },
    () =>
      requireOrigin(toSentPerformers(rows), async () =>
        toSentPerformers(rowsOfPerformers((await readSaved()).performers)),
      ),
  )
}

const formatName = ({ name }: DraftPerformer, index: number) =>
  name.trim() || t('editors.performerNumber', { number: index + 1 })

function PerformerRow({
  row,
  name,
  grip,
  error,
  onChange,
  onRemove,
}: {
  row: DraftPerformer
  name: string
  grip: ReactNode
  error: string | undefined
  onChange: (row: DraftPerformer) => void
  onRemove: () => void
}) {
  return (
    <>
      <span className="mt-0.5">{grip}</span>
      <div className="grid min-w-0 flex-1 items-start gap-2 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="min-w-0">
          <NameField row={row} label={t('editors.creditNameOf', { name })} error={error} onChange={onChange} />
          {row.artistId !== null && (
            <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
              {row.isLinked && <CheckIcon size={15} aria-hidden="true" className="shrink-0 text-mint" />}
              {t(row.isLinked ? 'editors.performerLinked' : 'editors.performerWaits')}
            </p>
          )}
        </div>
        <SelectField
          label={t('editors.creditRoleOf', { name })}
          isLabelHidden
          value={row.role}
          onChange={(event) => onChange({ ...row, role: event.target.value as PerformerRole })}
        >
          {performerRoles.map((role) => (
            <option key={role} value={role}>
              {t(roleNames[role])}
            </option>
          ))}
        </SelectField>
      </div>
      <IconButton label={t('editors.removeOf', { name })} onClick={onRemove} className="mt-0.5">
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** What is typed is the name; an artist that is found below can be linked. */
function NameField({
  row,
  label,
  error,
  onChange,
}: {
  row: DraftPerformer
  label: string
  error: string | undefined
  onChange: (row: DraftPerformer) => void
}) {
  const [typed, setTyped] = useState('')
  const { found, isSearching } = useFoundArtists(typed)
  const ownIds = useOwnArtistIds()
  const isFound = found.length > 0
  const note = typed.trim() === '' ? 'editors.performerType' : 'editors.performerNoPage'
  return (
    <SuggestField
      name={`name ${row.key}`}
      label={label}
      isLabelHidden
      placeholder={t('editors.creditName')}
      selected={{ key: row.artistId ?? '', name: row.name }}
      options={isFound ? found : []}
      note={t(isSearching ? 'editors.performerSearching' : note)}
      error={error}
      onType={(name) => {
        setTyped(name)
        onChange({ ...row, name, artistId: null, isLinked: false })
      }}
      onClose={() => setTyped('')}
      onChoose={({ key, name }) => onChange({ ...row, name, artistId: key, isLinked: ownIds.has(key) })}
    />
  )
}

/** Of the user, which are linked without being asked. */
function useOwnArtistIds(): ReadonlySet<string> {
  const { call } = useSite()
  const { data = [] } = useQuery(callQuery(call, listOwnArtists, {}))
  return new Set(data.map(({ id }) => id))
}

function useFoundArtists(typed: string): { found: Suggestion[]; isSearching: boolean } {
  const { call } = useSite()
  const term = useSettled(typed.trim())
  const query = { term, type: 'artist' as const, limit: SEARCHED }
  const { data = [], isFetching } = useQuery({ ...callQuery(call, search, { query }), enabled: term !== '' })
  const found = (term === '' ? [] : data).map(({ id, name, artworkUrl }) => ({
    key: id,
    name,
    aside: t('editors.performerArtist'),
    picture: <Cover src={artworkUrl} alt="" seed={id} shape="round" sizes="40px" className="size-10" />,
  }))
  return { found, isSearching: isFetching || typed.trim() !== term }
}
