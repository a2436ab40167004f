/** The first stage of a zap: how much, where it goes, a message, from which wallet. */
import { useId, type FormEvent } from 'react'
import { Link } from 'react-router'
import { MESSAGE_MAX } from '#contract/fields.ts'
import { formatSats } from '#contract/money.ts'
import { hasPage } from '../routes.ts'
import type { Account } from '../session/account.ts'
import { useSettings } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field, TextArea } from '../ui/field.tsx'
import { Bolt } from '../ui/mark.tsx'
import { SplitBar } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'
import { PRESETS_SATS, type Choice, type ZapForm } from './use-zap-form.ts'
import { formatPlainSats, partsOfZap, type ZapTerms } from './zap-legs.ts'

const COUNT_FROM_LEFT = 60

export function ZapFormStage({
  form,
  terms,
  account,
  isBusy,
  onPay,
}: {
  form: ZapForm
  terms: ZapTerms
  account: Account | undefined
  isBusy: boolean
  onPay: (way: 'balance' | 'invoice', amountMsat: number) => void
}) {
  const amountMsat = 'amountMsat' in form.amount ? form.amount.amountMsat : null
  const hasEnough = account !== undefined && amountMsat !== null && account.msatBalance >= amountMsat
  const way = account && (hasEnough || amountMsat === null) ? 'balance' : 'invoice'
  const pay = (by: 'balance' | 'invoice') => {
    form.setTried()
    if (amountMsat !== null) onPay(by, amountMsat)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay(way)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isBusy} className="min-w-0">
        <AmountChoice form={form} />
        {form.choice === 'other' && <OtherAmount form={form} terms={terms} />}
        <PayNote account={account} amountMsat={amountMsat} />
        <Destination amountMsat={amountMsat} terms={terms} />
        <MessageField form={form} />
        <Button
          type="submit"
          kind="zap"
          size="large"
          isWaiting={isBusy}
          icon={<Bolt />}
          className="w-full tabular-nums"
        >
          {payLabel(way, amountMsat)}
        </Button>
        {way === 'balance' && (
          <button
            type="button"
            onClick={() => pay('invoice')}
            className="mx-auto mt-2 -mb-1 block min-h-10 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
          >
            {t('zap.otherWallet')}
          </button>
        )}
      </fieldset>
    </form>
  )
}

function payLabel(way: 'balance' | 'invoice', amountMsat: number | null): string {
  if (amountMsat === null) return t(way === 'balance' ? 'zap.sendPlain' : 'zap.makeInvoicePlain')
  return t(way === 'balance' ? 'zap.send' : 'zap.makeInvoice', { sats: formatSats(amountMsat) })
}

/** Radio buttons that look like tiles: one stop for the tab key, arrows between them. */
function AmountChoice({ form }: { form: ZapForm }) {
  const name = useId()
  const choices: Choice[] = [...PRESETS_SATS, 'other']
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">{t('zap.amount')}</legend>
      {choices.map((choice) => (
        <label
          key={choice}
          className={classNames(
            'flex min-h-14 cursor-pointer flex-col items-center justify-center rounded-field border-[1.5px] border-line-2 leading-tight font-semi transition-colors hover:border-ink-3',
            'has-checked:border-orange has-checked:bg-orange-soft has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={form.choice === choice}
            onChange={() => form.setChoice(choice)}
            // Another amount has a field, which takes the focus by itself.
            data-autofocus={(form.choice === choice && choice !== 'other') || undefined}
          />
          {choice === 'other' ? (
            t('zap.other')
          ) : (
            <>
              {formatSats(choice * 1_000)} <span className="text-xs font-medium text-ink-2">{t('zap.sats')}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function OtherAmount({ form, terms }: { form: ZapForm; terms: ZapTerms }) {
  const problem = 'problem' in form.amount ? form.amount.problem : undefined
  // An empty field is not yet wrong; what has been typed is told at once.
  const isShown = form.isTried || form.otherText.trim() !== ''
  return (
    <Field
      label={t('zap.otherLabel')}
      isLabelHidden
      value={form.otherText}
      onChange={(event) => form.setOtherText(event.target.value)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      autoFocus
      suffix={t('zap.sats')}
      error={isShown ? problem : undefined}
      hint={t('zap.otherHint', { min: formatSats(terms.minMsat), max: formatSats(terms.maxMsat) })}
      className="mt-2.5"
    />
  )
}

function PayNote({ account, amountMsat }: { account: Account | undefined; amountMsat: number | null }) {
  const look = 'mt-3 text-sm text-ink-2'
  if (!account) return <p className={look}>{t('zap.anyWallet')}</p>
  const balance = formatSats(account.msatBalance)
  if (amountMsat === null) return <p className={look}>{t('shell.balanceLabel', { sats: balance })}</p>
  const sats = formatSats(amountMsat)
  if (account.msatBalance >= amountMsat) {
    return <p className={look}>{t('zap.left', { sats, left: formatSats(account.msatBalance - amountMsat) })}</p>
  }
  return (
    <p className={look}>
      {t('zap.tooLittle', { balance, sats })}{' '}
      {hasPage('/transactions') && (
        <Link to="/transactions?open=deposit" className="font-semi text-purple underline">
          {t('zap.addSats')}
        </Link>
      )}
    </p>
  )
}

/** For no amount, the shares of one sat: the bar keeps its shape while somebody types. */
function Destination({ amountMsat, terms }: { amountMsat: number | null; terms: ZapTerms }) {
  const { brandName } = useSettings()
  const parts = partsOfZap(amountMsat ?? terms.minMsat, terms, brandName, formatPlainSats)
  const shown = amountMsat === null ? parts.map((part) => ({ ...part, amount: '–' })) : parts
  return (
    <section className="mt-4">
      <h3 className="mb-2 font-text text-base font-semi tracking-normal">{t('zap.whereItGoes')}</h3>
      <SplitBar parts={shown} unit={t('zap.sats')} />
    </section>
  )
}

function MessageField({ form }: { form: ZapForm }) {
  const left = MESSAGE_MAX - form.message.length
  return (
    <TextArea
      label={t('zap.message')}
      isLabelHidden
      rows={2}
      value={form.message}
      onChange={(event) => form.setMessage(event.target.value)}
      maxLength={MESSAGE_MAX}
      placeholder={t('zap.messageHint')}
      hint={left <= COUNT_FROM_LEFT ? t('zap.lettersLeft', { count: left }) : undefined}
      className="my-4"
    />
  )
}
