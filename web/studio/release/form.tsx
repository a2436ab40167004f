/** The form of a release created from dropped files, prefilled from their tags.
 * Tags apply until the user has typed something else. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { listAllSubgenres, listGenres } from '#contract/catalog/meta.ts'
import { isPartialDate, isReleaseMoment } from '#contract/catalog/release-input.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Field, SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { ArtworkField } from '#web/studio/artwork/field.tsx'
import type { FieldErrors } from '#web/studio/forms/form-values.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'
import { kindOptions } from '#web/studio/content/release-options.tsx'
import { describeDate } from '#web/studio/publishing/publish-when.tsx'
import { OriginalDate, ReleaseRights } from './details.tsx'
import { fieldsOf, genreNamed, type ReleaseGuess } from './guess.ts'
import { useReleaseDraft, type ReleaseFields } from './draft.ts'

/** The fields as shown: what was typed, otherwise the guess. */
export function useReleaseFields(guess: ReleaseGuess, artists: readonly OwnArtist[], count: number): ReleaseFields {
  const typed = useReleaseDraft((draft) => draft.typed)
  return { ...fieldsOf(guess, artists, useGenreNamed()(guess.genre), count), ...typed }
}

/** Finds our genre for the one in a tag. */
export function useGenreNamed(): (tag: string) => ReturnType<typeof genreNamed> {
  const { call } = useSite()
  const genres = useQuery(callQuery(call, listGenres, {})).data ?? []
  const subgenres = useQuery(callQuery(call, listAllSubgenres, {})).data ?? []
  return (tag) => genreNamed(genres, subgenres, tag)
}

/** The artwork to send: the chosen file, otherwise the folder's cover, otherwise the embedded artwork. */
export function useReleaseArtwork(pictureUrl: string | null): File | null {
  const { artwork, folderCover } = useReleaseDraft()
  const { data: embedded } = useQuery({
    queryKey: ['picture of files', pictureUrl],
    queryFn: ({ signal }) => fetchEmbedded(pictureUrl ?? '', signal),
    enabled: pictureUrl !== null,
    staleTime: Infinity,
    retry: false,
  })
  return artwork === undefined ? (folderCover ?? embedded ?? null) : artwork
}

export async function fetchEmbedded(pictureUrl: string, signal?: AbortSignal): Promise<File> {
  const response = await fetch(pictureUrl, { ...(signal && { signal }) })
  if (!response.ok) throw new Error(`picture: ${response.status}`)
  return new File([await response.blob()], t('studio.artworkEmbedded'), { type: 'image/jpeg' })
}

export function errorsOfRelease({
  title,
  artistId,
  artistName,
  originalDate,
  date,
  description,
}: ReleaseFields): FieldErrors {
  const typedDate = originalDate.trim()
  return {
    ...(title.trim() === '' && { title: t('studio.required') }),
    ...(artistId === '' && artistName.trim() === '' && { artistName: t('studio.required') }),
    ...(typedDate !== '' && !isPartialDate(typedDate) && { originalDate: t('error.original-date-invalid') }),
    ...(date !== '' && !isReleaseMoment(new Date(date)) && { date: t('error.release-date-invalid') }),
    ...(description.length > DESCRIPTION_MAX && {
      description: t('studio.tooLong', { max: DESCRIPTION_MAX, count: description.length }),
    }),
  }
}

/** All errors together, shown at the button; undefined when there are none. */
export function formatReleaseErrors(errors: FieldErrors): string | undefined {
  const names: Record<string, string> = {
    title: t('studio.albumName'),
    artistName: t('studio.artistName'),
    originalDate: t('studio.originalDate'),
    date: t('studio.releaseDate'),
    description: t('studio.description'),
  }
  const text = Object.entries(errors).map(([name, error]) => `${names[name] ?? name}: ${error}`)
  return text.length === 0 ? undefined : text.join(' ')
}

export function ReleaseForm({
  hasRights,
  discCount,
  fields,
  artwork,
  artists,
  sameName,
  errors,
}: {
  /** The files name a label or an owner of rights. */
  hasRights: boolean
  /** How many discs the files name. */
  discCount: number
  fields: ReleaseFields
  artwork: File | null
  artists: readonly OwnArtist[]
  sameName: ReactNode
  errors: FieldErrors
}) {
  const { type, setArtwork } = useReleaseDraft()
  const [artworkError, setArtworkError] = useState<string>()
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="flex min-w-0 flex-col gap-5">
        <Field
          name="title"
          label={t('studio.albumName')}
          value={fields.title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          required
          error={errors['title']}
          onChange={(event) => type({ title: event.target.value })}
        />
        <ArtistFields {...{ fields, artists, sameName, errors }} />
        <GenreChoice fields={fields} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <SelectField
            label={t('studio.kind')}
            value={fields.kind}
            onChange={(event) => type({ kind: event.target.value })}
          >
            {kindOptions()}
          </SelectField>
          <OriginalDate fields={fields} errors={errors} />
        </div>
        <ReleaseDate date={fields.date} error={errors['date']} />
        <TextArea
          label={t('studio.description')}
          hint={t('studio.descriptionHint')}
          value={fields.description}
          rows={3}
          error={errors['description']}
          onChange={(event) => type({ description: event.target.value })}
        />
        {discCount > 1 && (
          <TextArea
            label={t('studio.discTitles')}
            hint={t('studio.discTitlesHint')}
            value={fields.discTitles}
            rows={Math.min(discCount, 6)}
            onChange={(event) => type({ discTitles: event.target.value })}
          />
        )}
        <ReleaseRights fields={fields} isOpen={hasRights} />
      </div>
      <ArtworkField file={artwork} error={artworkError} onChange={setArtwork} onError={setArtworkError} />
    </div>
  )
}

function GenreChoice({ fields: { genreId, subgenreId } }: { fields: ReleaseFields }) {
  const { call } = useSite()
  const type = useReleaseDraft((draft) => draft.type)
  const genres = useQuery(callQuery(call, listGenres, {})).data ?? []
  const subgenres = useQuery(callQuery(call, listAllSubgenres, {})).data ?? []
  const within = subgenres.filter((one) => String(one.genreId) === genreId)
  const choices = (all: readonly { id: number; name: string }[]) => [
    <option key="" value="">
      {t('studio.chooseNone')}
    </option>,
    ...all.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    )),
  ]
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <SelectField
        label={t('studio.genre')}
        value={genreId}
        onChange={(event) => type({ genreId: event.target.value, subgenreId: '' })}
      >
        {choices(genres)}
      </SelectField>
      {within.length > 0 && (
        <SelectField
          label={t('studio.subgenre')}
          value={subgenreId}
          onChange={(event) => type({ genreId, subgenreId: event.target.value })}
        >
          {choices(within)}
        </SelectField>
      )}
    </div>
  )
}

function ReleaseDate({ date, error }: { date: string; error: string | undefined }) {
  const type = useReleaseDraft((draft) => draft.type)
  return (
    <Field
      type="datetime-local"
      name="date"
      label={t('studio.releaseDate')}
      value={date}
      hint={date === '' ? t('studio.releaseDateHint') : describeDate(new Date(date))}
      error={error}
      onChange={(event) => type({ date: event.target.value })}
      className="sm:max-w-80"
    />
  )
}

function ArtistFields({
  fields,
  artists,
  sameName,
  errors,
}: {
  fields: ReleaseFields
  artists: readonly OwnArtist[]
  /** Below the name of a new artist. */
  sameName: ReactNode
  errors: FieldErrors
}) {
  const type = useReleaseDraft((draft) => draft.type)
  const isNew = fields.artistId === ''
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {artists.length > 0 && (
        <SelectField
          label={t('studio.artist')}
          value={fields.artistId}
          onChange={(event) => type({ artistId: event.target.value })}
        >
          <option value="">{t('studio.artistNew')}</option>
          {artists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {isNew && (
        <Field
          name="artistName"
          label={t('studio.artistName')}
          hint={t('studio.artistNewHint')}
          value={fields.artistName}
          maxLength={TITLE_MAX}
          autoComplete="off"
          required
          error={errors['artistName']}
          onChange={(event) => type({ artistName: event.target.value })}
        />
      )}
      {isNew && sameName && <div className="col-span-full">{sameName}</div>}
    </div>
  )
}
