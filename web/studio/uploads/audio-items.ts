/** Tracks of an album or episodes of a podcast as their owner sees them, polled while any is unfinished.
 * Files still being uploaded are uploads.ts. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { listAlbumTracks } from '#contract/catalog/tracks.ts'
import { listOpenUploads } from '#contract/catalog/uploads.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import type { AudioParent } from './upload.ts'
import { listKeyOf } from './uploads.ts'
import { announce } from './send.ts'

const POLL_MS = 1_000
const POLL_SLOWLY_MS = 10_000
/** Processing takes seconds; after this long, the item is waiting for a file that may never come. */
const LONG_MS = 10 * 60_000

/** The state of its newest upload; null when that is finished or unknown. */
export type Arrival = Wire<typeof listOpenUploads>[number]
type Listed = Wire<typeof listAlbumTracks>[number] | Wire<typeof listPodcastEpisodes>[number]
export type AudioItem = Listed & { arrival: Arrival | null }
export type AudioState = 'awaiting' | 'preparing' | 'ready' | 'failed'

export function audioState(
  audioItem: Pick<AudioItem, 'compressorError' | 'liveUrl'> & { arrival?: Pick<Arrival, 'state'> | null },
): AudioState {
  if (audioItem.liveUrl !== null) return 'ready'
  if (audioItem.compressorError !== null) return 'failed'
  return audioItem.arrival?.state === 'awaiting-upload' ? 'awaiting' : 'preparing'
}

/** How much of the file has arrived, 0..1. */
export const arrivedPart = ({ receivedBytes, file }: Pick<Arrival, 'receivedBytes' | 'file'>): number =>
  file === null || file.sizeBytes === 0 ? 0 : Math.min(1, receivedBytes / file.sizeBytes)

/** Whether a selected file is the file of an interrupted upload. */
export function isSameFile({ file: announced }: Pick<Arrival, 'file'>, file: File): boolean {
  const selected = announce(file)
  return (
    announced !== null &&
    announced.name === selected.name &&
    announced.sizeBytes === selected.sizeBytes &&
    announced.modifiedAt === selected.modifiedAt
  )
}

/** The edit page of a track or an episode. */
export const editPathOf = (audioItem: Pick<AudioItem, 'id'> & object): string =>
  `/studio/edit/${'albumId' in audioItem ? 'track' : 'episode'}/${audioItem.id}`

export function useAudioItems(parent: AudioParent) {
  const listed = useListed(parent)
  const isUnfinished = listed.data?.some(isOpen) ?? false
  const arrivals = useArrivals(isUnfinished)
  // Without it, a file being processed cannot be distinguished from one that never arrived.
  const isKnown = !isUnfinished || arrivals.data !== undefined || arrivals.error !== null
  const data = useMemo(
    () => (isKnown ? listed.data?.map((audioItem): AudioItem => withArrival(audioItem, arrivals.data)) : undefined),
    [isKnown, listed.data, arrivals.data],
  )
  return { data, error: listed.error, refetch: listed.refetch }
}

/** Arrivals are polled while an item is unfinished; a cached arrival says nothing about a finished one. */
const withArrival = <S extends Listed>(audioItem: S, arrivals: readonly Arrival[] = []) => ({
  ...audioItem,
  arrival: (isOpen(audioItem) && arrivals.find(({ uploadId }) => uploadId === audioItem.uploadId)) || null,
})

const isOpen = (audioItem: Pick<Listed, 'liveUrl' | 'compressorError' | 'isProcessing'>) =>
  audioItem.isProcessing || (audioItem.liveUrl === null && audioItem.compressorError === null)

/** All open uploads of the user. */
export function useArrivals(isEnabled: boolean) {
  const { call } = useSite()
  return useQuery({
    ...callQuery(call, listOpenUploads, {}),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      // An upload whose file is complete leaves 'awaiting-upload' within seconds.
      const isProgressing = state.data?.some((one) => one.state !== 'awaiting-upload' || arrivedPart(one) === 1) ?? true
      return isProgressing && state.status !== 'error' ? POLL_MS : POLL_SLOWLY_MS
    },
  })
}

function useListed(parent: AudioParent) {
  const { call } = useSite()
  return useQuery<Listed[]>({
    queryKey: listKeyOf(parent),
    queryFn: ({ signal }) =>
      parent.kind === 'album'
        ? call(listAlbumTracks, { params: { albumId: parent.id }, query: { unpublished: 'true' } }, { signal })
        : call(listPodcastEpisodes, { params: { podcastId: parent.id }, query: { unpublished: 'true' } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const unfinished = state.data?.filter(isOpen) ?? []
      if (unfinished.length === 0) return false
      return state.status === 'error' || unfinished.every(isOverdue) ? POLL_SLOWLY_MS : POLL_MS
    },
  })
}

function isOverdue({ createdAt }: Pick<Listed, 'createdAt'>): boolean {
  return Date.now() - Date.parse(createdAt) > LONG_MS
}

export type AudioCounts = { ready: number; awaiting: number; preparing: number; failed: number; hidden: number }

/** `hidden`: ready, but still a draft, so it is not published with its release. */
export function countAudioItems(audioItems: readonly AudioItem[]): AudioCounts {
  const of = (state: AudioState) => audioItems.filter((audioItem) => audioState(audioItem) === state)
  return {
    ready: of('ready').length,
    awaiting: of('awaiting').length,
    preparing: of('preparing').length,
    failed: of('failed').length,
    hidden: of('ready').filter(({ isDraft }) => isDraft).length,
  }
}
