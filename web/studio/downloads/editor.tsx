/** What listeners may download of a release or track, at which price, how far the files are, and codes for concerts. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getDownloadOffer, getOwnDownloadOffer, setDownloadOffer } from '#contract/catalog/downloads.ts'
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT } from '#contract/money.ts'
import { PRICE_CENTS_MAX } from '#contract/dollars.ts'
import { getPrice } from '#contract/payments/price.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { parseDollars, parseSats } from '#web/format/amounts.ts'
import { describeDollars, formatCents } from '#web/format/price.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useDraft } from '#web/session/drafts.ts'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { EditorFailure } from '#web/studio/editors/wait.tsx'
import { CodeSheets } from './code-sheets.tsx'
import { isMaking, type OwnOffer as Own, useOwnOffer } from './own-offer.ts'

type Mode = Own['mode']

const MSAT_PER_SAT = 1_000

const MODES: { mode: Mode; name: TranslationKey; hint: TranslationKey }[] = [
  { mode: 'off', name: 'records.modeOff', hint: 'records.modeOffHint' },
  { mode: 'free', name: 'records.modeFree', hint: 'records.modeFreeHint' },
  { mode: 'paid', name: 'records.modePaid', hint: 'records.modePaidHint' },
]

export function DownloadsEditor({ contentId }: { contentId: string }) {
  const query = useOwnOffer(contentId)
  const { data } = query
  if (query.error) return <EditorFailure query={query} />
  if (!data) return <Skeleton className="h-72 rounded-bar" />
  return (
    <div className="flex max-w-[560px] flex-col gap-10">
      <OfferForm contentId={contentId} own={data} />
      <CodeSheets contentId={contentId} />
    </div>
  )
}

function OfferForm({ contentId, own }: { contentId: string; own: Own }) {
  const { call, queries } = useSite()
  const draft = useDraft(`downloads of ${contentId}`, { mode: own.mode, price: draftOf(own) })
  const { mode, price } = draft.value
  const [isTried, setIsTried] = useState(false)
  const sent = readPrice(price)
  const saving = useMutation({
    mutationFn: () => call(setDownloadOffer, { params: { contentId }, body: { mode, ...(mode === 'paid' && sent) } }),
    onSuccess(saved) {
      queries.setQueryData(queryKeyOf(getOwnDownloadOffer, { params: { contentId } }), saved)
      void queries.invalidateQueries({ queryKey: queryKeyOf(getDownloadOffer) })
      draft.reset()
      showToast(t('records.saved'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (mode !== 'paid' || sent !== null) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      <ModeChoice mode={mode} onChange={(chosen) => draft.change({ mode: chosen, price })} />
      {mode === 'paid' && (
        <PriceFields
          price={price}
          isWrong={isTried && sent === null}
          onChange={(typed) => draft.change({ mode, price: typed })}
        />
      )}
      <p className="mt-4 text-sm text-ink-2">{t('records.formatsNote')}</p>
      {saving.error && (
        <div className="mt-4">
          <Problem words={describeFailure(saving.error)} />
        </div>
      )}
      <Button type="submit" className="mt-5" isWaiting={saving.isPending}>
        {t('records.save')}
      </Button>
      <Standing own={own} />
    </form>
  )
}

type PriceFieldsProps = { price: PriceDraft; isWrong: boolean; onChange: (price: PriceDraft) => void }

export function PriceFields({ price, isWrong, onChange }: PriceFieldsProps) {
  const { data: current } = useQuery(callQuery(useSite().call, getPrice, {}))
  const { text, isInDollars } = price
  const sent = readPrice(price)
  const range = isInDollars
    ? t('records.minDollars', { max: formatCents(PRICE_CENTS_MAX) })
    : t('records.minHint', { min: formatSats(MIN_PAYMENT_MSAT), max: formatSats(MAX_PAYMENT_MSAT) })
  return (
    <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-start gap-4">
      <Field
        label={t('records.min')}
        value={text}
        onChange={(event) => onChange({ ...price, text: event.target.value })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        hint={sent && 'msatMin' in sent && current ? describeDollars(sent.msatMin, current, new Date()) : range}
        error={isWrong ? range : undefined}
      />
      <SelectField
        label={t('events.currency')}
        value={isInDollars ? 'usd' : 'sats'}
        onChange={(event) => onChange(inCurrency(event.target.value === 'usd'))}
      >
        <option value="sats">{t('events.inSats')}</option>
        {(current || isInDollars) && <option value="usd">{t('events.inUsd')}</option>}
      </SelectField>
    </div>
  )
}

type PriceDraft = { text: string; isInDollars: boolean }

export const inCurrency = (isInDollars: boolean): PriceDraft => ({ text: isInDollars ? '5.00' : '5000', isInDollars })

function draftOf({ msatMin, centsMin }: Own): PriceDraft {
  if (centsMin !== null) return { text: (centsMin / 100).toFixed(2), isInDollars: true }
  return msatMin > 0 ? { text: String(msatMin / MSAT_PER_SAT), isInDollars: false } : inCurrency(false)
}

/** What is sent, or null when it is not a price. */
export function readPrice({ text, isInDollars }: PriceDraft): { msatMin: number } | { centsMin: number } | null {
  if (isInDollars) {
    const cents = parseDollars(text)
    return cents !== null && cents > 0 && cents <= PRICE_CENTS_MAX ? { centsMin: cents } : null
  }
  const msatMin = (parseSats(text) ?? 0) * MSAT_PER_SAT
  return msatMin >= MIN_PAYMENT_MSAT && msatMin <= MAX_PAYMENT_MSAT ? { msatMin } : null
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-3 text-lg font-semi">{t('records.offerTitle')}</legend>
      {MODES.map(({ mode: value, name, hint }) => (
        <label
          key={value}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-field border-[1.5px] border-line-2 p-4 transition-colors hover:border-ink-3 has-checked:border-purple has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple"
        >
          <input
            type="radio"
            name="mode"
            className="mt-1 size-4 accent-purple"
            checked={mode === value}
            onChange={() => onChange(value)}
          />
          <span className="font-semi">{t(name)}</span>
          <span className="col-start-2 text-sm text-ink-2">{t(hint)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What becomes of the offer: its files, and whether listeners get it now. */
function Standing({ own }: { own: Own }) {
  const { mode, trackCount, readyCount, failedCount, progress, soldCount } = own
  return (
    <div className="mt-6 flex flex-col gap-2" role="status">
      {isMaking(own) && (
        <Progress label={t('records.making', { ready: readyCount, count: trackCount })} part={progress} />
      )}
      {trackCount > 0 && readyCount === trackCount && <p>{t('records.ready', { count: trackCount })}</p>}
      {failedCount > 0 && <Problem words={t('records.failed', { count: failedCount })} />}
      {mode !== 'off' && <p className="font-semi">{describeStanding(own)}</p>}
      {soldCount > 0 && <p className="font-semi">{t('records.sold', { count: soldCount })}</p>}
    </div>
  )
}

function describeStanding(own: Own): string | false {
  const { mode, isOffered, failedCount } = own
  if (isOffered) return t(mode === 'paid' ? 'records.nowPaid' : 'records.nowFree')
  if (!isMaking(own) && failedCount === 0) return t('records.oncePublished')
  return mode === 'paid' && t(failedCount > 0 ? 'records.notForSale' : 'records.onceReady')
}
