/** The external test wallet of a sandbox. As with any wallet, the invoice tells when it is paid. */
import { useMutation } from '@tanstack/react-query'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

export function ExternalWallet({ request }: { request: string }) {
  const { call } = useSite()
  const payment = useMutation({ mutationFn: () => call(payFromExternal, { body: { bolt11: request } }) })
  const { data } = payment
  const reason = payment.isError
    ? describeFailure(payment.error)
    : data?.state === 'failed'
      ? (data.reason ?? t('zap.outsideNoReason'))
      : null
  return (
    <>
      <Button size="large" isWaiting={payment.isPending || data?.state === 'pending'} onClick={() => payment.mutate()}>
        {t(payment.isPending ? 'zap.payingOutside' : 'zap.payOutside')}
      </Button>
      {reason !== null && (
        <p role="alert" className="text-sm text-pink">
          {t('zap.outsideFailed', { reason })}
        </p>
      )}
    </>
  )
}
