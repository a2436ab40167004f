/** Creates a podcast; continues on its page, where episodes are dropped. */
import { createPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { t } from '#web/words/words.ts'
import { podcastFields } from './content/content-fields.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  const navigate = useNavigate()
  const create = useSend(createPodcast, [listOwnPodcasts])
  return (
    <StudioFrame>
      {() => (
        <>
          <StudioHeading title={t('studio.podcastTitle')} lead={t('studio.podcastLead')} />
          <ContentForm
            name="new podcast"
            fields={podcastFields()}
            send={create}
            onDone={({ id }) => void navigate(`/studio/podcasts/${id}`)}
            button={t('studio.podcastMake')}
          />
        </>
      )}
    </StudioFrame>
  )
}
