/** The wallet: balance, deposit and withdraw; the last thirty days; every line of the statement, and beside it whom the
 * zaps were for. `?tab=notifications` shows the notifications instead, `?open=` opens a dialog, `?type=` filters the
 * statement and `?day=` begins it at a day, so that each can be linked to. */
import { useEffect } from 'react'
import { Head } from '#web/frame/head.tsx'
import { Settled } from '#web/frame/settled.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { NotificationList } from '#web/notifications/notification-list.tsx'
import { useAccount, type Account } from '#web/session/account.ts'
import { VerifyEmailNote } from '#web/session/verify-email-note.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { NOTIFICATIONS_HREF } from '#web/session/notifications.ts'
import { AddressCard } from './address/card.tsx'
import { BalanceHead } from './balance-head.tsx'
import { DepositDialog } from './deposit/dialog.tsx'
import { HeldNote } from './held-note.tsx'
import { DayHorizon } from './days/day-horizon.tsx'
import { Makers } from './days/makers.tsx'
import { countNewerLines, useDays, type WalletDay } from './days/query.ts'
import { readTypes, writeTypes } from './line-types.ts'
import { useDepositInvoice, useOpenDeposit, type OpenDeposit } from './deposit/open-deposit.ts'
import { LINES_PER_PAGE, useStatement } from './statement/query.ts'
import type { Line } from './payment-texts.ts'
import { SplitOffers } from './offers/offers.tsx'
import { BalanceProof } from './proof/balance-proof.tsx'
import { Statement, type ChosenDay } from './statement/statement.tsx'
import { DaysShape } from './wallet-skeleton.tsx'
import { WithdrawDialog } from './withdraw/dialog.tsx'
import { formatSats } from '#web/words/sats.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

export function Page() {
  const { data: account, error, refetch } = useAccount()
  const search = useWalletSearch()
  const { open, isStatement, set } = search
  const pendingId = usePending().find(({ type }) => type === 'Withdraw')?.paymentId
  if (error && !account) {
    return (
      <>
        <Head title={t('wallet.title')} isHidden />
        <LoadFailure title={t('wallet.statementFailed')} error={error} retry={refetch} />
      </>
    )
  }
  return (
    <>
      <Head title={t('wallet.title')} isHidden />
      <div className="pt-2">
        <TabLinks
          isOnePage
          label={t('wallet.title')}
          links={[
            { href: '/transactions', name: t('wallet.statement'), isSelected: isStatement },
            { href: NOTIFICATIONS_HREF, name: t('notes.tab'), isSelected: !isStatement },
          ]}
        />
      </div>
      {isStatement ? <Money account={account} search={search} /> : <Notifications />}
      <DepositDialog isOpen={open === 'deposit'} onClose={() => set('open', null)} />
      <WithdrawDialog isOpen={open === 'withdraw'} pendingId={pendingId} onClose={() => set('open', null)} />
    </>
  )
}

type MoneyProps = { account: Account | undefined; search: WalletSearch }

function Money({ account, search: { open, types, day, set } }: MoneyProps) {
  const heldMsat = useHeld()
  const { data } = useDays()
  return (
    <>
      <BalanceHead
        account={account}
        heldMsat={heldMsat}
        onDeposit={() => set('open', 'deposit')}
        onWithdraw={() => set('open', 'withdraw')}
      />
      <div className="my-4 flex flex-col gap-4 empty:hidden">
        <HeldNote />
        <VerifyEmailNote />
        {open !== 'deposit' && <WaitingDeposit accountId={account?.id} onShow={() => set('open', 'deposit')} />}
      </div>
      <SplitOffers />
      {data ? <DayHorizon days={data.days} /> : <DaysShape />}
      <Settled>
        <div className="grid lg:-mr-(--gut) lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
          <div className="min-w-0 pt-[clamp(2rem,4vw,3.5rem)] lg:pr-(--gut)">
            <Statement
              types={types}
              onTypes={(selected) => set('type', writeTypes(selected))}
              onDeposit={() => set('open', 'deposit')}
              chosen={data ? chosenDay(data.days, day) : null}
            />
            <div className="mt-12">
              <AddressCard
                isEditing={open === 'address'}
                onEdit={(isEditing) => set('open', isEditing ? 'address' : null)}
              />
              {account && <BalanceProof userId={account.id} />}
            </div>
          </div>
          <div className="max-lg:bleed max-lg:order-first">{data && <Makers makers={data.makers} />}</div>
        </div>
      </Settled>
    </>
  )
}

/** Null without a day in the address, and for one that is not among the last. */
function chosenDay(days: readonly WalletDay[], day: string | null): ChosenDay | null {
  const newer = day === null ? null : countNewerLines(days, day)
  return day === null || newer === null ? null : { day, page: Math.floor(newer / LINES_PER_PAGE) + 1 }
}

function Notifications() {
  return (
    <>
      <h1 className="mt-7 mb-6 title-1">{t('notes.tab')}</h1>
      <div className="max-w-[52rem]">
        <NotificationList />
      </div>
    </>
  )
}

type WalletSearch = ReturnType<typeof useWalletSearch>

/** What the address says: the open dialog, the filter of the statement, the tab. */
function useWalletSearch() {
  const [search, setSearch] = useSearchParams()
  const open = search.get('open')
  const types = readTypes(search.get('type'))
  const day = types.length === 0 ? search.get('day') : null
  const isStatement = search.get('tab') !== 'notifications' || types.length > 0 || open === 'address'
  const set = (name: 'open' | 'type', value: string | null) => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        // A day is a place in the statement of all types.
        if (name === 'type') after.delete('day')
        // A filter or the address dialog shows the statement, which stays when they are closed.
        if (isStatement) after.delete('tab')
        return after
      },
      // Back closes a dialog.
      { replace: name !== 'open' || value === null, preventScrollReset: true },
    )
  }
  return { open, types, day, isStatement, set }
}

/** Pending lines, newest first. They are few and recent, so they are on the first page. */
function usePending(): Line[] {
  const { data } = useStatement([])
  return Object.values(data?.pages[0]?.transactions ?? {}).flatMap((lines) => lines.filter((line) => line.isPending))
}

/** The amount that pending lines have taken from the balance. */
const useHeld = (): number => usePending().reduce((sum, { msatChange }) => sum + Math.max(0, -msatChange), 0)

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
