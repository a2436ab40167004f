/** The recipients of a content with their percentages, and what the platform keeps before them. */
import { getTerms } from '#contract/payments/terms.ts'
import { useSettings } from '#web/data/site.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { t } from '#web/words/words.ts'
import { percentOf, sumOf } from './number-formats.ts'

export function useRecipientShares(contentId: string, isEnabled: boolean) {
  const terms = usePageData(getTerms, { params: { contentId } }, { isEnabled })
  const { brandName: brand } = useSettings()
  const { recipients = [], timeSplits = [], feePpm = 0 } = terms ?? {}
  const whole = sumOf(recipients.map(({ share }) => share))
  const fee = feePpm / 10_000
  return {
    /** In the order of the split. */
    parts: recipients.map(({ name, displayName, share }, index) => ({
      key: index,
      name: displayName ?? (name || t('zap.notAgreed')),
      weight: share,
      amount: t('catalog.percent', { percent: percentOf(share, whole) }),
    })),
    feeNote: fee === 0 ? t('catalog.withoutFee', { brand }) : t('catalog.afterFee', { percent: fee, brand }),
    timeSplits,
  }
}
