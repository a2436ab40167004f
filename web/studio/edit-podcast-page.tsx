/** Edits a podcast and its splits, and deletes it. */
import {
  deletePodcast,
  getPodcast,
  getPodcastByUrl,
  listOwnPodcasts,
  updatePodcast,
} from '#contract/catalog/podcasts.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useParam } from './frame/content-frame.tsx'
import { useSend } from './content/form.tsx'
import { DeletePart } from './forms/delete-dialog.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import type { OwnPodcast } from './content/own.ts'
import { PodcastForm } from './content/podcast-form.tsx'
import { useSounds } from './uploads/sounds.ts'
import { SplitBox } from './splits/part.tsx'
import { StudioFrame } from './frame/studio-frame.tsx'

export function Page() {
  const podcastId = useParam('podcastId')
  return (
    <StudioFrame>
      {(own) => {
        const podcast = own.podcasts.find(({ id }) => id === podcastId)
        return podcast ? <EditPodcast podcast={podcast} /> : <ErrorState title={t('failure.notFoundTitle')} />
      }}
    </StudioFrame>
  )
}

function EditPodcast({ podcast }: { podcast: OwnPodcast }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const update = useSend(updatePodcast, [listOwnPodcasts, getPodcast, getPodcastByUrl])
  const { id, name } = podcast
  const { data: episodes = [] } = useSounds({ kind: 'podcast', id, artistName: name })
  const remove = async () => {
    // Only deletes episodes that the dialog has listed.
    const query = episodes.length > 0 ? { withChildren: 'true' as const } : {}
    await call(deletePodcast, { params: { podcastId: id }, query })
    await queries.invalidateQueries({ queryKey: queryKeyOf(listOwnPodcasts) })
  }
  const details = (
    <>
      <PodcastForm
        key={podcast.updatedAt}
        podcast={podcast}
        send={(filled) => update({ podcastId: id, ...filled })}
        onDone={() => sayDone(t('studio.saved'))}
        button={t('studio.save')}
      />
      <DeletePart
        button={t('studio.deletePodcast')}
        thing={{
          title: name,
          holds: {
            titles: episodes.map(({ title }) => title),
            words: t('studio.holdsEpisodes', { name }),
            button: t('studio.deleteWithEpisodes', { count: episodes.length }),
          },
          remove,
          onGone: () => void navigate('/studio/podcasts', { replace: true }),
        }}
      />
    </>
  )
  return (
    <EditFrame
      kind={t('studio.podcast')}
      title={t('studio.editTitle', { title: name })}
      back={{ href: `/studio/podcasts/${id}`, name }}
      cover={{ url: podcast.artworkUrl, seed: id }}
      parts={[
        { key: 'details', name: t('studio.partDetails'), panel: details },
        {
          key: 'split',
          name: t('studio.partSplit'),
          panel: (
            <div className="max-w-[560px]">
              <SplitBox of={{ contentId: id, contentType: 'podcast' }} artist={name} />
            </div>
          ),
        },
      ]}
    />
  )
}
