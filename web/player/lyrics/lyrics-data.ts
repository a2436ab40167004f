/** The lyrics of a song, with everything else about it. */
import { useQuery } from '@tanstack/react-query'
import { getTrack } from '#contract/catalog/tracks.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

export function useLyrics(trackId: string, isSong: boolean) {
  const { call } = useSite()
  return useQuery({ ...callQuery(call, getTrack, { params: { trackId } }), enabled: isSong })
}
