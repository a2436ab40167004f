/** Lines with times as subtitles: SubRip (SRT) and WebVTT. */

export type Caption = { startSeconds: number; endSeconds: number; text: string }

export const writeSubRip = (captions: readonly Caption[]): string =>
  captions
    .map(({ startSeconds, endSeconds, text }, index) => {
      return `${index + 1}\n${timeOf(startSeconds, ',')} --> ${timeOf(endSeconds, ',')}\n${oneLine(text)}\n\n`
    })
    .join('')

export const writeWebVtt = (captions: readonly Caption[]): string =>
  `WEBVTT\n\n${captions
    .map(({ startSeconds, endSeconds, text }) => {
      return `${timeOf(startSeconds, '.')} --> ${timeOf(endSeconds, '.')}\n${escapeCue(oneLine(text))}\n\n`
    })
    .join('')}`

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
