/** The wallet: balance, deposit and withdraw; below them the statement, or with `?tab=notifications` the
 * notifications. `?open=` opens a dialog, `?type=` filters the statement, so that each can be linked to. */
import { useEffect } from 'react'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { NotificationList } from '#web/notifications/notification-list.tsx'
import { useAccount } from '#web/session/account.ts'
import { VerifyEmailNote } from '#web/session/verify-email-note.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { NOTIFICATIONS_HREF } from '#web/session/notifications.ts'
import { AddressCard } from './address/card.tsx'
import { BalanceHead } from './balance-head.tsx'
import { DepositDialog } from './deposit/dialog.tsx'
import { readTypes, writeTypes } from './line-types.ts'
import { useDepositInvoice, useOpenDeposit, type OpenDeposit } from './deposit/open-deposit.ts'
import { useStatement } from './statement/query.ts'
import { Statement } from './statement/statement.tsx'
import { WithdrawDialog } from './withdraw/dialog.tsx'
import { formatSats } from '#web/words/sats.ts'

export function Page() {
  const { data: account, error, refetch } = useAccount()
  const { open, types, isStatement, set } = useWalletSearch()
  const heldMsat = useHeld()
  if (error && !account) {
    return (
      <>
        <Head title={t('wallet.title')} isHidden />
        <ErrorState
          title={t('wallet.statementFailed')}
          detail={describeFailure(error)}
          retryLabel={t('failure.retry')}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  return (
    <>
      <Head title={t('wallet.title')} isHidden />
      <div className="flex flex-col gap-4">
        <BalanceHead
          account={account}
          heldMsat={heldMsat}
          onDeposit={() => set('open', 'deposit')}
          onWithdraw={() => set('open', 'withdraw')}
        />
        <VerifyEmailNote />
        {open !== 'deposit' && <WaitingDeposit accountId={account?.id} onShow={() => set('open', 'deposit')} />}
      </div>
      <div className="mt-7 mb-6">
        <TabLinks
          isOnePage
          label={t('wallet.title')}
          links={[
            { href: '/transactions', name: t('wallet.statement'), isSelected: isStatement },
            { href: NOTIFICATIONS_HREF, name: t('notes.tab'), isSelected: !isStatement },
          ]}
        />
      </div>
      {!isStatement && <NotificationList />}
      {isStatement && (
        <>
          <AddressCard
            isEditing={open === 'address'}
            onEdit={(isEditing) => set('open', isEditing ? 'address' : null)}
          />
          <Statement
            types={types}
            onTypes={(selected) => set('type', writeTypes(selected))}
            onDeposit={() => set('open', 'deposit')}
          />
        </>
      )}
      <DepositDialog isOpen={open === 'deposit'} onClose={() => set('open', null)} />
      <WithdrawDialog isOpen={open === 'withdraw'} onClose={() => set('open', null)} />
    </>
  )
}

/** What the address says: the open dialog, the filter of the statement, the tab. */
function useWalletSearch() {
  const [search, setSearch] = useSearchParams()
  const open = search.get('open')
  const types = readTypes(search.get('type'))
  const isStatement = search.get('tab') !== 'notifications' || types.length > 0 || open === 'address'
  const set = (name: 'open' | 'type', value: string | null) => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        // A filter or the address dialog shows the statement, which stays when they are closed.
        if (isStatement) after.delete('tab')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { open, types, isStatement, set }
}

/** The amount that pending lines have taken from the balance.
 * Pending lines are few and recent, so they are on the first page. */
function useHeld(): number {
  const { data } = useStatement([])
  const newest = Object.values(data?.pages[0]?.transactions ?? {}).flat()
  return newest.reduce((sum, line) => (line.isPending && line.msatChange < 0 ? sum - line.msatChange : sum), 0)
}

function WaitingDeposit({ accountId, onShow }: { accountId: string | undefined; onShow: () => void }) {
  const deposit = useOpenDeposit((state) => state.deposit)
  return deposit && deposit.accountId === accountId && <WaitingNote deposit={deposit} onShow={onShow} />
}

function WaitingNote({ deposit, onShow }: { deposit: OpenDeposit; onShow: () => void }) {
  const forget = useOpenDeposit((state) => state.forget)
  const state = useDepositInvoice(deposit)?.state
  const sats = formatSats(deposit.msatAmount)
  useEffect(() => {
    if (state === 'paid') showToast(t('wallet.arrivedToast', { sats }))
    if (state === 'paid' || state === 'expired') forget()
  }, [state, sats, forget])
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-bar border border-line bg-highlight px-5 py-3">
      {t('wallet.depositWaits', { sats })}
      <Button kind="quiet" size="small" onClick={onShow}>
        {t('wallet.showIt')}
      </Button>
    </p>
  )
}
