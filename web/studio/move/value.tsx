/** Whom a feed's value block pays. */
import type { getImport } from '#contract/catalog/moving/imports.ts'
import type { Wire } from '#contract/endpoint.ts'
import { t } from '#web/words/words.ts'

export type Value = NonNullable<Wire<typeof getImport>['value']>

export function ValueList({ value: { recipients } }: { value: Value }) {
  return (
    <div>
      <h3 className="font-semi">{t('move.value')}</h3>
      <ul className="mt-1 list-disc pl-5">
        {recipients.map(({ name, address, share, isFee }, place) => (
          <li key={place} className="wrap-anywhere">
            {[name, address].filter((text) => text !== null).join(' · ')}: {isFee ? `${share} %` : share}
            {address === null && <span className="text-ink-2"> ({t('move.notPayable')})</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
