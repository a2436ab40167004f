/** The two Lightning addresses: the user's own on this server, and the one earnings are forwarded to. The state of
 * forwards is shown in the wallet. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getAccount, getForwarding, removeLightningAddress, setLightningAddress } from '#contract/accounts/account.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { readingSettingsOf } from '#web/format/destination.ts'
import { Link } from '#web/navigation/link.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

export function AddressPart({ account }: PartProps) {
  const { ownHost } = readingSettingsOf(useSettings())
  const own = `${account.name}@${ownHost}`
  return (
    <>
      <Panel title={t('settings.ownAddress')} note={t('settings.ownAddressNote')}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 text-lg font-semi break-words">{own}</span>
          <CopyButton text={own} size="small" labels={{ idle: t('common.copy'), copied: t('common.copied') }} />
        </p>
      </Panel>
      <Panel title={t('settings.forward')} note={t('settings.forwardNote')}>
        <ForwardForm key={account.lightningAddress} current={account.lightningAddress} />
        <Link to="/transactions" className="self-start font-semi text-purple hover:underline">
          {t('settings.forwardWallet')}
        </Link>
      </Panel>
    </>
  )
}

function ForwardForm({ current }: { current: string | null }) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const refresh = useRefresh()
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
      await refresh()
      showToast(t('settings.forwardSaved', { address: lightningAddress }))
    },
  })
  const removing = useMutation({
    mutationFn: () => call(removeLightningAddress, {}),
    onSuccess: async () => {
      await refresh()
      showToast(t('settings.forwardRemoved'))
    },
  })
  const wrong = parseLightningAddress(address) === null ? t('settings.forwardWrong') : undefined
  const refused = saving.isError ? describeFailure(saving.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (wrong === undefined) saving.mutate(address.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('settings.forwardField')}
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
        error={showsErrors ? (wrong ?? refused) : undefined}
      />
      {removing.isError && <Problem words={describeFailure(removing.error)} />}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={saving.isPending} disabled={address.trim() === (current ?? '')}>
          {t(saving.isPending ? 'settings.forwardAsking' : 'settings.save')}
        </Button>
        {current !== null && (
          <Button kind="quiet" isWaiting={removing.isPending} onClick={() => removing.mutate()}>
            {t('settings.forwardStop')}
          </Button>
        )}
      </div>
    </form>
  )
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const endpoint of [getForwarding, getAccount]) {
      await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    }
  }
}
