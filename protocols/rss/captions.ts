/** Lines with times as subtitles: SubRip (SRT), WebVTT, and the JSON of Podcasting 2.0. Reading is transcript.ts. */

export type Caption = { startSeconds: number; endSeconds: number; text: string; speaker?: string | null }

/** SubRip has no speakers: they are before the text, as Podcasting 2.0 has it. */
export const writeSubRip = (captions: readonly Caption[]): string =>
  captions
    .map(({ startSeconds, endSeconds, text, speaker }, index) => {
      const line = oneLine(speaker ? `${speaker}: ${text}` : text)
      return `${index + 1}\n${timeOf(startSeconds, ',')} --> ${timeOf(endSeconds, ',')}\n${line}\n\n`
    })
    .join('')

export const writeWebVtt = (captions: readonly Caption[]): string =>
  `WEBVTT\n\n${captions
    .map(({ startSeconds, endSeconds, text, speaker }) => {
      const voice = speaker ? `<v ${escapeCue(oneLine(speaker))}>` : ''
      return `${timeOf(startSeconds, '.')} --> ${timeOf(endSeconds, '.')}\n${voice}${escapeCue(oneLine(text))}\n\n`
    })
    .join('')}`

export const writeTranscriptJson = (captions: readonly Caption[]): string =>
  JSON.stringify({
    version: '1.0.0',
    segments: captions.map(({ startSeconds, endSeconds, text, speaker }) => ({
      ...(speaker ? { speaker } : {}),
      startTime: startSeconds,
      endTime: endSeconds,
      body: text,
    })),
  })

/** An empty line would end a caption. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeCue = (text: string) => text.replaceAll(/[&<>]/g, (character) => ESCAPES[character]!)

function timeOf(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(two).join(':')
  return `${clock}${point}${String(ms % 1_000).padStart(3, '0')}`
}
