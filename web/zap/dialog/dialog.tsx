/** The zap dialog in all its stages: asking, waiting, paid, failed, unknown, expired, signed out.
 * What happens to the money is in attempts.ts; this shows it and announces it to screen readers. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { getTerms } from '#contract/payments/terms.ts'
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import { formatSats } from '#web/words/sats.ts'
import { ApiError } from '#web/data/api.ts'
import { callQuery } from '#web/data/queries.ts'
import type { Account } from '#web/session/account.ts'
import { usePayer } from '#web/session/payer.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import {
  beginAttempt,
  dropAttempt,
  repeatAttempt,
  useAttempts,
  type Attempt,
  type InvoiceWire,
} from '#web/zap/payment/attempts.ts'
import { persistOverLogin } from '#web/zap/payment/drafts.ts'
import { useKeyboardRoom } from './keyboard-room.ts'
import { useAnonymous } from './anonymous.ts'
import { onNostrFor, useOnNostr } from '#web/zap/payment/on-nostr.ts'
import { useZapForm, usualSatsOf, type ZapForm } from './use-zap-form.ts'
import { isByInvoice, isOwnWallet, shortfallOf, methodsFor, type PaymentMethod } from '#web/zap/payment/methods.ts'
import { ZapFormStage } from './form.tsx'
import type { ZapTerms } from '#web/zap/payment/legs.ts'
import { ZapExpiredStage, ZapFailedStage, ZapSignedOutStage, ZapUnknownStage } from './outcome.tsx'
import { ZapOwnWalletStage } from './wallet-asked.tsx'
import { ZapPaidStage } from './paid.tsx'
import { ZapQuickStage } from './quick.tsx'
import { ZapWaitingStage } from './waiting.tsx'
import { useZap, type ZapTarget } from '#web/zap/zap.ts'

export function ZapDialog({ target, isOpen }: { target: ZapTarget; isOpen: boolean }) {
  const close = useZap((state) => state.closeZap)
  const attempt = useAttempts((state) => state.byContent[target.contentId])
  const contentTime = attempt?.request.contentTime ?? (target.isQuick ? target.contentTimeSeconds : undefined)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('zap.title', { title: target.title })}
      aside={contentTime === undefined ? undefined : t('zap.at', { time: formatDuration(contentTime) })}
      closeLabel={t('common.close')}
    >
      <p role="status" className="sr-only">
        {attempt && announcement(attempt)}
      </p>
      <Stages target={target} attempt={attempt} onClose={close} />
    </Dialog>
  )
}

function announcement({ stage, isBusy, request, method }: Attempt): string {
  if (isBusy && method === 'balance') return t('zap.sending', { sats: formatSats(request.msatAmount) })
  if (isBusy && stage === 'asking') return t('zap.makingInvoice')
  if (stage === 'waiting' && !isOwnWallet(method)) return t('zap.waiting')
  if (stage === 'paid') return t('zap.paid')
  if (stage === 'failed') return t('zap.failedTitle')
  if (stage === 'unknown') return t('zap.unknownTitle')
  if (stage === 'signed-out') return t('zap.signedOutTitle')
  return stage === 'expired' ? t('zap.expiredTitle') : ''
}

type StagesProps = { target: ZapTarget; attempt: Attempt | undefined; onClose: () => void }

function Stages({ target, attempt, onClose }: StagesProps) {
  const { call } = useSite()
  const { contentId } = target
  const { account, isMissing, whyMissing, retry } = usePayer()
  // Always fetched again, because the payment uses the current terms.
  const terms = useQuery({ ...callQuery(call, getTerms, { params: { contentId } }), staleTime: 0 })
  const logIn = useLogIn(target)
  const change = () => dropAttempt(contentId)
  const repeat = () => attempt && void repeatAttempt(call, attempt)
  const stage = attempt?.stage ?? 'asking'
  const isReady = terms.data !== undefined && !isMissing
  const outcome = { onRepeat: repeat, onChange: change }
  return (
    <FocusedStage stage={stage === 'asking' && !isReady ? 'loading' : stage}>
      {stage === 'asking' &&
        (terms.data && isReady ? (
          <Asking target={target} attempt={attempt} terms={terms.data} account={account} onLogIn={logIn} />
        ) : isMissing && whyMissing !== null ? (
          <NotLoaded detail={t('zap.accountFailed', { reason: whyMissing })} onRetry={retry} />
        ) : (
          <WithoutTerms error={terms.error} onRetry={() => void terms.refetch()} />
        ))}
      {attempt?.stage === 'waiting' && attempt.invoice && (
        <Waiting key={attempt.key} attempt={attempt} invoice={attempt.invoice} onChange={change} />
      )}
      {attempt?.stage === 'paid' && <ZapPaidStage attempt={attempt} onDone={onClose} onAgain={change} />}
      {attempt?.stage === 'failed' && <ZapFailedStage attempt={attempt} {...outcome} />}
      {attempt?.stage === 'unknown' && <ZapUnknownStage attempt={attempt} {...outcome} />}
      {attempt?.stage === 'expired' && <ZapExpiredStage attempt={attempt} {...outcome} />}
      {attempt?.stage === 'signed-out' && <ZapSignedOutStage attempt={attempt} onLogIn={logIn} onChange={change} />}
    </FocusedStage>
  )
}

type WaitingProps = { attempt: Attempt; invoice: InvoiceWire; onChange: () => void }

function Waiting({ attempt, invoice, onChange }: WaitingProps) {
  const isOwn = isOwnWallet(attempt.method)
  const invoiceStage = <ZapWaitingStage attempt={attempt} invoice={invoice} onChange={isOwn ? null : onChange} />
  if (!isOwn) return invoiceStage
  return <ZapOwnWalletStage attempt={attempt} invoice={invoice} invoiceStage={invoiceStage} />
}

type AskingProps = {
  target: ZapTarget
  attempt: Attempt | undefined
  terms: ZapTerms
  account: Account | undefined
  onLogIn: () => void
}

function Asking({ target, attempt, terms, account, onLogIn }: AskingProps) {
  const { call, settings } = useSite()
  const form = useZapForm(target.contentId, account, terms)
  const openZap = useZap((state) => state.openZap)
  // Visitors are anonymous anyway.
  const isAnonymous = useAnonymous((state) => state.isAnonymous) && account !== undefined
  const isSelected = useOnNostr((state) => state.isSelected)
  const { isOffered, signing } = onNostrFor(account, { isSelected, isAnonymous, publicRelays: settings.publicRelays })
  const pay = (method: PaymentMethod, msatAmount: number) => {
    const shortfallMsat = method === 'rest' && account ? shortfallOf(account, msatAmount, terms.minMsat) : null
    const request = { ...requestOf(target, form, msatAmount), ...(isAnonymous && { isAnonymous: true }) }
    const onNostr = isByInvoice(method) ? signing : null
    const begun = { method, payerId: account?.id ?? null, shortfallMsat, onNostr, title: target.title, terms, request }
    void beginAttempt(call, begun)
  }
  const usualMsat = usualSatsOf(account) * 1_000
  const canBeQuick = account && form.message === '' && methodsFor(account, usualMsat, terms.minMsat)[0] === 'balance'
  if (target.isQuick && canBeQuick && usualMsat >= terms.minMsat && usualMsat <= terms.maxMsat) {
    return (
      <ZapQuickStage
        amountMsat={usualMsat}
        terms={terms}
        account={account}
        contentTime={target.contentTimeSeconds}
        isAnonymous={isAnonymous}
        isBusy={attempt?.isBusy === true}
        onSend={() => pay('balance', usualMsat)}
        onMore={() => openZap({ ...target, isQuick: false })}
      />
    )
  }
  return (
    <ZapFormStage
      form={form}
      terms={terms}
      account={account}
      isAnonymous={isAnonymous}
      isOnNostr={isOffered ? signing !== null : null}
      momentSeconds={target.contentTimeSeconds}
      attempt={attempt}
      onPay={pay}
      onLogIn={onLogIn}
    />
  )
}

/** Goes to the log-in page and returns here, where the zap opens again as it was left. A session the server no longer
 * accepts is removed first; otherwise the log-in page would redirect back immediately. */
function useLogIn(target: ZapTarget): () => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => {
    const path = pathname + search
    useSession.getState().signOut(false)
    persistOverLogin(target, path)
    void navigate(`/login?next=${encodeURIComponent(path)}`)
  }
}

function requestOf({ contentId, contentTimeSeconds }: ZapTarget, form: ZapForm, msatAmount: number) {
  const comment = form.message.trim()
  return {
    contentId,
    msatAmount,
    ...(comment !== '' && { comment }),
    ...(form.isAtMoment && contentTimeSeconds !== undefined && { contentTime: contentTimeSeconds }),
  }
}

/** When the stage changes, the focused element disappears. The focus moves to the element the new stage marks with
 * `data-autofocus`, or to its beginning. */
function FocusedStage({ stage, children }: { stage: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const last = useRef(stage)
  useKeyboardRoom(part)
  useEffect(() => {
    if (last.current === stage) return
    last.current = stage
    const { current } = part
    // A field of the new stage may already have the focus.
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

/** A placeholder while the terms load; without terms nothing can be sent. */
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
    <NotLoaded detail={t('zap.termsFailed', { reason: describeFailure(error) })} onRetry={onRetry} />
  )
}

function NotLoaded({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  const texts = { title: t('zap.failedTitle'), detail, retryLabel: t('zap.retry') }
  return <ErrorState level="part" {...texts} onRetry={onRetry} />
}
