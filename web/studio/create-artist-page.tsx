/** Creates an artist page; continues with the first release. */
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { t } from '#web/words/words.ts'
import { artistFields } from './content/content-fields.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const navigate = useNavigate()
  const create = useSend(createArtist, [listOwnArtists])
  return (
    <StudioFrame>
      {() => (
        <>
          <StudioHeading title={t('studio.artistTitle')} lead={t('studio.artistLead')} />
          <ContentForm
            name="new artist"
            fields={artistFields()}
            send={create}
            onDone={({ id }) => void navigate(`/studio/create/album?artistId=${id}`)}
            button={t('studio.artistMake')}
          />
        </>
      )}
    </StudioFrame>
  )
}
