/** Sets or changes the lightning address that earnings are forwarded to. The server checks that it responds before saving it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { getAccount, getForwarding, removeLightningAddress, setLightningAddress } from '#contract/accounts/account.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { withProof } from '#web/session/proof.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { ExternalAddress } from './external-address.tsx'

const ADDRESS_MAX = 320

type AddressFormProps = {
  current: string | null
  autoFocus?: boolean
  hint?: string
  onSaved: (address: string) => void
  /** Next to the button. */
  children?: ReactNode
}

export function AddressForm({ current, autoFocus = false, ...props }: AddressFormProps) {
  const { hint = t('wallet.addressHint'), onSaved, children } = props
  const { call } = useSite()
  const callOnce = useCallOnce()
  const refresh = useRefreshForwarding()
  const [address, setAddress] = useState(current ?? '')
  const [isOffered, setIsOffered] = useState(address === '')
  const [showsErrors, setShowsErrors] = useState(false)
  const saving = useMutation({
    mutationFn: (lightningAddress: string) => {
      const body = { lightningAddress }
      return callOnce(body, (options) =>
        withProof((proof) => call(setLightningAddress, { body }, { ...options, proof })),
      )
    },
    onSuccess: async (saved) => {
      await refresh()
      onSaved(saved.lightningAddress)
    },
  })
  const problem = parseLightningAddress(address) === null ? t('wallet.problemAddress') : undefined
  const refusal = saving.isError ? describeFailure(saving.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (problem === undefined) saving.mutate(address.trim())
  }
  const change = (value: string) => {
    setAddress(value)
    if (value === '') setIsOffered(true)
    setShowsErrors(false)
    saving.reset()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('wallet.addressField')}
        autoFocus={autoFocus}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ADDRESS_MAX}
        placeholder="name@example.com"
        value={address}
        onChange={(event) => change(event.target.value)}
        hint={hint}
        error={showsErrors ? (problem ?? refusal) : undefined}
      />
      {isOffered && <ExternalAddress isShown={address === ''} onChoose={change} />}
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          size="large"
          className="flex-1"
          isWaiting={saving.isPending}
          disabled={address.trim() !== '' && address.trim() === current}
        >
          {t(saving.isPending ? 'wallet.addressAsking' : 'wallet.addressSave')}
        </Button>
        {children}
      </div>
    </form>
  )
}

/** Ends forwarding. */
export function useRemoveAddress(onRemoved: () => void) {
  const { call } = useSite()
  const refresh = useRefreshForwarding()
  return useMutation({
    mutationFn: () => call(removeLightningAddress, {}),
    onSuccess: async () => {
      await refresh()
      onRemoved()
    },
  })
}

/** Refetches the data that depends on the address. */
function useRefreshForwarding(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const endpoint of [getForwarding, getAccount]) {
      await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    }
  }
}
