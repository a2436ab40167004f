/** Sets or changes the address earnings are forwarded to. The
 * server checks that the address responds before saving it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getAccount, getForwarding, setLightningAddress } from '#contract/accounts/account.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { ExternalAddress } from './external-address.tsx'

type Props = { isOpen: boolean; current: string | null; onClose: () => void }

export function AddressForm({ isOpen, current, onClose }: Props) {
  const title = t(current === null ? 'wallet.addressSetTitle' : 'wallet.addressChangeTitle')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t('common.close')}>
      <Form current={current} onClose={onClose} />
    </Dialog>
  )
}

function Form({ current, onClose }: Omit<Props, 'isOpen'>) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const [address, setAddress] = useState(current ?? '')
  const [showsErrors, setShowsErrors] = useState(false)
  const saving = useMutation({
    mutationFn: (lightningAddress: string) => {
      const body = { lightningAddress }
      return callOnce(body, (options) =>
        withProof((proof) => call(setLightningAddress, { body }, { ...options, proof })),
      )
    },
    onSuccess: async ({ lightningAddress }) => {
      for (const endpoint of [getForwarding, getAccount]) {
        await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      }
      onClose()
      showToast(t('wallet.addressSaved', { address: lightningAddress }))
    },
  })
  const problem = parseLightningAddress(address) === null ? t('wallet.problemAddress') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (problem === undefined) saving.mutate(address.trim())
  }
  const refusal = saving.isError ? describeFailure(saving.error) : undefined
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('wallet.addressField')}
        autoFocus
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        placeholder="name@example.com"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          setShowsErrors(false)
          saving.reset()
        }}
        hint={t('wallet.addressHint')}
        error={showsErrors ? (problem ?? refusal) : undefined}
      />
      {address === '' && <ExternalAddress onChoose={setAddress} />}
      <Button type="submit" size="large" isWaiting={saving.isPending}>
        {t(saving.isPending ? 'wallet.addressAsking' : 'wallet.addressSave')}
      </Button>
    </form>
  )
}
