/** Soundbites as lines of a form: '12:30 45 The whale answers' begins at 12:30 and lasts 45 seconds. */
import { LABEL_MAX, SOUNDBITE_LENGTH_MAX, type Soundbite, SOUNDBITES_MAX } from '#contract/catalog/episodes.ts'
import { readTime, writeTime } from '#web/studio/waveform/time.ts'

const LINE = /^(\S+)\s+(\S+)\s+(.+)$/u

const linesOf = (typed: string) => typed.split('\n').filter((line) => line.trim() !== '')

function readLine(line: string): Soundbite | null {
  const [, start = '', length = '', title = ''] = LINE.exec(line.trim()) ?? []
  const [startTime, duration] = [readTime(start), readTime(length)]
  const isWrong = duration === null || duration < 1 || duration > SOUNDBITE_LENGTH_MAX || title.length > LABEL_MAX
  return startTime === null || isWrong ? null : { startTime, duration, title }
}

/** The first line that is not a soundbite, or is one too many. */
export function wrongSoundbite(typed: string): string | null {
  const lines = linesOf(typed)
  return lines.find((line, index) => index >= SOUNDBITES_MAX || readLine(line) === null) ?? null
}

export const parseSoundbites = (typed: string): Soundbite[] => linesOf(typed).flatMap((line) => readLine(line) ?? [])

export const writeSoundbites = (soundbites: readonly Soundbite[]): string =>
  soundbites.map(({ startTime, duration, title }) => `${time(startTime)} ${time(duration)} ${title}`).join('\n')

const time = (seconds: number) => writeTime(seconds, Number.isInteger(seconds) ? 0 : 2)
