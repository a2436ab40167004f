/** Reasons why an uploaded audio file was refused: their codes (`compressorErrorCode`, and `reasonCode` of an upload), and texts
 * that its artist can act on, in English (`compressorError`, `reason`). The pages have them in their own language:
 * web/studio/audio/failure-texts.ts. */

export const MAX_AUDIO_HOURS = 12

const FORMATS = 'MP3, WAV, FLAC, AIFF, M4A, AAC, Ogg or Opus'

export const refusals = {
  'empty-file': 'The file is empty (0 bytes). Please choose it again and upload it once more.',
  'is-playlist': `This is a playlist: a list of files, not the sound itself. Please upload the audio file as ${FORMATS}.`,
  'is-web-page': `This is a web page or text, not audio. Please upload the audio file as ${FORMATS}.`,
  'is-picture': `This is a picture, not audio. Please upload the audio file as ${FORMATS}.`,
  'is-archive': `This is an archive or a document. Please unpack it and upload each audio file as ${FORMATS}.`,
  'not-audio': `We do not recognise this as audio. Please export it as ${FORMATS}.`,
  'no-sound': `There is no sound in this file that we can read. Please export it again as ${FORMATS}.`,
  truncated: 'The file ends too early, as if copying it had stopped half-way. Please export or copy it again.',
  damaged: 'Parts of this file cannot be read. Please export it again.',
  'odd-format': 'The sample rate or the number of channels of this file is not supported. Please export it again.',
  'too-long': `This is longer than ${MAX_AUDIO_HOURS} hours. Please split it into parts.`,
  'took-too-long': 'Reading this file took too long. Please export it again as FLAC or MP3.',
  'too-large': 'The file is larger than 2 GiB. Please export it as FLAC or MP3, or split it.',
  'over-quota': 'Your uploads use all the storage of an account. Please delete some, then upload this again.',
  'never-arrived': 'The upload was not finished in time. Please upload the file again.',
  'member-left': 'The member who was uploading this is no longer in the team. Please upload the file again.',
  'taken-down-before': 'This recording was taken down here, and an operator has not released it.',
  'our-fault': 'Something went wrong on our side, several times. Please upload the file again later.',
} as const

export type RefusalCode = keyof typeof refusals
