/** The tickets and purchases of the visitor: those of the account, and those on this device. */
import { useQuery } from '@tanstack/react-query'
import { listTickets, openTickets } from '#contract/concerts/tickets.ts'
import { callQuery, queryKeyOf, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSession } from '#web/session/session.ts'
import { readSavedTickets } from './saved-tickets.ts'

export function useOwnTickets() {
  const { call } = useSite()
  const isAwake = useSession((state) => state.isAwake)
  const isSignedIn = useSession((state) => state.session !== null)
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
  return { mine, onDevice, isAwake, isSignedIn }
}

export function useRefreshTickets(): () => void {
  const refresh = useRefresh()
  return () => {
    for (const call of [listTickets, openTickets]) void refresh(call)
  }
}
