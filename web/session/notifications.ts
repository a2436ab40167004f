/** The red dot of the bell. It is kept up to date by live-header.ts; the list behind the bell is a page. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clearNotificationFlag, getNotificationFlag } from '#contract/community/notifications.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { useSession } from './session.ts'

const flagKey = queryKeyOf(getNotificationFlag, {})

/** The second tab of the wallet. */
export const NOTIFICATIONS_HREF = '/transactions?tab=notifications'

export function useNotificationFlag(): { hasNews: boolean; clear: () => void } {
  const { call } = useSite()
  const queries = useQueryClient()
  const session = useSession((state) => state.session)
  const { data } = useQuery({ ...callQuery(call, getNotificationFlag, {}), enabled: session !== null })
  const clearing = useMutation({
    mutationFn: () => call(clearNotificationFlag, {}),
    onMutate: () => queries.setQueryData(flagKey, { notify: false }),
    onError: (error) => {
      showErrorToast(describeFailure(error))
      void queries.invalidateQueries({ queryKey: flagKey })
    },
  })
  return { hasNews: data?.notify === true, clear: () => clearing.mutate() }
}

/** Keeps the header up to date while signed in. */
export function useLiveHeader(): void {
  const queries = useQueryClient()
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    if (token === undefined) return
    let isOver = false
    let undo: () => void = () => undefined
    void import('./live-header.ts').then(({ watchHeader }) => {
      if (!isOver) undo = watchHeader(queries)
    })
    return () => {
      isOver = true
      undo()
    }
  }, [queries, token])
}
