/** Filters of the queue: what kind, what reason, and who works on it. */
import type { Sent } from '#contract/endpoint.ts'
import type { listCases } from '#contract/operator/moderation.ts'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { kindText, reasonText, KINDS, REASONS } from '#web/legal/moderation-texts.ts'

export type Filters = Omit<NonNullable<Sent<typeof listCases>['query']>, 'after'>

export function CaseFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { kind, reason, claim } = filters
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _former, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="mb-5 grid max-w-3xl gap-3 md:grid-cols-3">
      <SelectField label={t('admin.caseKind')} value={kind ?? ''} onChange={(event) => set('kind', event.target.value)}>
        <option value="">{t('admin.allCases')}</option>
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {kindText(one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('report.reason')}
        value={reason ?? ''}
        onChange={(event) => set('reason', event.target.value)}
      >
        <option value="">{t('admin.allCases')}</option>
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonText(one)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('admin.claims')} value={claim ?? ''} onChange={(event) => set('claim', event.target.value)}>
        <option value="">{t('admin.allCases')}</option>
        <option value="mine">{t('admin.claimedByMe')}</option>
        <option value="free">{t('admin.claimedByNobody')}</option>
      </SelectField>
    </div>
  )
}
