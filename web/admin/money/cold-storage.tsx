/** Cold storage: how much to move there from the node, and the moves. Peal moves nothing: operators do, and record it here. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { decideColdMove } from '#contract/operator/cold-storage.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import { ColdMoveDialog } from './cold-move-dialog.tsx'

type Move = MoneyWire['coldStorage']['moves'][number]

/** What the node holds above its ceiling; 0 without a ceiling, and while the node is unreachable. */
export function msatAboveCeiling({ msatSpendable, coldStorage: { msatCeiling } }: MoneyWire): number {
  return msatCeiling === null ? 0 : Math.max(0, (msatSpendable ?? 0) - msatCeiling)
}

/** Renders nothing if cold storage is not used. */
export function ColdStorage({ money }: { money: MoneyWire }) {
  const [moved, setMoved] = useState<{ msat: number; isReturn: boolean } | null>(null)
  const { coldStorage, custody } = money
  const { msatCeiling, msatHeld, moves } = coldStorage
  const aboveMsat = msatAboveCeiling(money)
  if (msatCeiling === null && moves.length === 0) return null
  return (
    <Section title={t('admin.coldStorage')}>
      <ColdMoveDialog moved={moved} custody={custody} onClose={() => setMoved(null)} />
      <p className="max-w-[60ch]">{t('admin.coldHeld', { sats: formatSats(msatHeld) })}</p>
      {aboveMsat > 0 && <Advice coldStorage={coldStorage} aboveMsat={aboveMsat} />}
      <p className="mt-4 flex flex-wrap gap-2.5">
        <Button size="small" onClick={() => setMoved({ msat: aboveMsat, isReturn: false })}>
          {t('admin.recordCold')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          disabled={msatHeld === 0}
          onClick={() => setMoved({ msat: 0, isReturn: true })}
        >
          {t('admin.recordColdReturn')}
        </Button>
      </p>
      <ul className="mt-6 flex flex-col gap-4">
        {moves.map((move) => (
          <MoveCard key={move.moveId} move={move} />
        ))}
      </ul>
    </Section>
  )
}

type AdviceProps = { coldStorage: MoneyWire['coldStorage']; aboveMsat: number }

function Advice({ coldStorage: { destination, msatCeiling }, aboveMsat }: AdviceProps) {
  return (
    <div className="mt-4 rounded-bar border border-line bg-highlight px-5 py-5">
      <p className="font-semi">{t('admin.coldAdvice', { sats: formatSats(aboveMsat) })}</p>
      <p className="mt-1 max-w-[60ch]">{t('admin.coldWhy', { ceiling: formatSats(msatCeiling ?? 0) })}</p>
      {destination?.kind === 'lightning' && <p className="mt-1 max-w-[60ch]">{t('admin.coldLightning')}</p>}
      {destination && (
        <p className="mt-4 flex flex-wrap items-center gap-2.5">
          <code className="min-w-0 break-all">{destination.address}</code>
          <CopyButton
            text={destination.address}
            size="small"
            labels={{ idle: t('common.copy'), copied: t('common.copied') }}
          />
        </p>
      )}
    </div>
  )
}

function MoveCard({ move }: { move: Move }) {
  const { moveId, reference, reason, recordedBy, recordedAt, isConfirmed, isOwn } = move
  const { call } = useSite()
  const refresh = useRefresh()
  const deciding = useMutation({
    mutationFn: (confirms: boolean) =>
      withRecentLogin(() => call(decideColdMove, { params: { moveId }, body: { isConfirmed: confirms } })),
    onSuccess: () => {
      for (const endpoint of [getMoney, listAdminActions]) void refresh(endpoint)
    },
  })
  const problem = describeProblem(deciding.error)
  return (
    <li className="rounded-bar border border-line px-5 py-4">
      <p className="font-semi">{describeMove(move)}</p>
      <p className="mt-1 break-words">{reason}</p>
      <p className="mt-1 text-sm break-all text-ink-2">{reference}</p>
      <p className="mt-1 text-sm text-ink-2">
        {t('admin.recordedBy', { name: recordedBy, moment: formatTimestamp(recordedAt) })}
      </p>
      {problem !== undefined && <Problem words={problem} />}
      {isConfirmed === null && (
        <p className="mt-4 flex flex-wrap gap-2.5">
          {!isOwn && (
            <Button size="small" disabled={deciding.isPending} onClick={() => deciding.mutate(true)}>
              {t('admin.confirmCold')}
            </Button>
          )}
          <Button kind="quiet" size="small" disabled={deciding.isPending} onClick={() => deciding.mutate(false)}>
            {t('admin.discardCold')}
          </Button>
        </p>
      )}
    </li>
  )
}

function describeMove({ isConfirmed, msatAmount }: Move): string {
  const sats = formatSats(Math.abs(msatAmount))
  if (isConfirmed === false) return t('admin.coldDiscarded', { sats })
  if (msatAmount > 0) return isConfirmed ? t('admin.coldMoved', { sats }) : t('admin.coldWaits', { sats })
  return isConfirmed ? t('admin.coldReturned', { sats }) : t('admin.coldReturnWaits', { sats })
}
