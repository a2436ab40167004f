/** Applies an action to many tracks or episodes, one after the other. Failures are reported by title; the rest is
 * done. The buttons are bulk-bar.tsx. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteEpisode, updateEpisode } from '#contract/catalog/episodes.ts'
import { publish } from '#contract/catalog/publish.ts'
import { deleteTrack, updateTracks } from '#contract/catalog/tracks.ts'
import type { Call } from '#web/data/api.ts'
import { useSite } from '#web/data/site.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { refreshParent } from '#web/studio/publishing/refresh-parent.ts'
import { dropAudioFromCache } from './drop-audio.ts'
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

export type BulkAct =
  | { kind: 'explicit'; isExplicit: boolean }
  | { kind: 'publish' }
  | { kind: 'hide' }
  | { kind: 'delete' }

/** Lists what was done and what failed. */
export class BulkError extends Error {
  override name = 'BulkError'
}

export function useBulk(parent: AudioParent) {
  const { call } = useSite()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ audioItems, act }: { audioItems: readonly AudioItem[]; act: BulkAct }) => {
      if (act.kind === 'explicit' && parent.kind === 'album') {
        const { isExplicit } = act
        return call(updateTracks, { body: { tracks: audioItems.map(({ id }) => ({ trackId: id, isExplicit })) } })
      }
      const failures: string[] = []
      for (const audioItem of audioItems) {
        try {
          await doOne(call, parent, audioItem, act)
          if (act.kind === 'delete') dropAudioFromCache(queries, audioItem)
        } catch (error) {
          failures.push(t('studio.bulkFailure', { title: audioItem.title, reason: describeFailure(error) }))
        }
      }
      if (failures.length > 0) throw new BulkError(failures.join(' '))
      return null
    },
    onSettled: () => refreshParent(queries, parent),
  })
}

export function deleteAudio(call: Call, { kind }: AudioParent, { id }: Pick<AudioItem, 'id'>): Promise<unknown> {
  return kind === 'album'
    ? call(deleteTrack, { params: { trackId: id } })
    : call(deleteEpisode, { params: { episodeId: id } })
}

async function doOne(call: Call, parent: AudioParent, { id }: AudioItem, act: BulkAct): Promise<unknown> {
  const isTrack = parent.kind === 'album'
  if (act.kind === 'delete') return deleteAudio(call, parent, { id })
  if (act.kind === 'explicit') return call(updateEpisode, { body: { episodeId: id, isExplicit: act.isExplicit } })
  const body = { contentType: isTrack ? ('track' as const) : ('episode' as const), isDraft: act.kind === 'hide' }
  return call(publish, { params: { contentId: id }, body })
}
