/** The list of the user's promos: how much of each is left, who heard it, and what can be done with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getAccount } from '#contract/accounts/account.ts'
import { listOwnTracks } from '#contract/catalog/tracks.ts'
import type { Wire } from '#contract/endpoint.ts'
import { endPromo, listOwnPromos, setPromoActive, topUpPromo } from '#contract/payments/promos.ts'
import { formatBudget, PromoBadge } from '#web/format/promo-state.tsx'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { parseSats } from '#web/format/amounts.ts'
import { Link } from '#web/navigation/link.tsx'
import { invalidateMoney } from '#web/session/money.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { MinutesField, PayBudget } from './pay-budget.tsx'

type Promo = Wire<typeof listOwnPromos>[number]

const DEFAULT_MINUTES = '100'

export function OwnPromos({ promos }: { promos: readonly Promo[] }) {
  return (
    <ul
      aria-label={t('promos.yours')}
      className="grid gap-x-8 border-t border-line lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      {promos.map((promo) => (
        <PromoRow key={promo.id} promo={promo} />
      ))}
    </ul>
  )
}

function PromoRow({ promo }: { promo: Promo }) {
  const { title, contentId, state, msatPayoutAmount } = promo
  return (
    <li className="grid gap-y-3 border-b border-line py-5 lg:col-span-3 lg:grid-cols-subgrid lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/track/${contentId}`} className="min-w-0 truncate text-lg leading-8 font-semi hover:underline">
            {title}
          </Link>
          <PromoBadge state={state} />
        </p>
        <p className="text-sm text-ink-2">
          {t('promos.perMinute', { sats: formatAmount(msatPayoutAmount) })} · {formatDate(promo.createdAt)}
        </p>
      </div>
      <div className="min-w-0 text-sm">
        {state === 'waiting' ? <p className="text-ink-2">{t('promos.waitingNote')}</p> : <Budget promo={promo} />}
      </div>
      <Actions promo={promo} />
    </li>
  )
}

function Budget({ promo }: { promo: Promo }) {
  const { state, msatBudget, remainingBudget, minutes, uniqueUsers } = promo
  return (
    <>
      {state !== 'ended' && (
        <span aria-hidden="true" className="mb-2 block h-2 overflow-hidden rounded-pill bg-sunken">
          <span
            className="block h-full rounded-pill bg-ink"
            style={{ width: `${(remainingBudget / Math.max(1, msatBudget)) * 100}%` }}
          />
        </span>
      )}
      <p className="font-semi">{formatBudget(promo)}</p>
      <p className="text-ink-2">
        {t('promos.heardMinutes', { count: minutes })} · {t('promos.listeners', { count: uniqueUsers })}
      </p>
    </>
  )
}

function Actions({ promo }: { promo: Promo }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'top-up' | 'end' | null>(null)
  const { id, state, isPaid, title } = promo
  const switching = useMutation({
    mutationFn: (isActive: boolean) => call(setPromoActive, { params: { id }, body: { isActive } }),
    onError: (error) => showErrorToast(describeFailure(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(listOwnPromos) }),
  })
  if (!isPaid || state === 'ended') return null
  const isPaused = state === 'paused'
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="quiet" isWaiting={switching.isPending} onClick={() => switching.mutate(isPaused)}>
        {t(isPaused ? 'promos.resume' : 'promos.pause')}
      </Button>
      <Button kind="quiet" onClick={() => setOpen('top-up')}>
        {t('promos.topUp')}
      </Button>
      <Button kind="quiet" onClick={() => setOpen('end')}>
        {t('promos.end')}
      </Button>
      <Dialog
        isOpen={open === 'top-up'}
        onClose={close}
        title={t('promos.topUpOf', { title })}
        closeLabel={t('common.close')}
      >
        <TopUp promo={promo} onDone={close} />
      </Dialog>
      <Dialog
        isOpen={open === 'end'}
        onClose={close}
        title={t('promos.endOf', { title })}
        closeLabel={t('common.close')}
      >
        <End promo={promo} onDone={close} />
      </Dialog>
    </div>
  )
}

function TopUp({ promo: { id, msatPayoutAmount, remainingBudget }, onDone }: { promo: Promo; onDone: () => void }) {
  const { call } = useSite()
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES)
  const msatBudget = msatPayoutAmount * (parseSats(minutes) ?? 0)
  return (
    <div className="flex flex-col gap-5">
      <PayBudget
        fields={
          <MinutesField
            payoutMsat={msatPayoutAmount}
            heldMsat={remainingBudget}
            value={minutes}
            onChange={setMinutes}
          />
        }
        msatBudget={msatBudget}
        payoutMsat={msatPayoutAmount}
        heldMsat={remainingBudget}
        request={{ id, msatBudget }}
        send={(fromBalance, options) =>
          call(topUpPromo, { params: { id }, body: { msatBudget, fromBalance } }, options)
        }
        onDone={onDone}
      />
    </div>
  )
}

function End({ promo: { id, remainingBudget }, onDone }: { promo: Promo; onDone: () => void }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const ending = useMutation({
    mutationFn: () => callOnce(['end', id], (once) => call(endPromo, { params: { id } }, once)),
    onSuccess: ({ msatReturned }) => {
      invalidateMoney(queries, null)
      for (const stale of [listOwnPromos, listOwnTracks, getAccount]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(stale) })
      }
      showToast(t('promos.endedNote', { sats: formatAmount(msatReturned) }))
      onDone()
    },
  })
  return (
    <div className="flex flex-col gap-5">
      <p>{t('promos.endText', { sats: formatAmount(remainingBudget) })}</p>
      {ending.isError && <Problem words={describeFailure(ending.error)} />}
      <DialogButtons
        cancelLabel={t('promos.keep')}
        onCancel={onDone}
        kind="danger"
        isWaiting={ending.isPending}
        onClick={() => ending.mutate()}
      >
        {t('promos.endNow')}
      </DialogButtons>
    </div>
  )
}
