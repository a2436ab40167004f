/** The fields of an artist page, for creating and editing it. */
import { BIO_MAX, TITLE_MAX } from '#contract/fields.ts'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { ContentForm, type Filled } from './form.tsx'
import { LINK_RULES } from '#web/studio/forms/form-values.ts'
import { LinkFields } from '#web/studio/forms/link-fields.tsx'
import type { OwnArtist } from './own.ts'

const RULES = { name: { max: TITLE_MAX, isRequired: true }, bio: { max: BIO_MAX }, ...LINK_RULES } as const

export function ArtistForm<Done>({
  artist,
  send,
  onDone,
  button,
}: {
  /** The current values; absent for a new artist. */
  artist?: OwnArtist
  send: (filled: Filled<keyof typeof RULES>) => Promise<Done>
  onDone: (done: Done) => void
  button: string
}) {
  const initial = artist && {
    name: artist.name,
    bio: artist.bio ?? '',
    website: artist.website ?? '',
    instagram: artist.instagram ?? '',
    youtube: artist.youtube ?? '',
    twitter: artist.twitter ?? '',
    npub: artist.npub ?? '',
  }
  return (
    <ContentForm
      rules={RULES}
      {...(initial && { initial, artworkUrl: artist.artworkUrl })}
      send={send}
      onDone={onDone}
      button={button}
    >
      {(errors) => (
        <>
          <Field
            name="name"
            label={t('studio.artistName')}
            defaultValue={initial?.name}
            autoComplete="off"
            required
            error={errors['name']}
          />
          <TextArea
            name="bio"
            label={t('studio.bio')}
            hint={t('studio.bioHint', { max: BIO_MAX })}
            defaultValue={initial?.bio}
            error={errors['bio']}
          />
          <LinkFields errors={errors} {...(initial && { initial })} />
        </>
      )}
    </ContentForm>
  )
}
