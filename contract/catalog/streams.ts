/** The streams of a track or episode. `liveUrl` is the MP3, which every browser plays; the same URL with another extension
 * is another stream. Older content may lack a stream, whose URL is then 404. */

export const streamExtensions = {
  /** AAC, 256 kbit/s. */
  high: 'm4a',
  /** MP3, 128 kbit/s. */
  medium: 'mp3',
  /** Opus, 96 kbit/s. */
  low: 'opus',
} as const

export type StreamQuality = keyof typeof streamExtensions

/** A URL of another form has one stream only. */
export const streamUrl = (liveUrl: string, quality: StreamQuality): string =>
  liveUrl.replace(/\.mp3$/, `.${streamExtensions[quality]}`)

export const streamUrls = (liveUrl: string): string[] =>
  (Object.keys(streamExtensions) as StreamQuality[]).map((quality) => streamUrl(liveUrl, quality))
