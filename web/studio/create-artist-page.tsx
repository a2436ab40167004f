/** Making an artist page; it leads straight on to the first release. */
import { useNavigate } from 'react-router'
import { createArtist, listOwnArtists } from '#contract/artists.ts'
import { BIO_MAX, TITLE_MAX } from '#contract/fields.ts'
import { Field, TextArea } from '../ui/field.tsx'
import { t } from '../words/words.ts'
import { CreateForm, useCreate } from './create-form.tsx'
import { LINK_RULES } from './form-values.ts'
import { LinkFields } from './link-fields.tsx'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

const RULES = { name: { max: TITLE_MAX, isRequired: true }, bio: { max: BIO_MAX }, ...LINK_RULES } as const

export function Page() {
  const navigate = useNavigate()
  const create = useCreate(createArtist, [listOwnArtists])
  return (
    <StudioFrame title={t('studio.artistTitle')}>
      {() => (
        <>
          <StudioHeading title={t('studio.artistTitle')} lead={t('studio.artistLead')} />
          <CreateForm
            rules={RULES}
            create={create}
            onMade={({ id }) => void navigate(`/studio/create/album?artistId=${id}`)}
            button={t('studio.artistMake')}
          >
            {(errors) => (
              <>
                <Field name="name" label={t('studio.artistName')} autoComplete="off" required error={errors['name']} />
                <TextArea
                  name="bio"
                  label={t('studio.bio')}
                  hint={t('studio.bioHint', { max: BIO_MAX })}
                  error={errors['bio']}
                />
                <LinkFields errors={errors} />
              </>
            )}
          </CreateForm>
        </>
      )}
    </StudioFrame>
  )
}
