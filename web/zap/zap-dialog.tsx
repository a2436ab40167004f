/** The zap dialog in all its stages: asking, waiting, paid, failed, unknown, run out.
 * What happens to the money is attempts.ts; this shows it and says it to screen readers. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { getTerms } from '#contract/payments.ts'
import { formatSats } from '#contract/money.ts'
import { ApiError } from '../api.ts'
import { callQuery } from '../queries.ts'
import { useAccount } from '../session/account.ts'
import { useSite } from '../site.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { describeFailure } from '../words/failures.ts'
import { formatDuration } from '../words/format.ts'
import { t } from '../words/words.ts'
import { beginAttempt, dropAttempt, repeatAttempt, useAttempts, type Attempt } from './attempts.ts'
import { useKeyboardRoom } from './keyboard-room.ts'
import { useZapForm, type ZapForm } from './use-zap-form.ts'
import { ZapFormStage } from './zap-form.tsx'
import { ZapExpiredStage, ZapFailedStage, ZapPaidStage, ZapUnknownStage } from './zap-outcome.tsx'
import { ZapWaitingStage } from './zap-waiting.tsx'
import { useZap, type ZapTarget } from './zap.ts'

export function ZapDialog({ target, isOpen }: { target: ZapTarget; isOpen: boolean }) {
  const close = useZap((state) => state.closeZap)
  const attempt = useAttempts((state) => state.byContent[target.contentId])
  const { contentTimeSeconds } = target
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('zap.title', { title: target.title })}
      aside={contentTimeSeconds === undefined ? undefined : t('zap.at', { time: formatDuration(contentTimeSeconds) })}
      closeLabel={t('common.close')}
    >
      <p role="status" className="sr-only">
        {attempt && announcement(attempt)}
      </p>
      <Stages target={target} attempt={attempt} onClose={close} />
    </Dialog>
  )
}

function announcement({ stage, isBusy, request }: Attempt): string {
  const sats = formatSats(request.msatAmount)
  if (isBusy) return t('zap.sending', { sats })
  if (stage === 'waiting') return t('zap.waiting')
  if (stage === 'paid') return t('zap.paid')
  if (stage === 'failed') return t('zap.failedTitle')
  if (stage === 'unknown') return t('zap.unknownTitle')
  return stage === 'expired' ? t('zap.expiredTitle') : ''
}

type StagesProps = { target: ZapTarget; attempt: Attempt | undefined; onClose: () => void }

function Stages({ target, attempt, onClose }: StagesProps) {
  const { call } = useSite()
  const { contentId, title } = target
  const { data: account } = useAccount()
  // Asked for anew each time: this is what will be paid by.
  const terms = useQuery({ ...callQuery(call, getTerms, { params: { contentId } }), staleTime: 0 })
  const form = useZapForm(account, terms.data)
  const pay = (way: Attempt['way'], msatAmount: number) =>
    terms.data &&
    void beginAttempt(call, { way, title, terms: terms.data, request: requestOf(target, form, msatAmount) })
  const change = () => dropAttempt(contentId)
  const repeat = () => attempt && void repeatAttempt(call, attempt)
  const stage = attempt?.stage ?? 'asking'
  return (
    <FocusedStage stage={stage === 'asking' && !terms.data ? 'loading' : stage}>
      {stage === 'asking' &&
        (terms.data ? (
          <ZapFormStage
            form={form}
            terms={terms.data}
            account={account}
            isBusy={attempt?.isBusy === true}
            onPay={pay}
          />
        ) : (
          <WithoutTerms error={terms.error} onRetry={() => void terms.refetch()} />
        ))}
      {attempt?.stage === 'waiting' && attempt.invoice && (
        <ZapWaitingStage invoice={attempt.invoice} onChange={change} />
      )}
      {attempt?.stage === 'paid' && <ZapPaidStage attempt={attempt} onDone={onClose} onAgain={change} />}
      {attempt?.stage === 'failed' && <ZapFailedStage attempt={attempt} onRepeat={repeat} onChange={change} />}
      {attempt?.stage === 'unknown' && <ZapUnknownStage attempt={attempt} onRepeat={repeat} onChange={change} />}
      {attempt?.stage === 'expired' && <ZapExpiredStage attempt={attempt} onRepeat={repeat} onChange={change} />}
    </FocusedStage>
  )
}

function requestOf({ contentId, contentTimeSeconds }: ZapTarget, form: ZapForm, msatAmount: number) {
  const comment = form.message.trim()
  return {
    contentId,
    msatAmount,
    ...(comment !== '' && { comment }),
    ...(contentTimeSeconds !== undefined && { contentTime: contentTimeSeconds }),
  }
}

/** When a stage gives way to the next, what had the focus is gone: the keyboard goes on where the new one begins, or at
 * what it wants to be chosen first. */
function FocusedStage({ stage, children }: { stage: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const last = useRef(stage)
  useKeyboardRoom(part)
  useEffect(() => {
    if (last.current === stage) return
    last.current = stage
    const { current } = part
    // A field of the new stage may have taken it by itself.
    if (current === null || (current !== document.activeElement && current.contains(document.activeElement))) return
    const first = current.querySelector<HTMLElement>('[data-autofocus]') ?? current
    first.focus({ preventScroll: true })
  }, [stage])
  return (
    <div ref={part} tabIndex={-1} data-quiet-focus>
      {children}
    </div>
  )
}

/** While the terms come, their shape; without them nothing can be sent. */
function WithoutTerms({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) {
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
        <Skeleton className="h-12 rounded-field" />
        <Skeleton className="h-24 rounded-field" />
        <Skeleton className="h-12 rounded-pill" />
      </div>
    )
  }
  const isRefused = error instanceof ApiError && [404, 422].includes(error.status)
  return isRefused ? (
    <ErrorState level="part" title={t('zap.notPayable')} />
  ) : (
    <ErrorState
      level="part"
      title={t('zap.failedTitle')}
      detail={t('zap.termsFailed', { reason: describeFailure(error) })}
      retryLabel={t('zap.retry')}
      onRetry={onRetry}
    />
  )
}
