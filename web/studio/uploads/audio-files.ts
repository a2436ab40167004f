/** What can be known of an audio file before it is sent: whether it may be one, and a title guessed from its name.
 * The server determines the real format from its bytes. */
import { AUDIO_EXTENSION } from '#contract/catalog/uploads.ts'
import { TITLE_MAX } from '#contract/fields.ts'

export const AUDIO_ACCEPT = '.mp3,.wav,.flac,.aif,.aiff,.m4a,.aac,.ogg,.opus,audio/*'
export const AUDIO_MAX_BYTES = 2 * 2 ** 30

export type AudioRefusal = 'kind' | 'empty' | 'large'

export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}

export function refusalOf(file: { name: string; size: number }): AudioRefusal | null {
  if (!AUDIO_EXTENSION.test(extensionOf(file.name))) return 'kind'
  if (file.size === 0) return 'empty'
  return file.size > AUDIO_MAX_BYTES ? 'large' : null
}

/** Natural order: 2 before 10, ignoring case and accents, folder by folder. Equal names keep their order. */
export function inNaturalOrder<F extends { name: string; webkitRelativePath?: string }>(files: readonly F[]): F[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const pathOf = ({ name, webkitRelativePath }: F) => webkitRelativePath || name
  return files.toSorted((one, other) => collator.compare(pathOf(one), pathOf(other)))
}

/** '01 - Kite_String.flac' → 'Kite String'. A leading artist name is removed too, when it is known. */
export function guessTitle(fileName: string, artistName = ''): string {
  return readName(fileName, artistName).title
}

/** The titles of files added together: if each begins with a
 * different number, the numbers are track numbers and are removed. */
export function guessTitles(names: readonly string[], artistName = ''): string[] {
  const files = names.map((name) => readName(name, artistName))
  const numbers = new Set(files.map(({ number }) => number))
  const isList = files.length > 1 && !numbers.has(undefined) && numbers.size === files.length
  return files.map(({ title, number }) => {
    const rest = isList && title.startsWith(`${number} `) ? title.slice(`${number} `.length) : ''
    return hasCharacters(rest) ? rest : title
  })
}

/** The title that a name alone suggests, and the number at its beginning, which may be a part of the title. */
function readName(fileName: string, artistName: string): { title: string; number: string | undefined } {
  const dot = fileName.lastIndexOf('.')
  const whole = tidy((dot > 0 ? fileName.slice(0, dot) : fileName).replaceAll('_', ' '))
  let title = withoutNumber(whole)
  let number = numberOf(whole)
  const artist = artistName.trim().toLowerCase()
  if (artist !== '' && title.toLowerCase().startsWith(artist)) {
    const rest = /^\s*[-–—]\s*(.+)$/.exec(title.slice(artist.length))?.[1]
    if (rest !== undefined) {
      title = withoutNumber(rest)
      number ??= numberOf(rest)
    }
  }
  return { title: (title || whole || fileName).slice(0, TITLE_MAX), number }
}

const numberOf = (text: string) => /^(\d{1,3})(?=[\s\-–—.)\]])/.exec(text)?.[1]

const hasCharacters = (text: string) => /[\p{L}\p{N}]/u.test(text)

const tidy = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** A number counts as a track number only if a separator follows
 * or a zero leads it: '7 Rings' and '1999' are titles. */
function withoutNumber(title: string): string {
  const rest =
    /^\d{1,3}\s*[-–—.)\]]+\s*(?=\D)(.+)$/u.exec(title)?.[1] ??
    /^[Tt]rack\s*\d{1,3}\s*[-–—.)\]]+\s*(.+)$/.exec(title)?.[1] ??
    /^0\d{0,2}\s+(.+)$/.exec(title)?.[1]
  return rest !== undefined && hasCharacters(rest) ? tidy(rest) : title
}
