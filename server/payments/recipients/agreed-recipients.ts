/** The users among the recipients of terms who have agreed to them. */
import type { Recipient, SplitTerms } from '#contract/split.ts'

export function agreedRecipients({ recipients, consent }: Pick<SplitTerms, 'recipients' | 'consent'>): Recipient[] {
  return recipients.filter(({ isOutside }, position) => isOutside !== true && consent?.open.includes(position) !== true)
}
