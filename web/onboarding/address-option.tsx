/** Sets the Lightning address that earnings are forwarded to, as one of the two ways to unlock the studio.
 * It is changed later in the wallet (web/wallet/address/form.tsx). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getAccount, getForwarding, setLightningAddress } from '#contract/accounts/account.ts'
import { getSandboxState } from '#contract/operator/sandbox.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { WalletIcon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { OptionPanel } from './option-panel.tsx'

const ADDRESS_MAX = 320

export function AddressOption() {
  return (
    <OptionPanel
      icon={<WalletIcon size={26} aria-hidden="true" />}
      title={t('onboarding.addressTitle')}
      lead={t('onboarding.addressLead')}
    >
      <AddressForm />
    </OptionPanel>
  )
}

function AddressForm() {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const [address, setAddress] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const saving = useMutation({
    mutationFn: (lightningAddress: string) => {
      const body = { lightningAddress }
      return callOnce(body, (options) =>
        withProof((proof) => call(setLightningAddress, { body }, { ...options, proof })),
      )
    },
    onSuccess: async () => {
      showToast(t('onboarding.done'))
      void queries.invalidateQueries({ queryKey: queryKeyOf(getForwarding) })
      await queries.invalidateQueries({ queryKey: queryKeyOf(getAccount) })
    },
  })
  const problem = parseLightningAddress(address) === null ? t('onboarding.addressInvalid') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (problem === undefined) saving.mutate(address.trim())
  }
  const change = (value: string) => {
    setAddress(value)
    setShowsErrors(false)
    saving.reset()
  }
  const refusal = saving.isError ? describeFailure(saving.error) : undefined
  const isWaiting = saving.isPending || saving.isSuccess
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('onboarding.address')}
        name="lightningAddress"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={ADDRESS_MAX}
        placeholder="name@example.com"
        value={address}
        onChange={(event) => change(event.target.value)}
        hint={t('onboarding.addressHint')}
        error={showsErrors ? (problem ?? refusal) : undefined}
      />
      {address === '' && <TryOut onChoose={change} />}
      <Button type="submit" kind="outline" size="large" isWaiting={isWaiting}>
        {t(isWaiting ? 'onboarding.addressSaving' : 'onboarding.addressSave')}
      </Button>
    </form>
  )
}

/** In the sandbox, a button fills in the address of the external test wallet. */
function TryOut({ onChoose }: { onChoose: (address: string) => void }) {
  const { call, settings } = useSite()
  const { data } = useQuery({ ...callQuery(call, getSandboxState, {}), enabled: settings.isSandbox })
  const address = data?.lightningAddress ?? null
  if (address === null) return null
  return (
    <Button kind="quiet" onClick={() => onChoose(address)} className="whitespace-normal">
      {t('wallet.sandboxAddress')}
    </Button>
  )
}
