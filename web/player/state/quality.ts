/** Which stream of a sound is played: the setting, what the browser can play, and the connection. */
import { streamUrl, type StreamQuality } from '#contract/catalog/streams.ts'
import { isOneOf } from './one-of.ts'

export const QUALITIES = ['automatic', 'high', 'medium', 'low'] as const
export type Quality = (typeof QUALITIES)[number]
export const isQuality = isOneOf(QUALITIES)

export type Connection = { saveData?: boolean; effectiveType?: string }

const TYPES: Record<StreamQuality, string> = {
  high: 'audio/mp4; codecs="mp4a.40.2"',
  medium: 'audio/mpeg',
  low: 'audio/ogg; codecs="opus"',
}
/** As the Network Information API names them. */
const SLOW = ['slow-2g', '2g', '3g']

/** Automatic is medium, and low on a slow connection or where the user saves data. A stream that the browser cannot play is
 * replaced by the MP3. */
export function chooseStream(
  quality: Quality,
  connection: Connection | undefined,
  canPlay: (type: string) => boolean,
): StreamQuality {
  const isFrugal = connection?.saveData === true || SLOW.includes(connection?.effectiveType ?? '')
  const wanted = quality === 'automatic' ? (isFrugal ? 'low' : 'medium') : quality
  return canPlay(TYPES[wanted]) ? wanted : 'medium'
}

/** URLs that were not there. */
const missing = new Set<string>()

/** The URL to play instead of the MP3's. */
export function sourceOf(liveUrl: string, quality: Quality): string {
  const { connection } = navigator as Navigator & { connection?: Connection }
  const canPlay = (type: string) => document.createElement('audio').canPlayType(type) !== ''
  const url = streamUrl(liveUrl, chooseStream(quality, connection, canPlay))
  return missing.has(url) ? liveUrl : url
}

/** True when there is another stream to try. */
export function isReplaceable(liveUrl: string, quality: Quality): boolean {
  const url = sourceOf(liveUrl, quality)
  if (url === liveUrl) return false
  missing.add(url)
  return true
}
