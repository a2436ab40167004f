/** Starting a podcast; it leads on to its own page, where the episodes are dropped. */
import { useNavigate } from 'react-router'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { createPodcast, listOwnPodcasts } from '#contract/podcasts.ts'
import { Field, TextArea } from '../ui/field.tsx'
import { t } from '../words/words.ts'
import { CreateForm, useCreate } from './create-form.tsx'
import { LINK_RULES } from './form-values.ts'
import { LinkFields } from './link-fields.tsx'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

const RULES = {
  name: { max: TITLE_MAX, isRequired: true },
  description: { max: DESCRIPTION_MAX },
  ...LINK_RULES,
} as const

export function Page() {
  const navigate = useNavigate()
  const create = useCreate(createPodcast, [listOwnPodcasts])
  return (
    <StudioFrame title={t('studio.podcastTitle')}>
      {() => (
        <>
          <StudioHeading title={t('studio.podcastTitle')} lead={t('studio.podcastLead')} />
          <CreateForm
            rules={RULES}
            create={create}
            onMade={({ id }) => void navigate(`/studio/podcasts/${id}`)}
            button={t('studio.podcastMake')}
          >
            {(errors) => (
              <>
                <Field name="name" label={t('studio.podcastName')} autoComplete="off" required error={errors['name']} />
                <TextArea
                  name="description"
                  label={t('studio.description')}
                  hint={t('studio.descriptionHint')}
                  error={errors['description']}
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
