/** What an app may do with the balance: name, permissions and limits, for new and existing connections.
 * The secret is shown by connection-dialogs.tsx. */
import { useState, type FormEvent } from 'react'
import type { editConnection, listConnections } from '#contract/payments/connections.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { parseSats, satsToMsat } from '#web/format/amounts.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Connection = Wire<typeof listConnections>[number]
export type Terms = Sent<typeof editConnection>['body']
type Permission = Terms['permissions'][number]

const PERMISSIONS: readonly { permission: Permission; label: TranslationKey }[] = [
  { permission: 'pay_invoice', label: 'connections.mayPay' },
  { permission: 'pay_keysend', label: 'connections.mayPayNodes' },
  { permission: 'get_balance', label: 'connections.mayBalance' },
  { permission: 'make_invoice', label: 'connections.mayReceive' },
  { permission: 'lookup_invoice', label: 'connections.mayLookUp' },
  { permission: 'list_transactions', label: 'connections.mayList' },
  { permission: 'notifications', label: 'connections.mayHear' },
]
/** What most apps need to pay and be paid, without access to the payment history. */
const USUAL: readonly Permission[] = ['pay_invoice', 'get_balance', 'make_invoice', 'lookup_invoice', 'notifications']
const USUAL_BUDGET_MSAT = 10_000_000
const USUAL_MOST_MSAT = 1_000_000

export const mayPay = (permissions: readonly Permission[]): boolean =>
  permissions.includes('pay_invoice') || permissions.includes('pay_keysend')

/** The fields as typed. */
type Draft = { name: string; permissions: readonly Permission[]; budget: string; most: string; end: string }

const draftOf = (connection: Connection | null): Draft => ({
  name: connection?.name ?? '',
  permissions: connection?.permissions ?? USUAL,
  budget: writeLimit(connection ? connection.weeklyBudgetMsat : USUAL_BUDGET_MSAT),
  most: writeLimit(connection ? connection.maxPaymentMsat : USUAL_MOST_MSAT),
  end: writeEnd(connection?.expiresAt ?? null),
})

/** Null while a field is invalid. */
function readTerms({ name, permissions, budget, most, end }: Draft): Terms | null {
  const [weeklyBudgetMsat, maxPaymentMsat] = [readLimit(budget), readLimit(most)]
  if (name.trim() === '' || permissions.length === 0) return null
  if (weeklyBudgetMsat === undefined || maxPaymentMsat === undefined) return null
  const terms = { weeklyBudgetMsat, maxPaymentMsat, expiresAt: readEnd(end) }
  return { name: name.trim(), permissions: [...permissions], ...terms }
}

type ConnectionFormProps = {
  /** Null for a new connection. */
  connection: Connection | null
  button: string
  isSending: boolean
  error: unknown
  onSend: (terms: Terms) => void
}

export function ConnectionForm({ connection, button, isSending, error, onSend }: ConnectionFormProps) {
  const [draft, setDraft] = useState(() => draftOf(connection))
  const fill = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const { name, permissions, budget, most, end } = draft
  const [showsErrors, setShowsErrors] = useState(false)
  const problem = describeProblem(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    const terms = readTerms(draft)
    if (terms) onSend(terms)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('connections.name')}
        autoComplete="off"
        autoFocus={connection === null}
        maxLength={60}
        value={name}
        onChange={(event) => fill({ name: event.target.value })}
        error={showsErrors && name.trim() === '' ? t('connections.nameMissing') : undefined}
      />
      <PermissionSwitches
        permissions={permissions}
        showsErrors={showsErrors}
        onChange={(selected) => fill({ permissions: selected })}
      />
      {mayPay(permissions) && (
        <>
          <LimitField
            label={t('connections.budget')}
            hint={t('connections.budgetHint')}
            value={budget}
            isWrong={showsErrors && readLimit(budget) === undefined}
            onChange={(text) => fill({ budget: text })}
          />
          <LimitField
            label={t('connections.most')}
            hint={t('connections.mostHint')}
            value={most}
            isWrong={showsErrors && readLimit(most) === undefined}
            onChange={(text) => fill({ most: text })}
          />
        </>
      )}
      <Field
        label={t('connections.end')}
        hint={t('connections.endHint')}
        type="date"
        value={end}
        onChange={(event) => fill({ end: event.target.value })}
      />
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" size="large" isWaiting={isSending}>
        {button}
      </Button>
    </form>
  )
}

function PermissionSwitches({
  permissions,
  showsErrors,
  onChange,
}: {
  permissions: readonly Permission[]
  showsErrors: boolean
  onChange: (permissions: readonly Permission[]) => void
}) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semi">{t('connections.may')}</legend>
      {PERMISSIONS.map(({ permission, label }) => (
        <SwitchField
          key={permission}
          label={t(label)}
          isOn={permissions.includes(permission)}
          onChange={(isOn) =>
            onChange(isOn ? [...permissions, permission] : permissions.filter((one) => one !== permission))
          }
        />
      ))}
      {showsErrors && permissions.length === 0 && <Problem words={t('connections.mayNothing')} />}
    </fieldset>
  )
}

type LimitFieldProps = {
  label: string
  hint: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
}

function LimitField({ label, hint, value, isWrong, onChange }: LimitFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      suffix={t('common.sats')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isWrong ? t('wallet.amountWhole') : undefined}
    />
  )
}

const writeLimit = (amountMsat: number | null): string => (amountMsat === null ? '' : formatSats(amountMsat))

/** Null for no limit; undefined for invalid input. */
function readLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const sats = parseSats(text)
  return sats === null || sats === 0 ? undefined : satsToMsat(sats)
}

/** The local day, as the value of a date field. */
function writeEnd(iso: string | null): string {
  if (iso === null) return ''
  const day = new Date(iso)
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return parts.join('-')
}

/** The end of that day, in local time. */
function readEnd(text: string): string | null {
  const end = new Date(`${text}T23:59:59`)
  return text === '' || Number.isNaN(end.getTime()) ? null : end.toISOString()
}
