/** Parts of the forms of notices and counter-notices. */
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

export function Confirmation({ text }: { text: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3">
      <input type="checkbox" required className="mt-1 size-5 shrink-0" />
      {text}
    </label>
  )
}

export function PostalFields() {
  return (
    <>
      <TextArea
        label={t('notice.address')}
        name="address"
        autoComplete="street-address"
        required
        rows={3}
        maxLength={500}
      />
      <Field label={t('notice.phone')} name="phone" type="tel" autoComplete="tel" required maxLength={60} />
    </>
  )
}

/** The texts of a form by the names of its fields. */
export function readFields(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
  return Object.fromEntries(entries) as Record<string, string>
}
