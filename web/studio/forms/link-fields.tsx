/** The links of an artist or podcast, collapsed because most people fill them in later. */
import { Field } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { Fold } from './fold.tsx'
import type { FieldErrors, FieldValues } from './form-values.ts'

const LINKS = [
  { name: 'website', label: 'studio.website', example: 'studio.websiteExample' },
  { name: 'instagram', label: 'studio.instagram', example: 'studio.handleExample' },
  { name: 'youtube', label: 'studio.youtube', example: 'studio.handleExample' },
  { name: 'twitter', label: 'studio.twitter', example: 'studio.handleExample' },
  { name: 'npub', label: 'studio.npub', example: 'studio.npubExample' },
] as const

export function LinkFields({ errors, initial }: { errors: FieldErrors; initial: FieldValues }) {
  const isOpen = LINKS.some(({ name }) => initial[name])
  return (
    <Fold title={t('studio.links')} isOpen={isOpen}>
      {LINKS.map(({ name, label, example }) => (
        <Field
          key={name}
          name={name}
          label={t(label)}
          placeholder={t(example)}
          defaultValue={initial[name] ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={name === 'website' ? 'url' : 'text'}
          error={errors[name]}
        />
      ))}
    </Fold>
  )
}
