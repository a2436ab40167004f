/** The links of an artist or podcast, collapsed because most people fill them in later. */
import { Field } from '#web/ui/controls/field.tsx'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
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
    <details open={isOpen || undefined} className="group rounded-field border border-line px-4 open:pb-5">
      <summary className="flex min-h-12 list-none items-center gap-2 font-semi [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon size={18} aria-hidden="true" className="transition-transform group-open:rotate-90" />
        {t('studio.links')}
        <span className="text-sm font-medium text-ink-2">{t('studio.linksHint')}</span>
      </summary>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 pt-2">
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
      </div>
    </details>
  )
}
