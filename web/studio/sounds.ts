/** Tracks of an album or episodes of a podcast as their owner sees them, asked for again while any is unfinished.
 * Not files that are still on their way; those are uploads.ts. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listPodcastEpisodes } from '#contract/episodes.ts'
import { listAlbumTracks } from '#contract/tracks.ts'
import { useSite } from '../site.ts'
import type { SoundParent } from './upload.ts'
import { listKeyOf } from './uploads.ts'

const POLL_MS = 1_000
const POLL_SLOWLY_MS = 10_000
/** Preparing takes seconds; what has stood longer waits for a file that may never come. */
const LONG_MS = 10 * 60_000

export type Sound = Wire<typeof listAlbumTracks>[number] | Wire<typeof listPodcastEpisodes>[number]
export type SoundState = 'preparing' | 'ready' | 'failed'

export function soundState(sound: Pick<Sound, 'isProcessing' | 'compressorError' | 'liveUrl'>): SoundState {
  if (sound.liveUrl !== null) return 'ready'
  return sound.compressorError !== null ? 'failed' : 'preparing'
}

/** Where a track or an episode is edited. */
export const editPathOf = (sound: Pick<Sound, 'id'> & object): string =>
  `/studio/edit/${'albumId' in sound ? 'track' : 'episode'}/${sound.id}`

export function useSounds(parent: SoundParent) {
  const { call } = useSite()
  return useQuery<Sound[]>({
    queryKey: listKeyOf(parent),
    queryFn: ({ signal }) =>
      parent.kind === 'album'
        ? call(listAlbumTracks, { params: { albumId: parent.id }, query: { unpublished: 'true' } }, { signal })
        : call(listPodcastEpisodes, { params: { podcastId: parent.id }, query: { unpublished: 'true' } }, { signal }),
    staleTime: 0,
    select: withoutReplaced,
    refetchInterval: ({ state }) => {
      const unfinished = state.data?.filter((sound) => soundState(sound) === 'preparing' || sound.isProcessing) ?? []
      if (unfinished.length === 0) return false
      return state.status === 'error' || unfinished.every(isOverdue) ? POLL_SLOWLY_MS : POLL_MS
    },
  })
}

/** Its upload has probably been interrupted. */
export function isOverdue({ createdAt }: Pick<Sound, 'createdAt'>): boolean {
  return Date.now() - Date.parse(createdAt) > LONG_MS
}

/** A file that failed is forgotten once the same title has come another time. */
export function withoutReplaced<S extends Pick<Sound, 'id' | 'title' | 'isProcessing' | 'compressorError' | 'liveUrl'>>(
  sounds: readonly S[],
): S[] {
  const others = (sound: S) => sounds.filter(({ id }) => id !== sound.id)
  return sounds.filter(
    (sound) =>
      soundState(sound) !== 'failed' ||
      !others(sound).some(
        (other) => soundState(other) !== 'failed' && other.title.toLowerCase() === sound.title.toLowerCase(),
      ),
  )
}

export type SoundCounts = { ready: number; preparing: number; failed: number; hidden: number }

/** `hidden`: ready, but not out although its release is (or would not come out with it). */
export function countSounds(sounds: readonly Sound[]): SoundCounts {
  const of = (state: SoundState) => sounds.filter((sound) => soundState(sound) === state)
  return {
    ready: of('ready').length,
    preparing: of('preparing').length,
    failed: of('failed').length,
    hidden: of('ready').filter(({ isDraft }) => isDraft).length,
  }
}
