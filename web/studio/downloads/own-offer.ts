/** What the user offers for download of a release or track, refetched while its files are being made. */
import { useQuery } from '@tanstack/react-query'
import { getOwnDownloadOffer } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

export type OwnOffer = Wire<typeof getOwnDownloadOffer>

const POLL_MS = 2_000

export const isMaking = ({ trackCount, readyCount, failedCount }: OwnOffer): boolean =>
  readyCount + failedCount < trackCount

export const useOwnOffer = (contentId: string) =>
  useQuery({
    ...callQuery(useSite().call, getOwnDownloadOffer, { params: { contentId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMaking(state.data) ? POLL_MS : false),
  })
