/** A choice among all time zones. */
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

export function ZoneField({ zone, hint, onChange }: { zone: string; hint?: string; onChange: (zone: string) => void }) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <SelectField
      label={t('events.timeZone')}
      {...(hint !== undefined && { hint })}
      value={zone}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {(zones.includes(zone) ? zones : [zone, ...zones]).map((one) => (
        <option key={one} value={one}>
          {one.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  )
}
