/** The switch that halts all outgoing payments: who halted them and why, and resuming them. Each needs a reason. */
import { useState } from 'react'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { getRecovery, setOutgoingStop } from '#contract/operator/admin-money.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import { ReasonDialog, type Question } from '#web/admin/reason-dialog.tsx'

export function OutgoingSwitch({ outgoing }: { outgoing: MoneyWire['outgoing'] }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [question, setQuestion] = useState<Question | null>(null)
  const { stoppedAt, stoppedBy, reason, recoveringSince } = outgoing
  const isRecovering = recoveringSince !== null
  const isStopped = stoppedAt !== null
  const ask = () =>
    setQuestion({
      title: t(isStopped ? 'admin.resumeTitle' : 'admin.stopTitle'),
      lead: t(isStopped ? 'admin.resumeLead' : 'admin.stopLead'),
      button: t(isStopped ? 'admin.resume' : 'admin.stop'),
      isDestructive: !isStopped,
      send: async (why) => {
        await withRecentLogin(() => call(setOutgoingStop, { body: { isStopped: !isStopped, reason: why } }))
        for (const endpoint of [getMoney, getRecovery, listAdminActions]) void refresh(endpoint)
      },
    })
  return (
    <section
      {...(isStopped ? { role: 'alert' } : {})}
      className={
        isStopped
          ? 'mt-4 flex flex-wrap items-center justify-between gap-3 rounded-bar bg-pink-soft px-5 py-4'
          : 'mt-4 flex flex-wrap items-center justify-between gap-3 rounded-bar border border-line px-5 py-4'
      }
    >
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
      <div className="min-w-0">
        <h2 className="font-text text-base font-semi tracking-normal">
          {t(isRecovering ? 'admin.recovering' : isStopped ? 'admin.stopped' : 'admin.notStopped')}
        </h2>
        {isStopped && (
          <p className="mt-1 text-sm break-words">
            {t('admin.stoppedBy', { who: stoppedBy ?? t('admin.commandLine'), moment: formatTimestamp(stoppedAt) })}{' '}
            {reason}
          </p>
        )}
        {isRecovering && <p className="mt-1 text-sm">{t('admin.recoveringLead')}</p>}
      </div>
      <Button kind={isStopped ? 'solid' : 'danger'} size="small" onClick={ask}>
        {t(isStopped ? 'admin.resume' : 'admin.stop')}
      </Button>
    </section>
  )
}
