/** Edits an episode: details and audio, chapters, credits, splits; and deletes it. */
import type { Wire } from '#contract/endpoint.ts'
import { deleteEpisode, getEpisode, listPodcastEpisodes, updateEpisode } from '#contract/catalog/episodes.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#contract/fields.ts'
import { getPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ChaptersEditor } from './chapters/editor.tsx'
import { ContentForm, useSend } from './content/form.tsx'
import { useParam } from './frame/content-frame.tsx'
import { DeletePart } from './forms/delete-dialog.tsx'
import { EditFrame } from './frame/edit-frame.tsx'
import { soundParts, watched } from './frame/edit-sound.tsx'
import { forgetSound } from './sounds/forget-sound.ts'
import { FormSwitch } from './forms/form-parts.tsx'
import { SWITCH_RULE } from './forms/form-values.ts'
import { OwnContent } from './frame/own-content.tsx'
import { SoundFilePart } from './sounds/file-part.tsx'

type Episode = Wire<typeof getEpisode>

const SEASON = /^[1-9]\d{0,2}$/
const RULES = {
  title: { max: TITLE_MAX, isRequired: true },
  description: { max: DESCRIPTION_MAX },
  season: { max: 8, check: (typed: string) => (SEASON.test(typed) ? null : t('studio.seasonInvalid')) },
  isExplicit: SWITCH_RULE,
} as const

export function Page() {
  const { call } = useSite()
  const episodeId = useParam('episodeId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getEpisode, { params: { episodeId } }), ...watched }}
      ownerOf={(episode) => episode.userId}
    >
      {(episode) => <EditEpisode episode={episode} />}
    </OwnContent>
  )
}

function EditEpisode({ episode }: { episode: Episode }) {
  const { id, title, podcastId } = episode
  const of = { contentId: id, contentType: 'episode' } as const
  const parent = { contentId: podcastId, contentType: 'podcast' } as const
  return (
    <EditFrame
      kind={t('search.episode')}
      title={t('studio.editTitle', { title })}
      back={{ href: `/studio/podcasts/${podcastId}`, name: episode.podcast }}
      cover={{ url: episode.artworkUrl, seed: podcastId }}
      parts={[
        { key: 'details', name: t('studio.partDetails'), panel: <Details episode={episode} /> },
        {
          key: 'chapters',
          name: t('studio.partChapters'),
          panel: <ChaptersEditor episodeId={id} sound={episode} />,
        },
        ...soundParts(of, parent, { ...episode, artist: episode.podcast }),
      ]}
    />
  )
}

function Details({ episode }: { episode: Episode }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const update = useSend(updateEpisode, [getEpisode, listPodcastEpisodes, getPodcast])
  const { id, title, podcastId } = episode
  const remove = async () => {
    await call(deleteEpisode, { params: { episodeId: id } })
    forgetSound(queries, episode)
    await Promise.all(
      [listPodcastEpisodes, listOwnPodcasts, getPodcast].map((list) =>
        queries.invalidateQueries({ queryKey: queryKeyOf(list) }),
      ),
    )
  }
  const initial = {
    title,
    description: episode.description ?? '',
    season: String(episode.season ?? ''),
    isExplicit: String(episode.isExplicit),
  }
  return (
    <>
      <ContentForm
        key={Object.values(initial).join(' ')}
        rules={RULES}
        initial={initial}
        hasArtwork={false}
        send={({ season, isExplicit, artwork: _, ...texts }) =>
          update({
            episodeId: id,
            ...texts,
            ...(season !== undefined && { season: season === '' ? null : Number(season) }),
            ...(isExplicit && { isExplicit: isExplicit === 'true' }),
          })
        }
        onDone={() => sayDone(t('studio.saved'))}
        button={t('studio.save')}
      >
        {(errors) => (
          <>
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_120px]">
              <Field
                name="title"
                label={t('studio.albumName')}
                defaultValue={title}
                autoComplete="off"
                required
                error={errors['title']}
              />
              <Field
                name="season"
                label={t('studio.season')}
                defaultValue={initial.season}
                inputMode="numeric"
                autoComplete="off"
                error={errors['season']}
              />
            </div>
            <TextArea
              name="description"
              label={t('studio.description')}
              hint={t('studio.descriptionHint')}
              defaultValue={initial.description}
              rows={7}
              error={errors['description']}
            />
            <FormSwitch
              name="isExplicit"
              label={t('studio.explicit')}
              hint={t('studio.explicitHint')}
              isOn={episode.isExplicit}
            />
          </>
        )}
      </ContentForm>
      <SoundFilePart sound={episode} parent={{ kind: 'podcast', id: podcastId, artistName: episode.podcast }} />
      <DeletePart
        button={t('studio.deleteEpisode')}
        thing={{
          title,
          remove,
          onGone: () => void navigate(`/studio/podcasts/${podcastId}`, { replace: true }),
        }}
      />
    </>
  )
}
