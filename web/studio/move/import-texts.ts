/** The words for what happened to an item of a feed. */
import type { ImportItemState } from '#contract/catalog/moving/imports.ts'
import type { output } from 'zod/mini'
import { t, type TranslationKey } from '#web/words/words.ts'

export const importHref = (importId: string) => `/studio/move?import=${importId}`

export const stateTexts = {
  waiting: 'move.waiting',
  fetching: 'move.fetching',
  processing: 'move.processing',
  done: 'move.done',
  failed: 'move.failed',
  'left-out': 'move.leftOut',
} as const satisfies Record<output<typeof ImportItemState>, TranslationKey>

/** The reason of items that were not there when the user stopped the import. */
export const STOPPED = 'stopped'

const REASONS: Readonly<Record<string, TranslationKey>> = {
  'no-audio': 'move.noAudio',
  'guid-twice': 'move.guidTwice',
  'guid-too-long': 'move.guidTooLong',
  'not-yet': 'move.notYet',
  deleted: 'move.deleted',
  [STOPPED]: 'move.stoppedItem',
  unreachable: 'move.unreachable',
  refused: 'move.refused',
  gone: 'move.gone',
  forbidden: 'move.forbidden',
  'too-large': 'move.tooLarge',
  'over-quota': 'move.overQuota',
  'upload-quota-reached': 'move.overQuota',
  'rule-broken': 'move.noRoom',
  'taken-down-before': 'move.takenDown',
  'our-fault': 'move.ourFault',
}

/** All other reasons are about what the file contains. */
export const reasonText = (reason: string): string => t(REASONS[reason] ?? 'move.badAudio')

const PROBLEMS: Readonly<Record<string, TranslationKey>> = {
  chapters: 'move.noChapters',
  transcript: 'move.noTranscript',
  image: 'move.noImage',
  'chapter-images': 'move.noChapterImages',
  'track-image': 'move.noTrackImage',
  soundbites: 'move.noSoundbites',
  license: 'move.noLicense',
  value: 'move.noValue',
  'value-node': 'move.noValueNode',
  'time-splits': 'move.noTimeSplits',
  person: 'move.noPersons',
  funding: 'move.noFunding',
  podroll: 'move.noPodroll',
  liveItem: 'move.noLive',
  trailer: 'move.noTrailer',
  publisher: 'move.noPublisher',
}

export const problemText = (problem: string): string => t(PROBLEMS[problem] ?? 'move.badAudio')
