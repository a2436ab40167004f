/** An open invoice for a download, watched until it is paid; then the files. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressIn } from '#contract/languages.ts'
import { getPurchase } from '#contract/listening/purchases.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { InvoiceToPay } from '#web/invoice/invoice-to-pay.tsx'
import { DownloadFiles } from '#web/purchase/files/download-files.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import type { Pending } from './pending.ts'

const POLL_MS = 1_500

type WaitingProps = {
  pending: Pending
  title: string
  onChange: (pending: Pending | null) => void
  /** Stable: called when it becomes paid. */
  onPaid: () => void
  /** Closes the dialog. */
  onClose: () => void
}

export function Waiting({ pending, title, onChange, onPaid, onClose }: WaitingProps) {
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
      <Button kind="quiet" className="mt-4 w-full" onClick={isPaid ? onClose : () => onChange(null)}>
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
      labels={{ idle: t('records.copyLink'), copied: t('common.copied') }}
    />
  )
}

function OpenInvoice({ pending: { invoice, secret, giftTo }, onChange }: { pending: Pending; onChange: () => void }) {
  const isSignedIn = useSession((state) => state.session !== null)
  const note =
    giftTo !== null ? (
      <p className="mt-1 text-sm text-ink-2">{t('records.waitingGift')}</p>
    ) : isSignedIn ? null : (
      <div className="mt-2 flex flex-col items-center gap-2">
        <p className="max-w-[36ch] text-sm text-ink-2">{t('records.waitingNote')}</p>
        <PrivateLink secret={secret} />
      </div>
    )
  return <InvoiceToPay {...invoice} note={note} onChange={onChange} />
}
