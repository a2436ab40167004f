/** Why an audio file was refused, in the language of the page. The server says it in English. */
import type { RefusalCode } from '#contract/audio-refusals.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Refused = { compressorError: string | null; compressorErrorCode?: string | undefined }

const KEYS: Readonly<Record<RefusalCode, TranslationKey>> = {
  'empty-file': 'studio.fileEmptyFile',
  'is-playlist': 'studio.fileIsPlaylist',
  'is-web-page': 'studio.fileIsWebPage',
  'is-picture': 'studio.fileIsPicture',
  'is-archive': 'studio.fileIsArchive',
  'not-audio': 'studio.fileNotAudio',
  'no-sound': 'studio.fileNoSound',
  truncated: 'studio.fileTruncated',
  damaged: 'studio.fileDamaged',
  'odd-format': 'studio.fileOddFormat',
  'too-long': 'studio.fileTooLong',
  'took-too-long': 'studio.fileTookTooLong',
  'too-large': 'studio.fileTooLarge',
  'over-quota': 'studio.fileOverQuota',
  'never-arrived': 'studio.fileNeverArrived',
  'member-left': 'studio.fileMemberLeft',
  'taken-down-before': 'studio.fileTakenDownBefore',
  'our-fault': 'studio.fileOurFault',
}

/** In English if it has no code, or a newer one. */
export function describeRefusedFile({ compressorError, compressorErrorCode: code = '' }: Refused): string {
  return isKnown(code) ? t(KEYS[code]) : (compressorError ?? '')
}

const isKnown = (code: string): code is RefusalCode => Object.hasOwn(KEYS, code)
