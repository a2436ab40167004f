/** Writing a split: people by username with relative shares, checked while one types, with what each would get.
 * Setting it is asked once more, for it stays. */
import { newKey } from '../api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { checkUsernames, createSplit, getSplit, RECIPIENTS_MAX, WEIGHT_SUM_MAX } from '#contract/splits.ts'
import { queryKeyOf } from '../queries.ts'
import type { Account } from '../session/account.ts'
import { useSettings, useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { AlertIcon, CheckIcon, CloseIcon, PlusIcon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { useCallOnce } from '../api-attempt.ts'
import { errorsOf, isTooMuch, namesOf, percentOf, readName, readShare, type DraftRow } from './split-draft.ts'
import { PreviewBar, type Person, type Preview, type SplitOf } from './split-preview.tsx'

const CHECK_DELAY_MS = 350

const newRow = (name: string, share: string): DraftRow => ({ key: newKey(), name, share })

export function SplitEditor({
  of,
  account,
  preview,
  onClose,
}: {
  of: SplitOf
  account: Account
  preview: Preview
  onClose: () => void
}) {
  const { brandName: brand } = useSettings()
  const form = useRef<HTMLFormElement>(null)
  const [rows, setRows] = useState<DraftRow[]>(() => [newRow(account.name, '50'), newRow('', '50')])
  const [isAsked, setIsAsked] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const known = useKnownNames(rows)
  const errors = errorsOf(rows, known.unknown)
  const people = rows.flatMap(({ name, share }): Person[] => {
    const [user, weight] = [readName(name), readShare(share)]
    return user === null || weight === null || known.unknown.has(user) ? [] : [{ name: user, share: weight }]
  })
  const change = (key: string, patch: Partial<DraftRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    const wrong = rows.find(({ key }) => errors.has(key))
    if (!wrong) return setIsConfirming(!isTooMuch(rows))
    const part = errors.get(wrong.key)?.name === undefined ? 'share' : 'name'
    const field = form.current?.elements.namedItem(`${part} ${wrong.key}`)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="mb-4 text-sm text-ink-2">{t('studio.splitLead', { brand })}</p>
      <ol className="flex flex-col gap-2.5">
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            percent={percentOf(row, rows)}
            isKnown={known.found.has(readName(row.name) ?? '')}
            // Nobody is told of a mistake while still writing, except of a name that is not here.
            errors={isAsked ? errors.get(row.key) : onlyWritten(row, errors.get(row.key))}
            isOnly={rows.length === 1}
            onChange={(patch) => change(row.key, patch)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {rows.length < RECIPIENTS_MAX && (
        <Button
          kind="quiet"
          size="small"
          icon={<PlusIcon size={16} aria-hidden="true" />}
          onClick={() => setRows([...rows, newRow('', '50')])}
          className="mt-3"
        >
          {t('studio.splitAdd')}
        </Button>
      )}
      {isTooMuch(rows) && (
        <Note words={t('studio.splitSumLarge', { max: WEIGHT_SUM_MAX.toLocaleString('en') })} isBad />
      )}
      {people.length > 0 && (
        <div className="mt-5 border-t border-line pt-4">
          <PreviewBar parts={preview(people)} />
        </div>
      )}
      {people.length > 0 && !people.some(({ name }) => name === account.name) && (
        <Note words={t('studio.splitWithoutYou')} />
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button type="submit">{t('studio.splitSave')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.splitCancel')}
        </Button>
      </div>
      <ConfirmSplit
        of={of}
        people={people}
        preview={preview}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
      />
    </form>
  )
}

type Errors = { name?: string; share?: string } | undefined

function onlyWritten(row: DraftRow, errors: Errors): Errors {
  const isUnknown = errors?.name === t('studio.splitNameUnknown') || errors?.name === t('studio.splitNameTwice')
  return {
    ...(isUnknown && errors.name !== undefined && { name: errors.name }),
    ...(row.share !== '' && errors?.share !== undefined && { share: errors.share }),
  }
}

function Row({
  row,
  number,
  percent,
  isKnown,
  errors,
  isOnly,
  onChange,
  onRemove,
}: {
  row: DraftRow
  number: number
  percent: string
  isKnown: boolean
  errors: Errors
  isOnly: boolean
  onChange: (patch: Partial<DraftRow>) => void
  onRemove: () => void
}) {
  const who = row.name.trim() || t('studio.splitPerson', { number })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_116px_auto] items-start gap-2">
      <div className="relative">
        <Field
          name={`name ${row.key}`}
          label={t('studio.splitNameOf', { number })}
          isLabelHidden
          placeholder={t('studio.splitName')}
          value={row.name}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors?.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {isKnown && !errors?.name && (
          <span className="pointer-events-none absolute top-0 right-2 flex h-12 items-center text-mint">
            <CheckIcon size={17} aria-hidden="true" />
            <span className="sr-only">{t('studio.splitNameKnown')}</span>
          </span>
        )}
      </div>
      <Field
        name={`share ${row.key}`}
        label={t('studio.splitShareOf', { number })}
        isLabelHidden
        placeholder={t('studio.splitShare')}
        inputMode="numeric"
        value={row.share}
        maxLength={10}
        autoComplete="off"
        error={errors?.share}
        suffix={percent}
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

function Note({ words, isBad = false }: { words: string; isBad?: boolean }) {
  return (
    <p role="status" className={`mt-3 flex items-start gap-1.5 text-sm ${isBad ? 'text-pink' : 'text-ink-2'}`}>
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {words}
    </p>
  )
}

/** Which of the names written are here and which are not, asked when the typing rests. */
function useKnownNames(rows: DraftRow[]): { found: ReadonlySet<string>; unknown: ReadonlySet<string> } {
  const { call } = useSite()
  const now = namesOf(rows).join(' ')
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [now])
  const usernames = asked.split(' ').filter((name) => name !== '')
  const { data } = useQuery({
    queryKey: queryKeyOf(checkUsernames, { body: { usernames } }),
    queryFn: ({ signal }) => call(checkUsernames, { body: { usernames } }, { signal }),
    enabled: usernames.length > 0,
    retry: false,
    // What was known of the others stays while one name is asked about.
    placeholderData: (previous) => previous,
  })
  const named = (isValid: boolean) =>
    new Set((data ?? []).filter((one) => one.isValid === isValid).map(({ username }) => username))
  return { found: named(true), unknown: named(false) }
}

function ConfirmSplit({
  of,
  people,
  preview,
  isOpen,
  onClose,
}: {
  of: SplitOf
  people: Person[]
  preview: Preview
  isOpen: boolean
  onClose: () => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const setting = useMutation({
    mutationFn: () => {
      const body = { ...of, splitRecipients: people.map(({ name, share }) => ({ name, share })) }
      return callOnce(body, (options) => call(createSplit, { body }, options))
    },
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: queryKeyOf(getSplit) })
      // The editor is gone by now; what it has made stands below this heading.
      document.getElementById('split-title')?.focus()
    },
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('studio.splitConfirmTitle')} closeLabel={t('common.close')}>
      <p className="mb-4 text-ink-2">{t('studio.splitConfirm')}</p>
      <PreviewBar parts={preview(people)} />
      {setting.error && <Note words={describeFailure(setting.error)} isBad />}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button isWaiting={setting.isPending} onClick={() => setting.mutate()}>
          {t('studio.splitSave')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('studio.back')}
        </Button>
      </div>
    </Dialog>
  )
}
