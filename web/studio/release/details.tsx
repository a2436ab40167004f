/** The fields of a new release that nobody has to fill in: its original date, label, lines of rights, licence and
 * language. */
import { TITLE_MAX } from '#contract/fields.ts'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { languageOptions, licenceOptions } from '#web/studio/content/release-options.tsx'
import { Fold } from '#web/studio/forms/fold.tsx'
import type { FieldErrors } from '#web/studio/forms/form-values.ts'
import { useReleaseDraft, type ReleaseFields } from './draft.ts'

export function OriginalDate({ fields, errors }: { fields: ReleaseFields; errors: FieldErrors }) {
  const type = useReleaseDraft((draft) => draft.type)
  return (
    <Field
      name="originalDate"
      label={t('studio.originalDate')}
      hint={t('studio.originalDateHint')}
      value={fields.originalDate}
      autoComplete="off"
      error={errors['originalDate']}
      onChange={(event) => type({ originalDate: event.target.value })}
    />
  )
}

/** `isOpen`: the files said something about it. */
export function ReleaseRights({ fields, isOpen }: { fields: ReleaseFields; isOpen: boolean }) {
  const type = useReleaseDraft((draft) => draft.type)
  return (
    <Fold title={t('studio.rights')} isOpen={isOpen}>
      <Line name="label" label={t('studio.recordLabel')} value={fields.label} />
      <SelectField
        label={t('studio.licence')}
        value={fields.licence}
        onChange={(event) => type({ licence: event.target.value })}
      >
        {licenceOptions()}
      </SelectField>
      <Line name="phonogramLine" label={t('studio.phonogramLine')} value={fields.phonogramLine} />
      <Line name="copyrightLine" label={t('studio.copyrightLine')} value={fields.copyrightLine} />
      <SelectField
        label={t('studio.language')}
        value={fields.language}
        onChange={(event) => type({ language: event.target.value })}
      >
        {languageOptions(fields.language)}
      </SelectField>
    </Fold>
  )
}

function Line(props: { name: 'label' | 'phonogramLine' | 'copyrightLine'; label: string; value: string }) {
  const type = useReleaseDraft((draft) => draft.type)
  return (
    <Field
      {...props}
      maxLength={TITLE_MAX}
      autoComplete="off"
      onChange={(event) => type({ [props.name]: event.target.value })}
    />
  )
}
