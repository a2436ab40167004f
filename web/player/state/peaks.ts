/** The waveform of a track, for drawing it. The response also contains its loudness (levels.ts). */
import { useQuery } from '@tanstack/react-query'
import { getWaveform } from '#contract/catalog/tracks.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

/** The waveform of a track never changes, so it is fetched once. */
export function usePeaks(contentId: string): readonly number[] | null {
  const { call } = useSite()
  const query = useQuery({
    ...callQuery(call, getWaveform, { params: { contentId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return query.data?.peaks ?? null
}
