/** The recipients of terms who have agreed to them. Only these are named to payers. */
import type { Recipient, SplitTerms } from '#contract/split.ts'

export function agreedRecipients({ recipients, consent }: Pick<SplitTerms, 'recipients' | 'consent'>): Recipient[] {
  return recipients.filter((_one, position) => consent?.open.includes(position) !== true)
}
