/** Number formats and labels of the analytics page. */
import type { PlaySource } from '#contract/play-sources.ts'
import type { EarningSource } from '#contract/listening/stats.ts'
import { formatNumber } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'
import type { DayRange } from './day-ranges.ts'
import { nameOfTime } from './points.ts'

export const formatCount = (count: number): string => formatNumber(count)

export const formatSatsAmount = (amountMsat: number): string =>
  t('analytics.amount', { amount: formatSats(amountMsat) })

export function formatPlays(count: number): string {
  return t('analytics.manyPlays', { count })
}

/** Money and listeners are always counted by days in UTC. */
export function describeRange(range: DayRange, zone: string): string {
  const [from, to] = [nameOfTime(range.from), nameOfTime(range.to)]
  return zone === 'UTC'
    ? t('analytics.rangeIsUtc', { from, to })
    : t('analytics.rangeIs', { from, to, zone: zone.replaceAll('_', ' ') })
}

/** Compact numbers for axes. */
export const formatAxis = (value: number): string =>
  formatNumber(value, { notation: 'compact', maximumFractionDigits: 2 })

export const earningSources: Record<EarningSource, TranslationKey> = {
  balance: 'analytics.sourceBalance',
  wallet: 'analytics.sourceWallet',
  'time-split': 'analytics.sourceTimeSplit',
  gift: 'gift.source',
}

export const playSources: Record<PlaySource, TranslationKey> = {
  home: 'analytics.playHome',
  feed: 'analytics.playFeed',
  release: 'analytics.playRelease',
  artist: 'analytics.playArtist',
  playlist: 'analytics.playPlaylist',
  chart: 'analytics.playChart',
  library: 'analytics.playLibrary',
  search: 'analytics.playSearch',
  autoplay: 'analytics.playAutoplay',
  embed: 'analytics.playEmbed',
  app: 'analytics.playApp',
  other: 'analytics.playOther',
}

type Kind = 'track' | 'episode' | 'album' | 'podcast' | 'artist'

export const kinds: Record<Kind, TranslationKey> = {
  track: 'analytics.kindTrack',
  episode: 'analytics.kindEpisode',
  album: 'analytics.kindAlbum',
  podcast: 'analytics.kindPodcast',
  artist: 'analytics.kindArtist',
}

/** The public page of a content. Pages of artists and podcasts are addressed by names that are not known here. */
export function hrefOf(kind: Kind, id: string): string | null {
  return kind === 'track' || kind === 'episode' || kind === 'album' ? `/${kind}/${id}` : null
}
