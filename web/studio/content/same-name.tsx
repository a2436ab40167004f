/** With their first artist, users without a display name can take its name: else only their username is shown. */
import { type ReactNode, useState } from 'react'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

export type SameName = { field: ReactNode; save: (artistName: string) => Promise<void> }

/** `field` is null for users who have an artist or a display name. `save` is called once the artist exists. */
export function useSameName(artists: readonly unknown[]): SameName {
  const { call, queries } = useSite()
  const { data: account } = useAccount()
  const [isOn, setIsOn] = useState(true)
  if (artists.length > 0 || account?.displayName !== null) return { field: null, save: () => Promise.resolve() }
  const save = async (displayName: string) => {
    if (!isOn) return
    try {
      await call(updateAccount, { body: { displayName } })
    } catch (error) {
      // The artist exists all the same.
      showErrorToast(describeFailure(error))
    }
    await queries.invalidateQueries({ queryKey: queryKeyOf(getAccount) })
  }
  const hint = t('studio.sameNameHint', { username: account.name })
  return { field: <SwitchField label={t('studio.sameName')} hint={hint} isOn={isOn} onChange={setIsOn} />, save }
}
