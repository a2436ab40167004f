/** Seats of an event that the visitor holds already: how long they can be paid, and the way back to the invoice. Loaded after
 * the page. */
import { useState } from 'react'
import { useSecondsLeft } from '#web/invoice/countdown.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { HoldWait } from './hold-wait.tsx'
import { useOwnTickets, useRefreshTickets } from './own-tickets.ts'
import type { PurchaseWire } from './saved-tickets.ts'
import type { ConcertWire } from './times.ts'

export function OpenHold({ concert: { id, name } }: { concert: ConcertWire }) {
  const { mine, onDevice } = useOwnTickets()
  const refresh = useRefreshTickets()
  const [shown, setShown] = useState<PurchaseWire | null>(null)
  const held = [...(mine.data?.purchases ?? []), ...(onDevice.data?.purchases ?? [])].find(
    ({ state, concert, invoice }) => state === 'held' && concert.id === id && invoice !== null,
  )
  const close = () => {
    setShown(null)
    refresh()
  }
  return (
    <>
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
