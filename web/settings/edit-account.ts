/** Updates the user's account: sends the changed fields and puts the response into the cache. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import type { Sent } from '#contract/endpoint.ts'
import { getProfile } from '#contract/accounts/users.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { Account } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'

export function useEditAccount(doneText: string) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (body: Sent<typeof updateAccount>['body']) =>
      callOnce(body, (options) => call(updateAccount, { body }, options)),
    onSuccess: ({ name, displayName, ampMsat, artworkUrl, profileUrl }) => {
      const key = queryKeyOf(getAccount, {})
      const known = queries.getQueryData<Account>(key)
      if (known) {
        const nameIsGenerated = known.nameIsGenerated && known.name === name
        queries.setQueryData<Account>(key, {
          ...known,
          name,
          displayName,
          ampMsat,
          artworkUrl,
          profileUrl,
          nameIsGenerated,
        })
      }
      void queries.invalidateQueries({ queryKey: queryKeyOf(getProfile) })
      showToast(doneText)
    },
  })
}
