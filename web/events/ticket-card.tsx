/** One ticket in the colours of its event: QR code and code for the door, and what its holder can do with it. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { handOnTicket } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useCopy } from '#web/ui/controls/copy.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { QrImage } from '#web/ui/images/qr.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import type { TicketWire } from './saved-tickets.ts'
import { calendarHref, eventHref, formatDay, formatHours } from './times.ts'

const WORD =
  'inline-flex min-h-11 items-center font-semi underline decoration-2 underline-offset-[5px] hover:no-underline'

export function TicketCard({
  ticket,
  isOffline,
  onChange,
}: {
  ticket: TicketWire
  isOffline: boolean
  onChange: () => void
}) {
  const { concert, code, token } = ticket
  const [isHandingOn, setIsHandingOn] = useState(false)
  return (
    <li
      style={floodStyle(concert.colorInfo)}
      className="flood grid items-center gap-x-[clamp(1.5rem,6vw,7rem)] gap-y-6 px-(--gut) py-[clamp(1.5rem,4vw,4.5rem)] md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="font-semi md:text-lg">{formatDay(concert)}</p>
        <h2 className="title-1 mt-2">
          <Link to={eventHref(concert.id)} className="hover:underline">
            {concert.name}
          </Link>
        </h2>
        <p className="mt-3 text-lg">
          {concert.artist.name}
          <span className="block">{`${concert.place}, ${concert.city}`}</span>
          <span className="block">{formatHours(concert)}</span>
        </p>
        <p className="mt-3 font-semi wrap-anywhere">{ticket.guestName ?? ticket.tierName}</p>
        {concert.isCancelled && <p className="mt-2 font-semi">{t('events.cancelledNote')}</p>}
        {ticket.state === 'used' && <p className="mt-2 font-semi">{t('tickets.used')}</p>}
        <div className="mt-3 flex flex-wrap gap-x-5">
          <a href={calendarHref(concert.id)} download={`${concert.name}.ics`} className={WORD}>
            {t('events.calendar')}
          </a>
          {ticket.state === 'valid' && !isOffline && (
            <button type="button" onClick={() => setIsHandingOn(true)} className={WORD}>
              {t('tickets.handOn')}
            </button>
          )}
        </div>
      </div>
      <TicketCode code={code} token={token} />
      {isHandingOn && (
        <HandOn
          ticket={ticket}
          onClose={() => {
            setIsHandingOn(false)
            onChange()
          }}
        />
      )}
    </li>
  )
}

/** Dark on light in every theme, because scanners of phones need it. */
function TicketCode({ code, token }: { code: string; token: string }) {
  return (
    <figure className="w-[min(100%,20rem)] justify-self-center max-md:order-first bg-[#fffdf8] p-4 text-[#1b1524] md:justify-self-end">
      <QrImage text={`${location.origin}/tickets#${token}`} label={t('tickets.qr', { code })} />
      <figcaption className="numeral mt-3 text-center text-[2.6rem] tracking-[0.06em]">{code}</figcaption>
    </figure>
  )
}

function HandOn({ ticket, onClose }: { ticket: TicketWire; onClose: () => void }) {
  const { call } = useSite()
  const making = useMutation({ mutationFn: () => call(handOnTicket, { body: { token: ticket.token } }) })
  const linkToken = making.data?.handOnToken ?? null
  return (
    <Dialog isOpen onClose={onClose} title={t('tickets.handOn')} closeLabel={t('common.close')}>
      <div className="flex flex-col gap-4">
        <p>{t('tickets.handOnLead')}</p>
        {ticket.msatPrice > 0 && <p className="text-ink-2">{t('tickets.handOnRefund')}</p>}
        {making.error !== null && <Problem words={describeFailure(making.error)} />}
        {linkToken === null ? (
          <Button size="large" isWaiting={making.isPending} onClick={() => making.mutate()}>
            {t('tickets.makeLink')}
          </Button>
        ) : (
          <CopyLink link={`${location.origin}/tickets#${linkToken}`} />
        )}
      </div>
    </Dialog>
  )
}

function CopyLink({ link }: { link: string }) {
  const { copied, copy } = useCopy(link)
  return (
    <>
      <p className="rounded-field bg-sunken p-4 font-mono text-sm wrap-anywhere select-all">{link}</p>
      <Button size="large" onClick={copy}>
        {t(copied ? 'common.copied' : 'tickets.copyLink')}
      </Button>
    </>
  )
}
