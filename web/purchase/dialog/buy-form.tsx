/** What is paid for a download: the amount, who shares it, for whom it is; then the balance or an invoice. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { buyDownload, createPurchaseInvoice } from '#contract/listening/purchases.ts'
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { FORMAT_NAMES } from '#web/purchase/files/download-files.tsx'
import type { Account } from '#web/session/account.ts'
import { usePayer } from '#web/session/payer.ts'
import { withProof } from '#web/session/proof.ts'
import { AmountChoice, type Amount } from '#web/ui/controls/amount-choice.tsx'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { ZapShares } from '#web/zap/dialog/form.tsx'
import { type Chosen, describeMin, presetsOf, type PricedOffer, readChoice } from './choice.ts'
import type { Pending } from './pending.ts'

type Extras = { isGift: boolean; giftTo: string; email: string; isNameless: boolean }

type Props = {
  contentId: string
  offer: PricedOffer
  isGiftOnly?: boolean
  onInvoice: (pending: Pending) => void
  /** Paid from the balance, for the buyer. */
  onPaid: () => void
  /** Paid from the balance, for somebody else. */
  onGiven: (name: string) => void
}

/** Waits for the balance: visitors pay in another way. */
export function BuyForm(props: Props) {
  const { account, isMissing, whyMissing, retry } = usePayer()
  if (!isMissing) return <Form {...props} account={account} />
  if (whyMissing === null) return <Skeleton className="h-32 rounded-field" />
  const detail = t('zap.accountFailed', { reason: whyMissing })
  return (
    <ErrorState level="part" title={t('zap.failedTitle')} detail={detail} retryLabel={t('zap.retry')} onRetry={retry} />
  )
}

type FormProps = Props & { account: Account | undefined }

function Form({ contentId, offer, isGiftOnly = false, account, onInvoice, onPaid, onGiven }: FormProps) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const { data: terms } = useQuery({ ...callQuery(call, getTerms, { params: { contentId } }), staleTime: 0 })
  const [amount, setAmount] = useState<Amount>({ isOwn: false, text: presetsOf(offer)[0]!.text })
  const [extras, setExtras] = useState<Extras>({ isGift: isGiftOnly, giftTo: '', email: '', isNameless: false })
  const [isTried, setIsTried] = useState(false)
  const read = readChoice(amount.text, offer, terms?.maxMsat ?? Number.MAX_SAFE_INTEGER)
  const chosen = 'problem' in read ? null : read
  const amountMsat = chosen?.msat ?? null
  const giftTo = extras.isGift ? extras.giftTo.trim() : null
  const canUseBalance = account && !account.isLocked && amountMsat !== null && account.msatBalance >= amountMsat
  const paying = useMutation({
    async mutationFn({ sent, isInvoice }: Pick<Chosen, 'sent'> & { isInvoice: boolean }) {
      const order = { contentId, ...sent, ...partsOf(extras, account !== undefined) }
      if (!isInvoice) {
        await callOnce(order, (options) =>
          withProof((proof) => call(buyDownload, { body: order }, { ...options, ...(proof && { proof }) })),
        )
        return giftTo === null ? onPaid() : onGiven(giftTo)
      }
      onInvoice({ ...(await call(createPurchaseInvoice, { body: order })), giftTo })
    },
  })
  const pay = (isInvoice: boolean) => {
    setIsTried(true)
    const isComplete = addressProblem(extras, account !== undefined) === undefined
    if (chosen !== null && isComplete) paying.mutate({ sent: chosen.sent, isInvoice })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay(!canUseBalance)
  }
  const formats = offer.formats.map((format) => FORMAT_NAMES[format]).join(', ')
  return (
    <form noValidate onSubmit={submit}>
      {!isGiftOnly && <p className="mb-4">{t('records.youGet', { formats })}</p>}
      <HowMuch {...{ offer, amount, read }} onChange={setAmount} />
      {terms && <ZapShares amountMsat={amountMsat} terms={terms} contentTime={undefined} />}
      <ForWhom {...{ extras, isGiftOnly, isTried }} hasAccount={account !== undefined} onChange={setExtras} />
      {paying.error && (
        <div className="mt-4">
          <Problem words={describeFailure(paying.error)} />
        </div>
      )}
      <PayButtons
        canUseBalance={canUseBalance === true}
        isWaiting={paying.isPending}
        sats={amountMsat === null ? null : formatSats(amountMsat)}
        problem={{ reason: 'problem' in read ? read.problem : undefined, isSaid: isShownOf(amount) }}
        onInvoice={() => pay(true)}
      />
    </form>
  )
}

/** An empty field is not an error yet. */
const isShownOf = ({ text }: Amount) => text.trim() !== ''

type HowMuchProps = {
  offer: PricedOffer
  amount: Amount
  read: Chosen | { problem: string }
  onChange: (amount: Amount) => void
}

function HowMuch({ offer, amount, read, onChange }: HowMuchProps) {
  const isShown = isShownOf(amount)
  const isInDollars = offer.centsMin !== null
  return (
    <>
      <AmountChoice
        label={t(isInDollars ? 'wallet.amount' : 'zap.amount')}
        presets={presetsOf(offer)}
        amount={amount}
        onChange={onChange}
        ownLabel={t('zap.other')}
        fieldLabel={t(isInDollars ? 'records.otherDollars' : 'zap.otherLabel')}
        unit={isInDollars ? t('records.dollars') : t('zap.sats')}
        hint={t('records.amountHint', { min: describeMin(offer) })}
        error={'problem' in read && isShown ? read.problem : undefined}
      />
      {'msat' in read && (
        <div className="mt-1 text-sm text-ink-2">
          {isInDollars ? t('records.about', { sats: formatSats(read.msat) }) : <Dollars amountMsat={read.msat} />}
        </div>
      )}
    </>
  )
}

type PayButtonsProps = {
  canUseBalance: boolean
  isWaiting: boolean
  sats: string | null
  problem: { reason: string | undefined; isSaid: boolean }
  onInvoice: () => void
}

function PayButtons({ canUseBalance, isWaiting, sats, problem, onInvoice }: PayButtonsProps) {
  return (
    <>
      <ReasonedButton
        {...problem}
        type="submit"
        kind="zap"
        size="large"
        icon={<Bolt />}
        isWaiting={isWaiting}
        className="mt-5 w-full tabular-nums"
      >
        {sats === null ? t('records.buy') : t(canUseBalance ? 'records.payBalance' : 'records.payInvoice', { sats })}
      </ReasonedButton>
      {canUseBalance && (
        <button
          type="button"
          onClick={onInvoice}
          className="mx-auto mt-1 -mb-1 block min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
        >
          {t('records.otherWallet')}
        </button>
      )}
    </>
  )
}

function partsOf({ isGift, giftTo, email, isNameless }: Extras, hasAccount: boolean) {
  const to = giftTo.trim()
  const mailTo = isGift ? (to.includes('@') ? to : '') : hasAccount ? '' : email.trim()
  return {
    ...(isGift && !to.includes('@') && { recipient: to.toLowerCase() }),
    ...(mailTo !== '' && { email: mailTo }),
    ...(isNameless && { isAnonymous: true }),
  }
}

/** What is wrong with the address that gets the files, if anything. */
function addressProblem({ isGift, giftTo, email }: Extras, hasAccount: boolean): string | undefined {
  const to = (isGift ? giftTo : hasAccount ? '' : email).trim()
  if (isGift && to === '') return t('records.giftMissing')
  const isAddress = isGift ? to.includes('@') : to !== ''
  return isAddress && parseEmail(to) === null ? t('account.emailInvalid') : undefined
}

type ForWhomProps = {
  extras: Extras
  isGiftOnly: boolean
  isTried: boolean
  hasAccount: boolean
  onChange: (extras: Extras) => void
}

function ForWhom({ extras, isGiftOnly, isTried, hasAccount, onChange }: ForWhomProps) {
  const change = (changes: Partial<Extras>) => onChange({ ...extras, ...changes })
  const error = isTried ? addressProblem(extras, hasAccount) : undefined
  return (
    <div className="mt-5 flex flex-col gap-4">
      {!isGiftOnly && (
        <SwitchField label={t('records.gift')} isOn={extras.isGift} onChange={(isGift) => change({ isGift })} />
      )}
      {extras.isGift && (
        <Field
          label={t('records.giftTo')}
          hint={t('records.giftHint')}
          value={extras.giftTo}
          onChange={(event) => change({ giftTo: event.target.value })}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          error={error}
        />
      )}
      {!extras.isGift && !hasAccount && (
        <Field
          type="email"
          label={t('records.mailTo')}
          hint={t('records.mailToHint')}
          value={extras.email}
          onChange={(event) => change({ email: event.target.value })}
          maxLength={254}
          autoComplete="email"
          error={error}
        />
      )}
      {hasAccount && (
        <SwitchField
          label={t('records.nameless')}
          isOn={extras.isNameless}
          onChange={(isNameless) => change({ isNameless })}
        />
      )}
    </div>
  )
}
