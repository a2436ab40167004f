/** Why an audio file was refused, in the language of the page. The server says it in English. */
import { refusals, type RefusalCode } from '#contract/audio-refusals.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

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

/** `reason` as it is, if it is none of those. */
export function describeRefusedFile(reason: string): string {
  const code = (Object.keys(KEYS) as RefusalCode[]).find((one) => refusals[one] === reason)
  return code === undefined ? reason : t(KEYS[code])
}
