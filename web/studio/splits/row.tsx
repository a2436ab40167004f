/** One row of the split editor: avatar, username or Lightning address, share, with errors below each field. */
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import { isAddress, parsePartner, type DraftRow, type RowErrors, type ShareKind } from './draft.ts'
import type { KnownNames } from './users.tsx'

export function SplitRow({
  row,
  number,
  kind,
  percent,
  known,
  errors,
  isOnly,
  onChange,
  onRemove,
}: {
  row: DraftRow
  number: number
  kind: ShareKind
  /** The percentage that parts amount to. */
  percent: string
  known: KnownNames
  errors: RowErrors | undefined
  isOnly: boolean
  onChange: (patch: Partial<DraftRow>) => void
  onRemove: () => void
}) {
  const name = parsePartner(row.name) ?? ''
  const isKnown = known.found.has(name) && !errors?.name
  const user = known.people.get(name)
  const who = row.name.trim() || t('studio.splitPerson', { number })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_104px_auto] sm:grid-cols-[auto_minmax(0,1fr)_136px_auto] items-start gap-x-2">
      <span className={isKnown ? 'pt-[5px]' : 'pt-[5px] opacity-40'}>
        <Avatar src={isKnown ? user?.artworkUrl : null} seed={name || row.key} />
      </span>
      <NameField
        row={row}
        number={number}
        error={errors?.name}
        knownAs={isKnown ? (user?.displayName ?? name) : null}
        isAddress={isAddress(name)}
        onChange={(typed) => onChange({ name: typed })}
      />
      <Field
        name={`share ${row.key}`}
        label={t('studio.splitShareOf', { number })}
        isLabelHidden
        placeholder={t('studio.splitShare')}
        inputMode={kind === 'percent' ? 'decimal' : 'numeric'}
        value={row.share}
        maxLength={10}
        autoComplete="off"
        error={errors?.share}
        suffix={kind === 'percent' ? '%' : percent}
        onChange={(event) => onChange({ share: event.target.value })}
      />
      <IconButton
        label={t('studio.splitRemove', { name: who })}
        disabled={isOnly}
        onClick={onRemove}
        className="mt-0.5 -mr-2 !w-9"
      >
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** `knownAs`: how the user with this name is shown; null while no such user is known. */
function NameField({
  row,
  number,
  error,
  knownAs,
  isAddress: isOutside,
  onChange,
}: {
  row: DraftRow
  number: number
  error: string | undefined
  knownAs: string | null
  isAddress: boolean
  onChange: (name: string) => void
}) {
  return (
    <div className="relative min-w-0">
      <Field
        name={`name ${row.key}`}
        label={t('studio.splitNameOf', { number })}
        isLabelHidden
        placeholder={t('studio.splitName')}
        value={row.name}
        maxLength={320}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        {...(isOutside && { hint: t('editors.outsideBadge') })}
        {...(knownAs !== null && { hint: <span className="block truncate">{knownAs}</span> })}
        onChange={(event) => onChange(event.target.value)}
      />
      {knownAs !== null && (
        <span className="pointer-events-none absolute top-0 right-2 flex h-12 items-center text-mint">
          <CheckIcon size={17} aria-hidden="true" />
          <span className="sr-only">{t('studio.splitNameKnown')}</span>
        </span>
      )}
    </div>
  )
}
