/** What the visitor has of an event already: the tickets, and seats on hold with the time to pay and the way back to the
 * invoice. Loaded after the page. */
import { useState } from 'react'
import { useSecondsLeft } from '#web/invoice/countdown.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { HoldWait } from './hold-wait.tsx'
import { useOwnTickets, useRefreshTickets } from './own-tickets.ts'
import type { PurchaseWire } from './saved-tickets.ts'
import type { ConcertWire } from './times.ts'

export function OwnSeats({ concert: { id, name, endsAt } }: { concert: ConcertWire }) {
  const { mine, onDevice } = useOwnTickets()
  const refresh = useRefreshTickets()
  const [shown, setShown] = useState<PurchaseWire | null>(null)
  const held = [...(mine.data?.purchases ?? []), ...(onDevice.data?.purchases ?? [])].find(
    ({ state, concert, invoice }) => state === 'held' && concert.id === id && invoice !== null,
  )
  const own = [...(mine.data?.tickets ?? []), ...(onDevice.data?.tickets ?? [])].filter(
    ({ state, concert }) => state !== 'refunded' && concert.id === id,
  )
  const words =
    Date.parse(endsAt) > Date.now()
      ? own.length > 0 && t('events.youHave', { count: new Set(own.map((ticket) => ticket.id)).size })
      : own.some(({ state }) => state === 'used') && t('events.youWere')
  const close = () => {
    setShown(null)
    refresh()
  }
  return (
    <>
      {words && (
        <p className="mt-2 flex flex-wrap items-center gap-x-5 text-lg font-semi">
          {words}
          <Link
            to="/tickets"
            className="inline-flex min-h-11 items-center underline decoration-2 underline-offset-[5px] hover:no-underline"
          >
            {t('events.showTickets')}
          </Link>
        </p>
      )}
      {held && <Offer held={held} onPay={() => setShown(held)} />}
      {shown && (
        <Dialog isOpen onClose={close} title={name} closeLabel={t('common.close')}>
          <HoldWait purchase={shown} onChange={setShown} onAgain={close} />
        </Dialog>
      )}
    </>
  )
}

function Offer({ held: { count, expiresAt, msatTotal }, onPay }: { held: PurchaseWire; onPay: () => void }) {
  const seconds = useSecondsLeft(expiresAt) ?? 0
  if (seconds === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-line pt-4 pb-1">
      <p className="text-lg font-semi tabular-nums">
        {t('events.heldUntil', { count, time: formatDuration(seconds) })}
      </p>
      <Button kind="zap" size="large" onClick={onPay} className="max-md:w-full">
        {t('events.payHeld', { sats: formatSats(msatTotal) })}
      </Button>
    </div>
  )
}
