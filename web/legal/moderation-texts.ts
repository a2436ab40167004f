/** The texts for kinds of cases, reasons of reports, and their outcomes. */
import type { getReport } from '#contract/community/reports.ts'
import type { Wire } from '#contract/endpoint.ts'
import { t } from '#web/words/words.ts'

type Report = Wire<typeof getReport>
export type Reason = Report['reason']

export const KINDS = ['report', 'counter-notice', 'appeal', 'held-upload'] as const
export const REASONS = ['copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other'] as const

export const isReason = (value: string): value is Reason => (REASONS as readonly string[]).includes(value)

export function reasonText(reason: Reason): string {
  switch (reason) {
    case 'copyright':
      return t('report.copyright')
    case 'illegal':
      return t('report.illegal')
    case 'hateful':
      return t('report.hateful')
    case 'misleading':
      return t('report.misleading')
    case 'spam':
      return t('report.spam')
    case 'other':
      return t('report.other')
  }
}

export function kindText(kind: Report['kind']): string {
  switch (kind) {
    case 'report':
      return t('moderation.report')
    case 'counter-notice':
      return t('moderation.counterNotice')
    case 'appeal':
      return t('moderation.appeal')
    case 'held-upload':
      return t('moderation.heldUpload')
  }
}

export const outcomeText = (outcome: Report['outcome']): string =>
  t(outcome === null ? 'notice.open' : outcome === 'acted' ? 'notice.acted' : 'notice.dismissed')
