/** An open invoice for a download, watched until it is paid; then the files. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressIn } from '#contract/languages.ts'
import { getPurchase } from '#contract/listening/purchases.ts'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { DownloadFiles } from '#web/purchase/files/download-files.tsx'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Pending } from './pending.ts'

const POLL_MS = 1_500

type WaitingProps = {
  pending: Pending
  title: string
  onChange: (pending: Pending | null) => void
  /** Stable: called when it becomes paid. */
  onPaid: () => void
}

export function Waiting({ pending, title, onChange, onPaid }: WaitingProps) {
  const { call } = useSite()
  const { secret, giftTo } = pending
  const { data } = useQuery({
    ...callQuery(call, getPurchase, { params: { secret } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? POLL_MS : false),
  })
  const state = data?.state ?? 'open'
  const isPaid = state === 'owned'
  useEffect(() => {
    if (isPaid) onPaid()
  }, [isPaid, onPaid])
  if (state === 'open') return <OpenInvoice pending={pending} onChange={() => onChange(null)} />
  return (
    <>
      <p role="status" className="mb-4">
        {state === 'owned' && t(giftTo === null ? 'records.bought' : 'records.giftGiven', { name: giftTo ?? '' })}
        {state === 'expired' && t('records.expired')}
        {state === 'returned' && t('records.returned')}
        {state === 'withheld' && t('records.withheld')}
      </p>
      {data?.downloads && giftTo === null && (
        <>
          <DownloadFiles downloads={data.downloads} title={title} />
          <KeepLink secret={secret} />
        </>
      )}
      <Button kind="quiet" className="mt-4 w-full" onClick={() => onChange(null)}>
        {t(isPaid ? 'common.close' : 'records.again')}
      </Button>
    </>
  )
}

function KeepLink({ secret }: { secret: string }) {
  const isSignedIn = useSession((state) => state.session !== null)
  if (isSignedIn) return null
  return (
    <div className="mt-5 flex flex-col items-start gap-2">
      <p className="text-sm text-ink-2">{t('records.privateNote')}</p>
      <PrivateLink secret={secret} />
    </div>
  )
}

function PrivateLink({ secret }: { secret: string }) {
  const path = addressIn(`/purchase/${secret}`, currentLanguage())
  return (
    <CopyButton
      text={new URL(path, location.origin).href}
      labels={{ idle: t('records.privateLink'), copied: t('common.copied') }}
    />
  )
}

function OpenInvoice({ pending: { invoice, secret, giftTo }, onChange }: { pending: Pending; onChange: () => void }) {
  const { isSandbox } = useSettings()
  const isSignedIn = useSession((state) => state.session !== null)
  const sats = formatSats(invoice.msatAmount)
  const uri = `lightning:${invoice.request}`
  return (
    <div className="flex flex-col items-center text-center">
      <p className="mb-4 flex items-baseline gap-2">
        <span className="numeral text-3xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
      </p>
      <Qr
        text={uri.toUpperCase()}
        copyText={invoice.request}
        label={t('zap.invoice', { sats })}
        labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
      />
      <p role="status" className="mt-4 flex items-center gap-2 font-semi">
        <span aria-hidden="true" className="size-2 animate-breathe rounded-pill bg-orange" />
        {t('zap.waiting')}
      </p>
      {giftTo === null && !isSignedIn ? (
        <div className="mt-2 flex flex-col items-center gap-2">
          <p className="max-w-[36ch] text-sm text-ink-2">{t('records.waitingNote')}</p>
          <PrivateLink secret={secret} />
        </div>
      ) : (
        giftTo !== null && <p className="mt-1 text-sm text-ink-2">{t('records.waitingGift')}</p>
      )}
      <div className="mt-5 flex w-full flex-col gap-2.5">
        {isSandbox && <PayOutside request={invoice.request} />}
        <ButtonLink
          to={uri}
          kind={isSandbox ? 'outline' : 'solid'}
          size="large"
          icon={<ExternalIcon size={17} aria-hidden="true" />}
        >
          {t('zap.openWallet')}
        </ButtonLink>
      </div>
      <button
        type="button"
        onClick={onChange}
        className="mt-2 -mb-1 min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
      >
        {t('zap.changeAmount')}
      </button>
    </div>
  )
}

/** The external test wallet of a sandbox. The invoice tells when it is paid. */
function PayOutside({ request }: { request: string }) {
  const { call } = useSite()
  const payment = useMutation({ mutationFn: () => call(payFromExternal, { body: { bolt11: request } }) })
  return (
    <>
      <Button size="large" isWaiting={payment.isPending} onClick={() => payment.mutate()}>
        {t(payment.isPending ? 'zap.payingOutside' : 'zap.payOutside')}
      </Button>
      {payment.error && <Problem words={describeFailure(payment.error)} />}
    </>
  )
}
