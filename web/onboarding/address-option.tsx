/** Sets the Lightning address that earnings are forwarded to, as one of the two ways to unlock the studio.
 * It is changed later in the wallet (web/wallet/address/card.tsx). */
import { AddressForm } from '#web/forwarding/address-form.tsx'
import { WalletIcon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { OptionPanel } from './option-panel.tsx'

export function AddressOption() {
  return (
    <OptionPanel
      icon={<WalletIcon size={26} aria-hidden="true" />}
      title={t('onboarding.addressTitle')}
      lead={t('onboarding.addressLead')}
    >
      <AddressForm
        current={null}
        kind="outline"
        hint={t('onboarding.addressHint')}
        onSaved={() => showToast(t('onboarding.done'))}
      />
    </OptionPanel>
  )
}
