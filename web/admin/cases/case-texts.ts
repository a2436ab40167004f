/** The words for kinds of cases and reasons of reports. */
import type { listCases } from '#contract/operator/moderation.ts'
import type { Wire } from '#contract/endpoint.ts'
import { t } from '#web/words/words.ts'

type Case = Wire<typeof listCases>['cases'][number]

export const KINDS = ['report', 'counter-notice', 'appeal', 'held-upload'] as const
export const REASONS = ['copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other'] as const

export function describeKind(kind: Case['kind']): string {
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

export function describeReason(reason: Case['reason']): string {
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
