/** The own artwork of an episode, saved as soon as it is chosen. Without it, the episode shows the artwork of its podcast. */
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { getEpisode, updateEpisode } from '#contract/catalog/episodes.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSend } from './form.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { TimedImage } from '#web/studio/artwork/timed-image.tsx'

export function EpisodeArtwork({ episode: { id, title, ownArtworkUrl } }: { episode: Wire<typeof getEpisode> }) {
  const send = useSend(updateEpisode, [getEpisode])
  const titleId = useId()
  const saving = useMutation({
    mutationFn: (artworkUrl: string | null) => send({ episodeId: id, artworkUrl }),
    onSuccess: () => showToast(t('studio.saved')),
  })
  return (
    <section aria-labelledby={titleId} className="mt-12 max-w-[640px] border-t border-line pt-6">
      <h2 id={titleId} className="text-xl">
        {t('studio.artwork')}
      </h2>
      <p className="mt-1 mb-3 text-ink-2">{t('studio.episodeArtworkHint')}</p>
      <TimedImage
        contentId={id}
        name={title}
        artworkUrl={ownArtworkUrl}
        fieldName="artwork"
        isOptional
        onChange={(artworkUrl) => saving.mutate(artworkUrl)}
      />
      {saving.error && <Alert className="mt-3">{describeFailure(saving.error)}</Alert>}
    </section>
  )
}
