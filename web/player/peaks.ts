/** The shape of a sound, for drawing it. How loud it is comes with it (levels.ts). */
import { useQuery } from '@tanstack/react-query'
import { getWaveform } from '#contract/tracks.ts'
import { callQuery } from '../queries.ts'
import { useSite } from '../site.ts'

/** The shape of a track never changes, so it is asked for once. */
export function usePeaks(contentId: string): readonly number[] | null {
  const { call } = useSite()
  const query = useQuery({
    ...callQuery(call, getWaveform, { params: { contentId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return query.data?.peaks ?? null
}
