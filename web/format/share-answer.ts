/** What has become of an offered share: for the owner of a split and everybody in it. */
import type { listSplitVersions } from '#contract/catalog/split-offers.ts'
import type { Wire } from '#contract/endpoint.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Version = Wire<typeof listSplitVersions>[number]

const ANSWERS: Record<Version['shares'][number]['state'], TranslationKey> = {
  agreed: 'editors.shareAgreed',
  waiting: 'editors.shareWaiting',
  declined: 'editors.shareDeclined',
  expired: 'editors.shareExpired',
  withdrawn: 'editors.shareWithdrawn',
}

/** Only terms that began have paid anything. */
export function describeShareAnswer(
  { begunAt }: Pick<Version, 'begunAt'>,
  { state, isTaken }: Pick<Version['shares'][number], 'state' | 'isTaken'>,
): string {
  if (state === 'waiting' && isTaken) return t('editors.shareTaken')
  const answer = t(ANSWERS[state])
  const isReturned = begunAt !== null && state !== 'agreed' && state !== 'waiting'
  return isReturned ? t('editors.shareToOwner', { answer }) : answer
}
