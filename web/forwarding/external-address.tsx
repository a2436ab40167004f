/** In the sandbox, a button that fills in the address of the external test wallet; otherwise nothing.
 * While hidden it still takes up space, so that the content below does not move. */
import { useQuery } from '@tanstack/react-query'
import { getSandboxState } from '#contract/operator/sandbox.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

export function ExternalAddress({ isShown, onChoose }: { isShown: boolean; onChoose: (address: string) => void }) {
  const { call, settings } = useSite()
  const { data } = useQuery({ ...callQuery(call, getSandboxState, {}), enabled: settings.isSandbox })
  const address = data?.lightningAddress ?? null
  if (address === null) return null
  return (
    <Button
      kind="quiet"
      onClick={() => onChoose(address)}
      className={`whitespace-normal ${isShown ? '' : 'invisible'}`.trim()}
    >
      {t('wallet.sandboxAddress')}
    </Button>
  )
}
