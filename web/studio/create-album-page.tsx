/** Making a release under one of one's artists; it leads on to the release's own page, where the tracks are dropped. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { createAlbum, listOwnAlbums } from '#contract/albums.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Field, SelectField, SwitchField, TextArea } from '../ui/field.tsx'
import { t } from '../words/words.ts'
import { CreateForm, useCreate } from './create-form.tsx'
import type { Own } from './own.ts'
import { StudioFrame, StudioHeading } from './studio-frame.tsx'

const RULES = {
  title: { max: TITLE_MAX, isRequired: true },
  artistId: { max: TITLE_MAX, isRequired: true },
  description: { max: DESCRIPTION_MAX },
} as const

export function Page() {
  return (
    <StudioFrame title={t('studio.albumTitle')}>
      {(own) => (
        <>
          <StudioHeading title={t('studio.albumTitle')} lead={t('studio.albumLead')} />
          {own.artists.length === 0 ? (
            <EmptyState
              sentence={t('studio.artistFirst')}
              action={<ButtonLink to="/studio/create/artist">{t('studio.emptyAction')}</ButtonLink>}
            />
          ) : (
            <AlbumForm own={own} />
          )}
        </>
      )}
    </StudioFrame>
  )
}

function AlbumForm({ own }: { own: Own }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const create = useCreate(createAlbum, [listOwnAlbums])
  const [isSingle, setIsSingle] = useState(false)
  const asked = own.artists.find(({ id }) => id === search.get('artistId'))
  const chosen = asked ?? (own.artists.length === 1 ? own.artists[0] : undefined)
  return (
    <CreateForm
      rules={RULES}
      create={(filled) => create({ ...filled, ...(isSingle && { isSingle: 'true' }) })}
      onMade={({ id }) => void navigate(`/studio/albums/${id}`)}
      button={t('studio.albumMake')}
    >
      {(errors) => (
        <>
          <Field name="title" label={t('studio.albumName')} autoComplete="off" required error={errors['title']} />
          <SelectField
            name="artistId"
            label={t('studio.artist')}
            defaultValue={chosen?.id ?? ''}
            required
            error={errors['artistId'] && t('studio.artistMissing')}
          >
            {!chosen && <option value="">{t('studio.artistMissing')}</option>}
            {own.artists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SwitchField
            label={t('studio.isSingle')}
            hint={t('studio.isSingleHint')}
            isOn={isSingle}
            onChange={setIsSingle}
          />
          <TextArea
            name="description"
            label={t('studio.description')}
            hint={t('studio.descriptionHint')}
            error={errors['description']}
          />
        </>
      )}
    </CreateForm>
  )
}
