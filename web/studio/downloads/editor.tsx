/** What listeners may download of a release or track, at which price, how far the files are, and codes for concerts. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getDownloadOffer, getOwnDownloadOffer, setDownloadOffer } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT } from '#contract/money.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { CodeSheets } from './code-sheets.tsx'

type Own = Wire<typeof getOwnDownloadOffer>
type Mode = Own['mode']

const POLL_MS = 2_000
const MSAT_PER_SAT = 1_000
const USUAL_MIN_SATS = 5_000

const MODES: { mode: Mode; name: TranslationKey; hint: TranslationKey }[] = [
  { mode: 'off', name: 'records.modeOff', hint: 'records.modeOffHint' },
  { mode: 'free', name: 'records.modeFree', hint: 'records.modeFreeHint' },
  { mode: 'paid', name: 'records.modePaid', hint: 'records.modePaidHint' },
]

export function DownloadsEditor({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getOwnDownloadOffer, { params: { contentId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMaking(state.data) ? POLL_MS : false),
  })
  if (error) {
    return (
      <ErrorState
        level="part"
        title={t('studio.failed')}
        detail={describeFailure(error)}
        retryLabel={t('studio.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-72 rounded-bar" />
  return (
    <div className="flex max-w-[560px] flex-col gap-10">
      <OfferForm contentId={contentId} own={data} />
      <CodeSheets contentId={contentId} />
    </div>
  )
}

const isMaking = ({ trackCount, readyCount, failedCount }: Own) => readyCount + failedCount < trackCount

function OfferForm({ contentId, own }: { contentId: string; own: Own }) {
  const { call, queries } = useSite()
  const [mode, setMode] = useState<Mode>(own.mode)
  const [sats, setSats] = useState(String(own.msatMin > 0 ? own.msatMin / MSAT_PER_SAT : USUAL_MIN_SATS))
  const [isTried, setIsTried] = useState(false)
  const msatMin = /^[1-9]\d{0,8}$/.test(sats.trim()) ? Number(sats) * MSAT_PER_SAT : null
  const isValid = mode !== 'paid' || (msatMin !== null && msatMin >= MIN_PAYMENT_MSAT && msatMin <= MAX_PAYMENT_MSAT)
  const range = t('records.minHint', { min: formatSats(MIN_PAYMENT_MSAT), max: formatSats(MAX_PAYMENT_MSAT) })
  const saving = useMutation({
    mutationFn: () =>
      call(setDownloadOffer, {
        params: { contentId },
        body: mode === 'paid' ? { mode, msatMin: msatMin ?? 0 } : { mode },
      }),
    onSuccess(saved) {
      queries.setQueryData(queryKeyOf(getOwnDownloadOffer, { params: { contentId } }), saved)
      void queries.invalidateQueries({ queryKey: queryKeyOf(getDownloadOffer) })
      showToast(t('records.saved'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isValid) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      <ModeChoice mode={mode} onChange={setMode} />
      {mode === 'paid' && (
        <div className="mt-4 max-w-[16rem]">
          <Field
            label={t('records.min')}
            value={sats}
            onChange={(event) => setSats(event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            suffix={t('zap.sats')}
            hint={range}
            error={isTried && !isValid ? range : undefined}
          />
        </div>
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

function Standing({ own }: { own: Own }) {
  const { mode, trackCount, readyCount, failedCount, progress, soldCount } = own
  return (
    <div className="mt-6 flex flex-col gap-2" role="status">
      {mode !== 'off' && trackCount === 0 && <p>{t('records.afterPublishing')}</p>}
      {isMaking(own) && (
        <Progress label={t('records.making', { ready: readyCount, count: trackCount })} part={progress} />
      )}
      {trackCount > 0 && readyCount === trackCount && <p>{t('records.ready', { count: trackCount })}</p>}
      {failedCount > 0 && <Problem words={t('records.failed', { count: failedCount })} />}
      {soldCount > 0 && <p className="font-semi">{t('records.sold', { count: soldCount })}</p>}
    </div>
  )
}
