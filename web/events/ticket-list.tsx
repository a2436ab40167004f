/** The visitor's tickets: those of the account, and those on this device. They are also shown without a connection. A link
 * with a token after the # adds a ticket, or offers one that somebody handed on. The page around it: tickets-page.tsx. */
import { useEffect, useState } from 'react'
import { claimTicketMoney } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { whenNear } from '#web/ui/when-near.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { KeepTickets } from './keep-tickets.tsx'
import { useOwnTickets, useRefreshTickets } from './own-tickets.ts'
import {
  dropToken,
  type PurchaseWire,
  readSavedTickets,
  saveCopies,
  saveToken,
  type TicketWire,
} from './saved-tickets.ts'
import { TakeTicket } from './take-ticket.tsx'
import { TicketCard } from './ticket-card.tsx'

const ChartShelf = whenNear(async () => (await import('#web/content/empty/empty-shelf.tsx')).ChartShelf)

type Shown = { tickets: TicketWire[]; purchases: PurchaseWire[]; isSaved: boolean; isOnlyHere: boolean }

const TOKENS = /^#([tph][\w-]{44}(?:,[tp][\w-]{44})*)$/

/** The tokens of the URL, taken out of the address bar: one that somebody handed on, or any number to save. */
function useLinkToken(onSaved: () => void): [string | null, () => void] {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => {
      const found = TOKENS.exec(location.hash)?.[1]
      if (found === undefined) return
      history.replaceState(history.state, '', location.pathname + location.search)
      if (found.startsWith('h')) return setToken(found)
      for (const one of found.split(',').toReversed()) saveToken(one)
      onSaved()
    }
    read()
    // A link may be opened while the page is shown already.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return [token, () => setToken(null)]
}

export function Tickets() {
  const refresh = useRefreshTickets()
  const [offered, endOffer] = useLinkToken(refresh)
  const { shown, error } = useShownTickets()
  return (
    <>
      {offered !== null && <TakeTicket token={offered} onEnd={endOffer} onTaken={refresh} />}
      {shown === null ? (
        error === null ? (
          <PageSkeleton label={t('common.loading')} />
        ) : (
          <Problem words={describeFailure(error)} />
        )
      ) : (
        <Lists shown={shown} onChange={refresh} />
      )}
    </>
  )
}

function useShownTickets() {
  const { mine, onDevice, isAwake, isSignedIn } = useOwnTickets()
  const { data: account } = useAccount()
  const isComplete = onDevice.data !== undefined && (!isSignedIn || mine.data !== undefined)
  const error = onDevice.error ?? mine.error
  const ofDevice = onDevice.data?.tickets ?? []
  const tickets = merge(mine.data?.tickets ?? [], ofDevice)
  const accountId = account?.id ?? null
  useEffect(() => {
    if (isComplete) saveCopies(accountId, tickets)
  })
  const saved = error === null || !isAwake ? null : readSavedTickets().copies
  const purchases = merge(mine.data?.purchases ?? [], onDevice.data?.purchases ?? [])
  const shown: Shown | null = isComplete
    ? { tickets, purchases, isSaved: false, isOnlyHere: ofDevice.length > 0 }
    : saved === null
      ? null
      : { tickets: saved.tickets, purchases: [], isSaved: true, isOnlyHere: false }
  return { shown, error }
}

function merge<Item extends { id: string }>(first: readonly Item[], second: readonly Item[]): Item[] {
  return [...new Map([...first, ...second].map((item) => [item.id, item])).values()]
}

function Lists({ shown, onChange }: { shown: Shown; onChange: () => void }) {
  const { tickets, purchases, isSaved, isOnlyHere } = shown
  const now = Date.now()
  const isOver = ({ state, concert }: TicketWire) => state === 'refunded' || Date.parse(concert.endsAt) < now
  const coming = tickets
    .filter((ticket) => !isOver(ticket))
    .toSorted((a, b) => Date.parse(a.concert.beginsAt) - Date.parse(b.concert.beginsAt))
  const past = tickets.filter(isOver)
  const returned = purchases.filter(({ msatClaimable }) => msatClaimable > 0)
  if (tickets.length + returned.length === 0) {
    return (
      <>
        <EmptyState
          sentence={t('tickets.none')}
          action={<ButtonLink to="/events">{t('tickets.toEvents')}</ButtonLink>}
        />
        <ChartShelf />
      </>
    )
  }
  return (
    <>
      {isSaved && <p className="mb-4 font-semi">{t('tickets.offline')}</p>}
      {returned.map((purchase) => (
        <Returned key={purchase.id} purchase={purchase} onChange={onChange} />
      ))}
      <ul className="bleed flex flex-col">
        {coming.map((ticket) => (
          <TicketCard key={ticket.id} ticket={ticket} isOffline={isSaved} onChange={onChange} />
        ))}
      </ul>
      {isOnlyHere && coming.length + returned.length > 0 && (
        <div className="mt-6">
          <KeepTickets tokens={readSavedTickets().tokens} />
        </div>
      )}
      {past.length > 0 && (
        <section className="mt-(--band)">
          <h2 className="title-2">{t('tickets.past')}</h2>
          <ul className="mt-4 border-t border-line">
            {past.map((ticket) => (
              <li key={ticket.id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
                <span className="font-semi wrap-anywhere">{ticket.concert.name}</span>
                <span className="text-ink-2">{describeEnd(ticket)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function describeEnd({ state, msatPrice, isPaidByHolder }: TicketWire): string {
  if (state !== 'refunded') return t('tickets.over')
  return msatPrice === 0 || !isPaidByHolder
    ? t('tickets.refunded')
    : t('tickets.refundedSats', { sats: formatSats(msatPrice) })
}

/** Money that came back for a purchase without an account. It goes to a balance. */
function Returned({ purchase, onChange }: { purchase: PurchaseWire; onChange: () => void }) {
  const { call } = useSite()
  const { data: account } = useAccount()
  const [error, setError] = useState<unknown>(null)
  const claim = () => {
    call(claimTicketMoney, { body: { token: purchase.token } }).then(() => {
      dropToken(purchase.token)
      onChange()
    }, setError)
  }
  return (
    <div className="mb-6 rounded-bar border border-line bg-highlight p-5">
      <p className="font-semi">
        {t('tickets.returned', { sats: formatSats(purchase.msatClaimable), name: purchase.concert.name })}
      </p>
      {error !== null && <Problem words={describeFailure(error)} />}
      <div className="mt-3">
        {account ? (
          <Button onClick={claim}>{t('tickets.claim')}</Button>
        ) : (
          <ButtonLink to="/login?next=/tickets">{t('tickets.logInToClaim')}</ButtonLink>
        )}
      </div>
    </div>
  )
}
