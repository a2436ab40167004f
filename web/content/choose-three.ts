/** Three songs of the chart to begin with. */
import type { listTopTracks } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'

export type ChartTrack = Wire<typeof listTopTracks>[number]

export const THREE = 3

/** The best placed that can be played, one of each artist, without the featured one and without explicit ones. */
export function chooseThree(chart: readonly ChartTrack[], featuredArtistUrl?: string): ChartTrack[] {
  const artists = new Set([featuredArtistUrl])
  return chart
    .filter(({ artistUrl, isExplicit, liveUrl }) => {
      if (isExplicit || liveUrl === null || artists.has(artistUrl)) return false
      artists.add(artistUrl)
      return true
    })
    .slice(0, THREE)
}
