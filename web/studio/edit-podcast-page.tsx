/** Edits a podcast and its splits, and deletes it. */
import {
  deletePodcast,
  getPodcast,
  getPodcastByUrl,
  listOwnPodcasts,
  updatePodcast,
} from '#contract/catalog/podcasts.ts'
import { may } from '#contract/team-roles.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { clipsField, feedFields, podcastFields } from './content/content-fields.tsx'
import { RoleContext } from './content/role.ts'
import { ContentEditor } from './frame/content-editor.tsx'
import { useParam } from './frame/content-frame.tsx'
import { splitPart } from './frame/edit-parts.tsx'
import type { OwnPodcast } from './content/own.ts'
import { useAudioItems } from './uploads/audio-items.ts'
import { StudioFrame } from './frame/studio-frame.tsx'

export function Page() {
  const podcastId = useParam('podcastId')
  return (
    <StudioFrame>
      {(own) => {
        const podcast = own.podcasts.find(({ id }) => id === podcastId)
        if (!podcast || !may(podcast.role, 'edit')) return <ErrorState title={t('failure.notFoundTitle')} />
        return (
          <RoleContext value={podcast.role}>
            <EditPodcast podcast={podcast} />
          </RoleContext>
        )
      }}
    </StudioFrame>
  )
}

function EditPodcast({ podcast }: { podcast: OwnPodcast }) {
  const { call } = useSite()
  const { id, name } = podcast
  const { data: episodes = [], refetch } = useAudioItems({ kind: 'podcast', id, artistName: name })
  return (
    <ContentEditor
      kind={t('studio.podcast')}
      title={name}
      back={{ href: `/studio/podcasts/${id}`, name }}
      cover={{ url: podcast.artworkUrl, seed: id }}
      content={podcast}
      read={async () => (await call(listOwnPodcasts, {})).find((one) => one.id === id) ?? podcast}
      fields={[...podcastFields(), clipsField(), ...feedFields()]}
      update={{ endpoint: updatePodcast, id: { podcastId: id }, lists: [listOwnPodcasts, getPodcast, getPodcastByUrl] }}
      deletion={{
        needs: 'money',
        button: t('studio.deletePodcast'),
        holds: {
          titles: episodes.map(({ title }) => title),
          words: t('studio.holdsEpisodes', { name }),
          button: t('studio.deleteWithEpisodes', { count: episodes.length }),
        },
        remove: () => {
          // Only deletes episodes that the dialog has listed. An import may have brought more.
          const query = episodes.length > 0 ? { withChildren: 'true' as const } : {}
          return call(deletePodcast, { params: { podcastId: id }, query })
        },
        onRefused: refetch,
        lists: [listOwnPodcasts],
        next: '/studio/podcasts',
      }}
      parts={[splitPart({ contentId: id, contentType: 'podcast' }, name)]}
    />
  )
}
