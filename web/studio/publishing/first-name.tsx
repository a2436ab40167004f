/** Asks users with a generated username to choose one before their first publication: from then on it is the address
 * of their page and their Lightning address. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { getAccount, updateAccount } from '#contract/accounts/account.ts'
import { parseUsername } from '#contract/accounts/identifiers.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useAccount } from '#web/session/account.ts'
import { useSite } from '#web/data/site.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

/** `save` resolves with true once a username is chosen. `field` is null when none is needed. */
export function useFirstName(): { field: ReactNode; isSaving: boolean; save: () => Promise<boolean> } {
  const { call, queries } = useSite()
  const { data: account } = useAccount()
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const saving = useMutation({
    mutationFn: (name: string) => call(updateAccount, { body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(getAccount) }),
  })
  if (account?.nameIsGenerated !== true) return { field: null, isSaving: false, save: () => Promise.resolve(true) }
  const refuse = (text: string) => {
    setError(text)
    place.current?.querySelector('input')?.focus()
    return false
  }
  const name = parseUsername(typed)
  const save = async () => {
    if (name === null) return refuse(t('studio.firstNameInvalid'))
    try {
      await saving.mutateAsync(name)
      return true
    } catch (failure) {
      return refuse(describeFailure(failure))
    }
  }
  const field = (
    <div ref={place} className="mt-5 border-t border-line pt-4">
      <Field
        name="username"
        label={t('studio.firstName')}
        hint={t('studio.firstNameHint', { address: `${name ?? '…'}@${location.host}` })}
        value={typed}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
    </div>
  )
  return { field, isSaving: saving.isPending, save }
}
