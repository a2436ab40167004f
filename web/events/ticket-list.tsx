/** The visitor's tickets: those of the account, and those on this device. They are also shown without a connection. A link
 * with a token after the # adds a ticket, or offers one that somebody handed on. The page around it: tickets-page.tsx. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { claimTicketMoney, listTickets, openTickets } from '#contract/concerts/tickets.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
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

type Shown = { tickets: TicketWire[]; purchases: PurchaseWire[]; isSaved: boolean }

const TOKEN = /^#([tph][\w-]{44})$/

/** The token of the URL, taken out of the address bar. */
function useLinkToken(): [string | null, () => void] {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const found = TOKEN.exec(location.hash)?.[1]
    if (found === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    if (found.startsWith('h')) setToken(found)
    else saveToken(found)
  }, [])
  return [token, () => setToken(null)]
}

export function Tickets() {
  const [offered, endOffer] = useLinkToken()
  const { shown, error, refresh } = useShownTickets()
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
  const { call } = useSite()
  const queries = useQueryClient()
  const isAwake = useSession((state) => state.isAwake)
  const isSignedIn = useSession((state) => state.session !== null)
  const { data: account } = useAccount()
  const mine = useQuery({ ...callQuery(call, listTickets, {}), enabled: isAwake && isSignedIn, staleTime: 0 })
  const onDevice = useQuery({
    queryKey: [...queryKeyOf(openTickets), 'device'],
    queryFn: async () => {
      const { tokens } = readSavedTickets()
      return tokens.length === 0 ? { tickets: [], purchases: [] } : call(openTickets, { body: { tokens } })
    },
    enabled: isAwake,
    staleTime: 0,
  })
  const isComplete = onDevice.data !== undefined && (!isSignedIn || mine.data !== undefined)
  const error = onDevice.error ?? mine.error
  const tickets = merge(mine.data?.tickets ?? [], onDevice.data?.tickets ?? [])
  const accountId = account?.id ?? null
  useEffect(() => {
    if (isComplete) saveCopies(accountId, tickets)
  })
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeyOf(listTickets) })
    void queries.invalidateQueries({ queryKey: queryKeyOf(openTickets) })
  }
  const saved = error === null || !isAwake ? null : readSavedTickets().copies
  const shown: Shown | null = isComplete
    ? { tickets, purchases: merge(mine.data?.purchases ?? [], onDevice.data?.purchases ?? []), isSaved: false }
    : saved === null
      ? null
      : { tickets: saved.tickets, purchases: [], isSaved: true }
  return { shown, error, refresh }
}

function merge<Item extends { id: string }>(first: readonly Item[], second: readonly Item[]): Item[] {
  return [...new Map([...first, ...second].map((item) => [item.id, item])).values()]
}

function Lists({ shown: { tickets, purchases, isSaved }, onChange }: { shown: Shown; onChange: () => void }) {
  const now = Date.now()
  const isOver = ({ state, concert }: TicketWire) => state === 'refunded' || Date.parse(concert.endsAt) < now
  const coming = tickets
    .filter((ticket) => !isOver(ticket))
    .toSorted((a, b) => Date.parse(a.concert.beginsAt) - Date.parse(b.concert.beginsAt))
  const past = tickets.filter(isOver)
  const returned = purchases.filter(({ msatClaimable }) => msatClaimable > 0)
  if (tickets.length + returned.length === 0) {
    return (
      <EmptyState sentence={t('tickets.none')} action={<ButtonLink to="/events">{t('tickets.toEvents')}</ButtonLink>} />
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
      {past.length > 0 && (
        <section className="mt-(--band)">
          <h2 className="title-2">{t('tickets.past')}</h2>
          <ul className="mt-4 border-t border-line">
            {past.map((ticket) => (
              <li key={ticket.id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3">
                <span className="font-semi wrap-anywhere">{ticket.concert.name}</span>
                <span className="text-ink-2">
                  {t(ticket.state === 'refunded' ? 'tickets.refunded' : 'tickets.over')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
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
