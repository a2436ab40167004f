/** The external test wallet of a sandbox. As with any wallet, only the state of the invoice shows whether it was paid. */
import { useMutation } from '@tanstack/react-query'
import { payFromExternal } from '#contract/operator/sandbox.ts'
import { isUncertain } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export function ExternalWallet({ request }: { request: string }) {
  const { call } = useSite()
  const payment = useMutation({ mutationFn: () => call(payFromExternal, { body: { bolt11: request } }) })
  const { data, error } = payment
  const isOpen = data?.state === 'pending' || (error !== null && isUncertain(error))
  return (
    <>
      <Button size="large" isWaiting={payment.isPending} onClick={() => payment.mutate()}>
        {t(payment.isPending ? 'zap.payingOutside' : 'zap.payOutside')}
      </Button>
      {isOpen && (
        <p role="status" className="text-sm text-ink-2">
          {t('zap.outsidePending')}
        </p>
      )}
      {data?.state === 'failed' && <Problem words={t('zap.outsideFailed', { reason: describeReason(data.reason) })} />}
      {error !== null && !isOpen && <Problem words={describeFailure(error)} />}
    </>
  )
}

/** The wallet also returns codes as reasons; only full sentences are shown. */
const describeReason = (reason: string | null): string => (reason?.includes(' ') ? reason : '')
