/** Where earnings are forwarded: the Lightning address, the amount waiting, and the state of the latest batch. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getForwarding } from '#contract/accounts/account.ts'
import type { Wire } from '#contract/endpoint.ts'
import { AddressForm, useRemoveAddress } from '#web/forwarding/address-form.tsx'
import { readingSettingsOf } from '#web/format/destination.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useAccount } from '#web/session/account.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Badge, type BadgeTone } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { receiptHref } from '#web/wallet/line-types.ts'
import { describeReason, formatMoment } from '#web/wallet/payment-texts.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

export type ForwardingWire = Wire<typeof getForwarding>
type Batch = NonNullable<ForwardingWire['batch']>

export function AddressCard({ isEditing, onEdit }: { isEditing: boolean; onEdit: (isEditing: boolean) => void }) {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, getForwarding, {}), staleTime: 0 })
  const [isRemoving, setIsRemoving] = useState(false)
  const address = data?.lightningAddress ?? null
  return (
    <section
      aria-labelledby="address-card"
      className="rounded-bar border border-line bg-highlight px-5 py-5 md:rounded-header md:px-9 md:py-7"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 id="address-card" className="font-text text-base font-semi tracking-normal">
            {t('wallet.addressTitle')}
          </h2>
          {!data && !error && <Skeleton className="mt-2.5 h-5 w-56 max-w-full" />}
          {!data && error && <p className="mt-1 text-ink-2">{describeFailure(error)}</p>}
          {data && address === null && <p className="mt-1 max-w-[60ch] text-ink-2">{explain(data)}</p>}
          {address !== null && <p className="mt-1 text-lg font-semi break-words">{address}</p>}
        </div>
        <div className="flex gap-2.5">
          {!data && error && <Button onClick={() => void refetch()}>{t('failure.retry')}</Button>}
          {data && (
            <Button kind="quiet" onClick={() => onEdit(true)}>
              {t(address === null ? 'wallet.addressSet' : 'wallet.addressChange')}
            </Button>
          )}
          {address !== null && (
            <Button kind="quiet" onClick={() => setIsRemoving(true)}>
              {t('wallet.addressRemove')}
            </Button>
          )}
        </div>
      </div>
      <OwnAddress />
      {data && address !== null && <Waiting forwarding={data} />}
      {data?.batch && <NewestBatch batch={data.batch} />}
      <AddressDialog isOpen={isEditing && data !== undefined} current={address} onClose={() => onEdit(false)} />
      <RemoveDialog isOpen={isRemoving} address={address ?? ''} onClose={() => setIsRemoving(false)} />
    </section>
  )
}

function AddressDialog({ isOpen, current, onClose }: { isOpen: boolean; current: string | null; onClose: () => void }) {
  const title = t(current === null ? 'wallet.addressSetTitle' : 'wallet.addressChangeTitle')
  const close = (address: string) => {
    onClose()
    showToast(t('wallet.addressSaved', { address }))
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t('common.close')}>
      <AddressForm current={current} autoFocus onSaved={close} />
    </Dialog>
  )
}

/** The user's own Lightning address on this server. Payments to it always go to the balance. */
function OwnAddress() {
  const { data: account } = useAccount()
  const { ownHost } = readingSettingsOf(useSettings())
  if (!account) return null
  const own = `${account.name}@${ownHost}`
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-4">
      <span className="text-ink-2">{t('wallet.ownAddress')}</span>
      <span className="min-w-0 font-semi break-words">{own}</span>
      <CopyButton text={own} size="small" labels={{ idle: t('common.copy'), copied: t('common.copied') }} />
    </p>
  )
}

function explain({ msatAtOnce, msatAfterDay }: ForwardingWire): string {
  return t('wallet.addressNone', { atOnce: formatSats(msatAtOnce), afterDay: formatSats(msatAfterDay) })
}

const HELD_BACK: Record<NonNullable<ForwardingWire['heldBack']>, TranslationKey> = {
  locked: 'wallet.heldLocked',
  'email-not-verified': 'wallet.heldEmail',
  halted: 'wallet.heldHalted',
  budget: 'wallet.heldBudget',
  liquidity: 'wallet.heldLiquidity',
  limit: 'wallet.heldLimit',
}

/** How much is waiting, how close it is to being sent, and what holds it back. */
function Waiting({ forwarding }: { forwarding: ForwardingWire }) {
  const { msatWaiting, msatAtOnce, msatAfterDay, waitingSince, heldBack } = forwarding
  const part = Math.min(1, msatWaiting / msatAtOnce)
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {msatWaiting === 0 ? t('wallet.nothingWaits') : t('wallet.waits', { sats: formatSats(msatWaiting) })}
        </span>
        <span className="text-sm text-ink-2">{t('wallet.goesAt', { sats: formatSats(msatAtOnce) })}</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-pill bg-line">
        <div className="h-full rounded-pill bg-purple transition-[width]" style={{ width: `${part * 100}%` }} />
      </div>
      <p className="mt-2 text-sm text-ink-2">
        {t('wallet.goesOut', { atOnce: formatSats(msatAtOnce), afterDay: formatSats(msatAfterDay) })}
        {waitingSince !== null && msatWaiting >= 1_000 && (
          <> {t('wallet.waitsSince', { moment: formatMoment(new Date(waitingSince)) })}</>
        )}
      </p>
      {heldBack !== null && (
        <p role="status" className="mt-3 rounded-field bg-purple-soft px-4 py-3 text-sm">
          {t(HELD_BACK[heldBack])}
        </p>
      )}
    </div>
  )
}

const BATCHES: Record<Batch['state'], { label: TranslationKey; tone: BadgeTone }> = {
  waiting: { label: 'wallet.batchWaiting', tone: 'purple' },
  sending: { label: 'wallet.stateSending', tone: 'purple' },
  settled: { label: 'wallet.batchSettled', tone: 'mint' },
  failed: { label: 'wallet.stateNotForwarded', tone: 'pink' },
}

function NewestBatch({ batch }: { batch: Batch }) {
  const { paymentId, msatAmount, state, attempts, nextTryAt, lastError, createdAt } = batch
  const { label, tone } = BATCHES[state]
  const sats = formatAmount(msatAmount)
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semi">{t('wallet.batch', { sats })}</span>
          <Badge tone={tone}>{t(label)}</Badge>
          <time dateTime={createdAt} className="text-sm text-ink-2">
            {formatMoment(new Date(createdAt))}
          </time>
        </p>
        <Link
          to={receiptHref('Autoforward', paymentId)}
          aria-label={t('wallet.batchReceipt', { sats })}
          className="font-semi text-purple hover:underline"
        >
          {t('wallet.seeReceipt')}
        </Link>
      </div>
      {state !== 'settled' && attempts > 0 && (
        <p className="mt-1 text-sm text-ink-2">
          {t('wallet.tried', { count: attempts })} {describeReason(lastError)}{' '}
          {nextTryAt !== null && t('wallet.nextTry', { moment: formatMoment(new Date(nextTryAt)) })}
        </p>
      )}
      {state === 'failed' && <p className="mt-1 text-sm text-ink-2">{t('wallet.noteNotForwarded')}</p>}
    </div>
  )
}

function RemoveDialog({ isOpen, address, onClose }: { isOpen: boolean; address: string; onClose: () => void }) {
  const removing = useRemoveAddress(() => {
    onClose()
    showToast(t('wallet.addressRemoved'))
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('wallet.removeTitle')} closeLabel={t('common.close')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('wallet.removeNote', { address })}</p>
        {removing.isError && <Problem words={describeFailure(removing.error)} />}
        <DialogButtons
          cancelLabel={t('wallet.keepIt')}
          onCancel={onClose}
          isWaiting={removing.isPending}
          autoFocus
          onClick={() => removing.mutate()}
        >
          {t('wallet.addressRemove')}
        </DialogButtons>
      </div>
    </Dialog>
  )
}
