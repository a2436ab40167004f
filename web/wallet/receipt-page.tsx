/** The receipt of one payment, to the msat: amount, fees, shares and
 * their computation, state. Printable, and updated while it is open. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getTransaction } from '#contract/accounts/account.ts'
import { getPayment } from '#contract/payments/payments.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { BackToTransactions } from './back-to-transactions.tsx'
import { typeOfSlug } from './line-types.ts'
import type { Receipt } from './payment-texts.ts'
import { PAPER, ReceiptPaper } from './receipt/paper.tsx'
import { PrintButton } from './receipt/print-button.tsx'

const POLL_MS = 3_000

export function Page() {
  const { type: slug } = useParams()
  // An unknown type in the URL is not found; without a type, either side of the payment is shown.
  const isNonsense = slug !== undefined && typeOfSlug(slug) === undefined
  const { data, error, refetch } = useReceipt()
  const isMissing = isNonsense || (error instanceof ApiError && (error.status === 404 || error.status === 400))
  const back = <BackToTransactions />
  if (!data && (error || isNonsense)) {
    return (
      <>
        <Head title={t('wallet.receipt')} isHidden />
        <ErrorState
          title={t(isMissing ? 'wallet.receiptMissing' : 'failure.title')}
          {...(isMissing
            ? { action: back }
            : { detail: describeFailure(error), retryLabel: t('failure.retry'), onRetry: () => void refetch() })}
        />
      </>
    )
  }
  return (
    <>
      <Head title={t('wallet.receipt')} isHidden />
      <div className="mx-auto max-w-[680px]">
        <div className="mb-4 flex items-center justify-between print:hidden">
          {back}
          {data && <PrintButton />}
        </div>
        {data ? (
          <Settled>
            <ReceiptPaper payment={data} />
          </Settled>
        ) : (
          <PaperSkeleton />
        )}
      </div>
    </>
  )
}

function useReceipt(): UseQueryResult<Receipt> {
  const { call } = useSite()
  const { type: slug, paymentId = '' } = useParams()
  const type = typeOfSlug(slug)
  const look = {
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: Receipt | undefined } }) =>
      state.data?.state === 'pending' ? POLL_MS : (false as const),
  }
  const any = useQuery({
    ...callQuery(call, getPayment, { params: { paymentId } }),
    ...look,
    enabled: slug === undefined,
  })
  const ofType = useQuery({
    ...callQuery(call, getTransaction, { params: { type: type ?? 'Zap', paymentId } }),
    ...look,
    enabled: type !== undefined,
  })
  return slug === undefined ? any : ofType
}

function PaperSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className={PAPER}>
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-9 h-4 w-32" />
      <Skeleton className="mt-3 h-11 w-52" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="mt-5 flex justify-between">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
