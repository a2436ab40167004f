/** Creates an artist page; continues with the first release. */
import { Fragment } from 'react'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { t } from '#web/words/words.ts'
import { artistFields } from './content/content-fields.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import type { Own } from './content/own.ts'
import { useSameName } from './content/same-name.tsx'
import type { FormField } from './forms/fields.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return <StudioFrame>{(own) => <CreateArtist own={own} />}</StudioFrame>
}

function CreateArtist({ own }: { own: Own }) {
  const navigate = useNavigate()
  const create = useSend(createArtist, [listOwnArtists])
  const sameName = useSameName(own.artists)
  const [name, ...others] = artistFields()
  const nameField: FormField = { rules: {}, render: () => <Fragment key="same name">{sameName.field}</Fragment> }
  return (
    <>
      <StudioHeading title={t('studio.artistTitle')} lead={t('studio.artistLead')} />
      <ContentForm
        name="new artist"
        fields={[name!, nameField, ...others]}
        send={async (filled) => {
          const made = await create(filled)
          await sameName.save(made.name)
          return made
        }}
        onDone={({ id }) => void navigate(`/studio/create/album?artistId=${id}`)}
        button={t('studio.artistMake')}
      />
    </>
  )
}
