/** The stages of a zap that is not paid, or not yet: failed, unknown,
 * expired, signed out, each with the next step. Paid is paid.tsx. */
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DrawnArcs } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import type { Attempt } from '#web/zap/payment/attempts.ts'

function Outcome({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col items-center pt-2 text-center">
      <DrawnArcs className="text-ink-3" />
      <h3 className="mt-4 text-xl">{title}</h3>
      <p className="mt-2 mb-6 max-w-[38ch] text-ink-2">{children}</p>
      <div className="flex w-full flex-col gap-2.5">{actions}</div>
    </div>
  )
}

export function ZapFailedStage({ attempt, onRepeat, onChange }: OutcomeProps) {
  const reason = attempt.reason ?? t('failure.offline')
  return (
    <Outcome
      title={t('zap.failedTitle')}
      actions={<Actions repeat={t('zap.retry')} {...{ attempt, onRepeat, onChange }} />}
    >
      {describeFailed(attempt, reason)}
    </Outcome>
  )
}

/** What happened to the money comes first. */
function describeFailed({ method, shortfallMsat }: Attempt, reason: string): string {
  if (method !== 'balance') return t('zap.failedInvoice', { reason })
  return t(shortfallMsat === null ? 'zap.failedBalance' : 'zap.failedAfterRest', { reason })
}

export function ZapUnknownStage({ attempt, onRepeat, onChange }: OutcomeProps) {
  return (
    <Outcome
      title={t('zap.unknownTitle')}
      actions={<Actions repeat={t('zap.askAgain')} {...{ attempt, onRepeat, onChange }} />}
    >
      {t(attempt.method === 'balance' ? 'zap.unknownBalance' : 'zap.unknownInvoice')}
    </Outcome>
  )
}

export function ZapExpiredStage({ attempt, onRepeat, onChange }: OutcomeProps) {
  return (
    <Outcome
      title={t('zap.expiredTitle')}
      actions={<Actions repeat={t('zap.makeNew')} {...{ attempt, onRepeat, onChange }} />}
    >
      {t('zap.expired')}
    </Outcome>
  )
}

/** Amount and message are kept. If the zap may have been paid,
 * its outcome is checked with the same key after signing in. */
export function ZapSignedOutStage({
  attempt,
  onLogIn,
  onChange,
}: {
  attempt: Attempt
  onLogIn: () => void
  onChange: () => void
}) {
  return (
    <Outcome
      title={t('zap.signedOutTitle')}
      actions={
        <>
          <Button size="large" onClick={onLogIn} data-autofocus>
            {t('zap.logInAndGoOn')}
          </Button>
          {!attempt.isOpen && (
            <Button kind="outline" size="large" onClick={onChange}>
              {t('zap.change')}
            </Button>
          )}
        </>
      }
    >
      {t(attempt.isOpen ? 'zap.signedOutOpen' : 'zap.signedOut')}
    </Outcome>
  )
}

type OutcomeProps = { attempt: Attempt; onRepeat: () => void; onChange: () => void }

function Actions({ repeat, attempt, onRepeat, onChange }: OutcomeProps & { repeat: string }) {
  return (
    <>
      <Button size="large" isWaiting={attempt.isBusy} onClick={onRepeat}>
        {repeat}
      </Button>
      {/* While the outcome is unknown, changing the zap could pay twice. */}
      {attempt.stage !== 'unknown' && (
        <Button kind="outline" size="large" onClick={onChange}>
          {t('zap.change')}
        </Button>
      )}
    </>
  )
}
