/** Promos for operators: budgets, the networks and accounts that stand out, holds, and the reversal of rewards that wait. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { getPromoReview, holdEarner, holdPromo, reverseRewards } from '#contract/operator/admin-promos.ts'
import type { Wire } from '#contract/endpoint.ts'
import { formatBudget, PromoBadge } from '#web/format/promo-state.tsx'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'

type Review = Wire<typeof getPromoReview>

/** What the dialog asks a reason for. */
type Deed = {
  title: string
  what: string
  button: string
  run: (reason: string, options: { idempotencyKey: string }) => Promise<string | null>
}

const SHOWN_OF_HASH = 12
const REASON_MAX = 500

export function Page() {
  return (
    <AdminFrame title={t('studio.promos')} lead={t('promos.adminLead')}>
      <Contents />
    </AdminFrame>
  )
}

function Contents() {
  const { call } = useSite()
  const [deed, setDeed] = useState<Deed | null>(null)
  const { data, error, refetch } = useQuery({ ...callQuery(call, getPromoReview, {}), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Promos promos={data.promos} onDeed={setDeed} />
      <Networks networks={data.networks} onDeed={setDeed} />
      <Accounts accounts={data.accounts} onDeed={setDeed} />
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </>
  )
}

function List({
  title,
  note,
  empty,
  children,
}: {
  title: string
  note?: string
  empty: string
  children: ReactNode[]
}) {
  return (
    <section className="mt-10 first:mt-0">
      <h2 className="text-xl">{title}</h2>
      {note !== undefined && <p className="mt-1 max-w-[60ch] text-sm text-ink-2">{note}</p>}
      {children.length === 0 ? (
        <p className="mt-3 text-ink-2">{empty}</p>
      ) : (
        <ul className="mt-3 border-t border-line">{children}</ul>
      )}
    </section>
  )
}

function Item({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-72">{children}</div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  )
}

type OnDeed = (deed: Deed) => void

function Promos({ promos, onDeed }: { promos: Review['promos']; onDeed: OnDeed }) {
  const { call } = useSite()
  const hold = ({ id, title, state }: Review['promos'][number]['promo']) => {
    const isHeld = state !== 'held'
    onDeed({
      title: t(isHeld ? 'promos.holdTitle' : 'promos.releaseTitle', { name: title }),
      what: t(isHeld ? 'promos.holdPromoWhat' : 'promos.releaseWhat'),
      button: t(isHeld ? 'promos.hold' : 'promos.release'),
      run: (reason, once) => call(holdPromo, { params: { id }, body: { isHeld, reason } }, once),
    })
  }
  return (
    <List title={t('studio.promos')} empty={t('promos.noPromos')}>
      {promos.map(({ funder, promo }) => (
        <Item
          key={promo.id}
          actions={
            promo.endedAt === null && (
              <Button kind="quiet" onClick={() => hold(promo)}>
                {t(promo.state === 'held' ? 'promos.release' : 'promos.hold')}
              </Button>
            )
          }
        >
          <p className="flex flex-wrap items-center gap-x-3">
            <Link
              to={`/track/${promo.contentId}`}
              className="inline-flex min-h-8 items-center font-semi hover:underline"
            >
              {promo.title}
            </Link>
            <PromoBadge state={promo.state} />
          </p>
          <p className="text-sm text-ink-2">
            {t('promos.fundedBy', { name: funder ?? t('promos.deletedUser') })} · {formatBudget(promo)} ·{' '}
            {t('promos.perMinute', { sats: formatAmount(promo.msatPayoutAmount) })} ·{' '}
            {t('promos.listeners', { count: promo.uniqueUsers })}
          </p>
        </Item>
      ))}
    </List>
  )
}

function Networks({ networks, onDeed }: { networks: Review['networks']; onDeed: OnDeed }) {
  const reverse = useReversal(onDeed)
  return (
    <List title={t('promos.networks')} note={t('promos.networksNote')} empty={t('promos.noNetworks')}>
      {networks.map(({ network, accounts, newAccounts, msatEarned, msatMaturing, isAtLimit }) => (
        <Item
          key={network}
          actions={
            msatMaturing > 0 && <ReverseButton onClick={() => reverse(network.slice(0, SHOWN_OF_HASH), { network })} />
          }
        >
          <p className="flex flex-wrap items-center gap-x-3">
            <code className="leading-8">{network.slice(0, SHOWN_OF_HASH)}</code>
            {isAtLimit && <Badge tone="pink">{t('promos.standsOut')}</Badge>}
          </p>
          <p className="text-sm text-ink-2">
            {t('promos.accountCount', { count: accounts, fresh: newAccounts })} ·{' '}
            {t('promos.earned', { sats: formatAmount(msatEarned) })} ·{' '}
            {t('promos.maturing', { sats: formatAmount(msatMaturing) })}
          </p>
        </Item>
      ))}
    </List>
  )
}

function Accounts({ accounts, onDeed }: { accounts: Review['accounts']; onDeed: OnDeed }) {
  const { call } = useSite()
  const reverse = useReversal(onDeed)
  const hold = (userId: string, name: string, isHeld: boolean) =>
    onDeed({
      title: t(isHeld ? 'promos.holdTitle' : 'promos.releaseTitle', { name }),
      what: t(isHeld ? 'promos.holdEarnerWhat' : 'promos.releaseWhat'),
      button: t(isHeld ? 'promos.hold' : 'promos.release'),
      run: (reason, once) => call(holdEarner, { params: { userId }, body: { isHeld, reason } }, once),
    })
  return (
    <List title={t('promos.accounts')} empty={t('promos.noAccounts')}>
      {accounts.map(({ userId, name, earningDays, msatEarned, msatMaturing, heldAt, heldBy }) => {
        const shown = name ?? t('promos.deletedUser')
        return (
          <Item
            key={userId}
            actions={
              <>
                <Button kind="quiet" onClick={() => hold(userId, shown, heldAt === null)}>
                  {t(heldAt === null ? 'promos.hold' : 'promos.release')}
                </Button>
                {msatMaturing > 0 && <ReverseButton onClick={() => reverse(shown, { userId })} />}
              </>
            }
          >
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="leading-8 font-semi wrap-anywhere">{shown}</span>
              {heldBy !== null && (
                <Badge tone="pink">{t(heldBy === 'network' ? 'promos.heldNetwork' : 'promos.heldOperator')}</Badge>
              )}
            </p>
            <p className="text-sm text-ink-2">
              {t('promos.earningDays', { count: earningDays })} ·{' '}
              {t('promos.earned', { sats: formatAmount(msatEarned) })} ·{' '}
              {t('promos.maturing', { sats: formatAmount(msatMaturing) })}
            </p>
          </Item>
        )
      })}
    </List>
  )
}

function ReverseButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="danger" onClick={onClick}>
      {t('promos.reverse')}
    </Button>
  )
}

function useReversal(onDeed: OnDeed) {
  const { call } = useSite()
  return (name: string, which: { userId?: string; network?: string }) =>
    onDeed({
      title: t('promos.reverseTitle', { name }),
      what: t('promos.reverseWhat'),
      button: t('promos.reverse'),
      run: async (reason, once) => {
        const { msatReversed } = await call(reverseRewards, { body: { ...which, reason } }, once)
        return t('promos.reversed', { sats: formatAmount(msatReversed) })
      },
    })
}

function DeedDialog({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  const [reason, setReason] = useState('')
  const doing = useMutation({
    mutationFn: () => withRecentLogin(() => callOnce([deed.title, reason], (once) => deed.run(reason, once))),
    onSuccess: (said) => {
      if (said !== null) showToast(said)
      void refresh(getPromoReview)
      onClose()
    },
  })
  const problem = describeProblem(doing.error)
  return (
    <Dialog isOpen onClose={onClose} title={deed.title} closeLabel={t('common.close')}>
      <div className="flex flex-col gap-5">
        <p>{deed.what}</p>
        <Field
          label={t('promos.reason')}
          hint={t('promos.reasonHint')}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {problem !== undefined && <Problem words={problem} />}
        <DialogButtons
          cancelLabel={t('promos.cancel')}
          onCancel={onClose}
          isWaiting={doing.isPending}
          disabled={reason.trim() === ''}
          onClick={() => doing.mutate()}
        >
          {deed.button}
        </DialogButtons>
      </div>
    </Dialog>
  )
}
