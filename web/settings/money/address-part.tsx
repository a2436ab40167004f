/** The two Lightning addresses: the user's own on this server, and the one earnings are forwarded to. The state of
 * forwards is shown in the wallet. */
import { AddressForm, useRemoveAddress } from '#web/forwarding/address-form.tsx'
import { readingSettingsOf } from '#web/format/destination.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSettings } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
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
  const removing = useRemoveAddress(() => showToast(t('settings.forwardRemoved')))
  return (
    <>
      <AddressForm current={current} onSaved={(address) => showToast(t('wallet.addressSaved', { address }))}>
        {current !== null && (
          <Button kind="quiet" size="large" isWaiting={removing.isPending} onClick={() => removing.mutate()}>
            {t('settings.forwardStop')}
          </Button>
        )}
      </AddressForm>
      {removing.isError && <Problem words={describeFailure(removing.error)} />}
    </>
  )
}
