/** The fields of a release, for creating and editing it. Its tracks and its date are elsewhere. */
import type { Wire } from '#contract/endpoint.ts'
import type { getAlbum } from '#contract/catalog/albums.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { isUpc } from '#contract/catalog/release-codes.ts'
import { Field, SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { GenreFields } from '#web/studio/forms/choice-pair.tsx'
import { ContentForm, type Filled } from './form.tsx'
import { FormSwitch } from '#web/studio/forms/form-parts.tsx'
import { SWITCH_RULE, type FieldErrors } from '#web/studio/forms/form-values.ts'
import type { OwnArtist } from './own.ts'

const ID = { max: 16 }
const RULES = {
  title: { max: TITLE_MAX, isRequired: true },
  artistId: { max: TITLE_MAX, isRequired: true },
  description: { max: DESCRIPTION_MAX },
  isSingle: SWITCH_RULE,
  genreId: ID,
  subgenreId: ID,
  upc: {
    max: 32,
    check: (typed: string) => (isUpc(typed) ? null : t('error.upc-invalid')),
    codes: ['upc-invalid'],
  },
} as const

export type AlbumName = keyof typeof RULES

const idText = (id: number | null) => (id === null ? '' : String(id))

export function AlbumForm<Done>({
  album,
  artists,
  chosenArtistId,
  send,
  onDone,
  button,
}: {
  /** The current values; absent for a new release. */
  album?: Wire<typeof getAlbum>
  /** The artists the release may belong to. */
  artists: readonly Pick<OwnArtist, 'id' | 'name'>[]
  chosenArtistId?: string | undefined
  send: (filled: Filled<AlbumName>) => Promise<Done>
  onDone: (done: Done) => void
  button: string
}) {
  const initial = album && {
    title: album.title,
    artistId: album.artistId,
    description: album.description ?? '',
    isSingle: String(album.isSingle),
    genreId: idText(album.genreId),
    subgenreId: idText(album.subgenreId),
    upc: album.upc ?? '',
  }
  return (
    <ContentForm
      rules={RULES}
      {...(initial && { initial, artworkUrl: album.artworkUrl })}
      send={send}
      onDone={onDone}
      button={button}
    >
      {(errors) => (
        <>
          <Field
            name="title"
            label={t('studio.albumName')}
            defaultValue={initial?.title}
            autoComplete="off"
            required
            error={errors['title']}
          />
          {album ? (
            // The artist of an existing release cannot be changed.
            <input type="hidden" name="artistId" value={album.artistId} />
          ) : (
            <ArtistChoice artists={artists} chosenArtistId={chosenArtistId} errors={errors} />
          )}
          <FormSwitch
            name="isSingle"
            label={t('studio.isSingle')}
            hint={t('studio.isSingleHint')}
            isOn={album?.isSingle ?? false}
          />
          <TextArea
            name="description"
            label={t('studio.description')}
            hint={t('studio.descriptionHint')}
            defaultValue={initial?.description}
            error={errors['description']}
          />
          <GenreFields genreId={album?.genreId ?? null} subgenreId={album?.subgenreId ?? null} />
          <Field
            name="upc"
            label={t('studio.upc')}
            hint={t('studio.upcHint')}
            defaultValue={initial?.upc}
            autoComplete="off"
            inputMode="numeric"
            error={errors['upc']}
          />
        </>
      )}
    </ContentForm>
  )
}

function ArtistChoice({
  artists,
  chosenArtistId,
  errors,
}: {
  artists: readonly Pick<OwnArtist, 'id' | 'name'>[]
  chosenArtistId: string | undefined
  errors: FieldErrors
}) {
  return (
    <SelectField
      name="artistId"
      label={t('studio.artist')}
      defaultValue={chosenArtistId ?? ''}
      required
      error={errors['artistId'] && t('studio.artistMissing')}
    >
      {chosenArtistId === undefined && <option value="">{t('studio.artistMissing')}</option>}
      {artists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
