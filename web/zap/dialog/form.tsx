/** The first stage of a zap: amount, recipients, moment, message. Payment methods are pay.tsx. */
import { useId, type FormEvent } from 'react'
import { MESSAGE_MAX } from '#contract/fields.ts'
import type { Account } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field, SwitchField, TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { SplitBar } from '#web/ui/charts/split-bar.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { Attempt } from '#web/zap/payment/attempts.ts'
import type { Choice } from '#web/zap/payment/drafts.ts'
import { useHasConnectedWallet } from '#web/zap/payment/connected.ts'
import { chooseAnonymous } from './anonymous.ts'
import { chooseOnNostr } from '#web/zap/payment/on-nostr.ts'
import { useHasWebln } from '#web/zap/payment/webln.ts'
import { describeRefusal } from '#web/zap/payment/refusal.ts'
import type { ZapForm } from './use-zap-form.ts'
import { methodsFor, type PaymentMethod } from '#web/zap/payment/methods.ts'
import { partsOfZap, timeSplitAt, type ZapTerms } from '#web/zap/payment/legs.ts'
import { PayButtons, PayNote } from './pay.tsx'
import { formatSats } from '#web/words/sats.ts'

const COUNT_FROM_LEFT = 60

type PayFor = (method: PaymentMethod, amountMsat: number) => void

export function ZapFormStage({
  form,
  terms,
  account,
  isAnonymous,
  isOnNostr,
  momentSeconds,
  attempt,
  onPay,
  onLogIn,
}: {
  form: ZapForm
  terms: ZapTerms
  account: Account | undefined
  isAnonymous: boolean
  /** Null when there is no key to sign with. */
  isOnNostr: boolean | null
  /** The listener's playback position. */
  momentSeconds: number | undefined
  attempt: Attempt | undefined
  onPay: PayFor
  onLogIn: () => void
}) {
  const amountMsat = 'amountMsat' in form.amount ? form.amount.amountMsat : null
  const wallets = { isConnected: useHasConnectedWallet(account), isInBrowser: useHasWebln() }
  const methods = methodsFor(account, amountMsat, terms.minMsat, wallets)
  const isBusy = attempt?.isBusy === true
  const pay = (method: PaymentMethod | undefined) => {
    if (amountMsat !== null && method !== undefined) onPay(method, amountMsat)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay(methods[0])
  }
  const paying = { account, amountMsat, minMsat: terms.minMsat, methods }
  const problem = 'problem' in form.amount ? form.amount.problem : undefined
  // An empty field is not an error yet; typed text is validated immediately.
  const isShown = form.otherText.trim() !== ''
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isBusy} className="min-w-0">
        <AmountChoice form={form} />
        {form.choice === 'other' && <OtherAmount form={form} terms={terms} error={isShown ? problem : undefined} />}
        <PayNote {...paying} />
        <ZapShares amountMsat={amountMsat} terms={terms} contentTime={form.isAtMoment ? momentSeconds : undefined} />
        {momentSeconds !== undefined && <Moment form={form} terms={terms} momentSeconds={momentSeconds} />}
        <MessageField form={form} isNamed={account !== undefined && !isAnonymous} />
        {account !== undefined && <NameChoice isAnonymous={isAnonymous} />}
        {isOnNostr !== null && <OnNostrChoice isOn={isOnNostr} hasBalance={methods.includes('balance')} />}
        {attempt?.refusal && !isBusy && (
          <div className="mb-4">
            <Problem words={describeRefusal(attempt.refusal)} />
          </div>
        )}
        <PayButtons
          {...paying}
          problem={{ reason: problem, isSaid: isShown }}
          busyMethod={isBusy ? attempt.method : null}
          isSigning={Boolean(attempt?.onNostr)}
          onPay={pay}
          onLogIn={onLogIn}
        />
      </fieldset>
    </form>
  )
}

/** Radio buttons styled as tiles: one tab stop, arrow keys between them. */
function AmountChoice({ form }: { form: ZapForm }) {
  const name = useId()
  const choices: Choice[] = [...form.presets, 'other']
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2">
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
            onChange={() => form.change({ choice })}
            // Another amount has a text field, which takes the focus itself.
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

function OtherAmount({ form, terms, error }: { form: ZapForm; terms: ZapTerms; error: string | undefined }) {
  return (
    <Field
      label={t('zap.otherLabel')}
      isLabelHidden
      value={form.otherText}
      onChange={(event) => form.change({ otherText: event.target.value })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      autoFocus
      suffix={t('zap.sats')}
      error={error}
      hint={t('zap.otherHint', { min: formatSats(terms.minMsat), max: formatSats(terms.maxMsat) })}
      className="mt-2.5"
    />
  )
}

type Shared = { amountMsat: number | null; terms: ZapTerms; contentTime: number | undefined }

/** Nothing without an amount. */
export function ZapShares({ amountMsat, terms, contentTime }: Shared) {
  const { brandName: brand } = useSettings()
  if (amountMsat === null) return null
  const parts = partsOfZap({ amountMsat, terms, contentTime, brand })
  return (
    <section className="mt-4">
      <h3 className="mb-2 font-text text-base font-semi tracking-normal">{t('zap.whereItGoes')}</h3>
      <SplitBar parts={parts} unit={t('zap.sats')} showAll={(count) => t('zap.allShares', { count })} />
    </section>
  )
}

/** The zap carries the playback position unless the listener opts
 * out. If a time split applies at that moment, this says so. */
function Moment({ form, terms, momentSeconds }: { form: ZapForm; terms: ZapTerms; momentSeconds: number }) {
  const timed = timeSplitAt(terms, momentSeconds)
  const share = timed && `${timed.shareNumerator}/${timed.shareDenominator}`
  const hint =
    share === undefined
      ? t('zap.momentHint')
      : t('zap.momentSplit', { share, title: timed?.title ?? t('zap.anotherWork') })
  return (
    <div className="mt-4 rounded-field border border-line px-4 py-3">
      <SwitchField
        label={t('zap.moment', { time: formatDuration(momentSeconds) })}
        hint={hint}
        isOn={form.isAtMoment}
        onChange={(isAtMoment) => form.change({ isAtMoment })}
      />
    </div>
  )
}

function OnNostrChoice({ isOn, hasBalance }: { isOn: boolean; hasBalance: boolean }) {
  const hint = hasBalance ? `${t('zap.onNostrHint')} ${t('zap.onNostrBalance')}` : t('zap.onNostrHint')
  return (
    <div className="mb-4">
      <SwitchField label={t('zap.onNostr')} hint={hint} isOn={isOn} onChange={chooseOnNostr} />
    </div>
  )
}

/** Subdued, because few users need it; the choice is remembered. */
function NameChoice({ isAnonymous }: { isAnonymous: boolean }) {
  return (
    <div className="mb-4">
      <SwitchField
        label={t('zap.nameless')}
        hint={t('zap.namelessHint')}
        isOn={isAnonymous}
        onChange={chooseAnonymous}
      />
    </div>
  )
}

function MessageField({ form, isNamed }: { form: ZapForm; isNamed: boolean }) {
  const left = MESSAGE_MAX - form.message.length
  const whoReads = t(isNamed ? 'zap.messagePublic' : 'zap.messagePublicNameless')
  return (
    <TextArea
      label={t('zap.message')}
      isLabelHidden
      rows={2}
      value={form.message}
      onChange={(event) => form.change({ message: event.target.value })}
      maxLength={MESSAGE_MAX}
      placeholder={t('zap.messageHint')}
      hint={left <= COUNT_FROM_LEFT ? `${whoReads} ${t('zap.lettersLeft', { count: left })}` : whoReads}
      className="my-4"
    />
  )
}
