/** One row of the split editor: avatar, username or Lightning address, share, with errors below each field. */
import { INVITED_LABEL_MAX } from '#contract/catalog/splits.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { isOutside, parsePartner, type DraftRow, type Invited, type RowErrors } from './draft.ts'
import type { ShareKind } from './shares.ts'
import type { KnownNames } from './users.tsx'

/** The share is below the name where the container is too narrow for a Lightning address beside it. */
const ROW = classNames(
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1',
  '@min-[19rem]:grid-cols-[auto_minmax(0,1fr)_auto] @min-[30rem]:grid-cols-[auto_minmax(0,1fr)_10rem_auto]',
)

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
  const name = parsePartner(row) ?? ''
  const isKnown = row.invited === undefined && known.found.has(name) && !errors?.name
  const user = known.people.get(name)
  const who = row.name.trim() || t('studio.splitPerson', { number })
  return (
    <li className={ROW}>
      <span className={classNames('pt-[5px] @max-[19rem]:hidden', !isKnown && 'opacity-40')}>
        <Avatar src={isKnown ? user?.artworkUrl : null} seed={name || row.key} />
      </span>
      <NameField
        row={row}
        number={number}
        error={errors?.name}
        knownAs={isKnown ? (user?.displayName ?? name) : null}
        isOutside={isOutside({ name, invited: row.invited })}
        onChange={(typed) => onChange({ name: typed })}
      />
      <Field
        name={`share ${row.key}`}
        label={t('studio.splitShareOf', { number })}
        isLabelHidden
        placeholder={t('studio.splitShare')}
        inputMode="text"
        value={row.share}
        maxLength={10}
        autoComplete="off"
        error={errors?.share}
        suffix={kind === 'parts' ? percent : row.share.includes('/') ? '' : '%'}
        onChange={(event) => onChange({ share: event.target.value })}
        className="@min-[19rem]:col-start-2 @min-[30rem]:col-start-auto"
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

function labelOf(number: number, invited: Invited | undefined): string {
  if (invited === 'mail') return t('editors.splitMailOf', { number })
  return invited === 'link' ? t('editors.splitLabelOf', { number }) : t('studio.splitNameOf', { number })
}

const PLACEHOLDERS: Record<Invited | 'user', TranslationKey> = {
  user: 'studio.splitName',
  mail: 'editors.splitMail',
  link: 'editors.splitLabel',
}
const HINTS: Record<Invited, TranslationKey> = { mail: 'editors.splitMailHint', link: 'editors.splitLinkHint' }

/** `knownAs`: how the user with this name is shown; null while no such user is known. */
function NameField({
  row,
  number,
  error,
  knownAs,
  isOutside,
  onChange,
}: {
  row: DraftRow
  number: number
  error: string | undefined
  knownAs: string | null
  isOutside: boolean
  onChange: (name: string) => void
}) {
  return (
    <div className="relative min-w-0 @max-[30rem]:col-span-2">
      <Field
        name={`name ${row.key}`}
        type={row.invited === 'mail' ? 'email' : 'text'}
        label={labelOf(number, row.invited)}
        isLabelHidden
        placeholder={t(PLACEHOLDERS[row.invited ?? 'user'])}
        value={row.name}
        maxLength={row.invited === 'link' ? INVITED_LABEL_MAX : 320}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        {...(row.invited && { hint: t(HINTS[row.invited]) })}
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
