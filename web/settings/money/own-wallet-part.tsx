/** The user's own Lightning wallet for paying zaps (NIP-47): connected by its URI, stored in this browser only,
 * removable. The zap dialog pays with it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { ConnectProblem } from '#web/nostr/connect-wallet.ts'
import { deleteStoredWallet, storeWallet, readStoredWallet, type StoredWallet } from '#web/nostr/stored-wallet.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { WalletIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { Line, Lines, Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

const URI_MAX_CHARACTERS = 4_000

/** All wallet code is loaded on demand. */
const loadCode = () => import('#web/nostr/connect-wallet.ts')

export function OwnWalletPart({ account }: PartProps) {
  const [stored, setStored] = useState<StoredWallet | null>(() => readStoredWallet(account.id))
  const remove = () => {
    deleteStoredWallet()
    setStored(null)
    showToast(t('settings.ownWalletRemoved'))
  }
  return (
    <Panel title={t('settings.ownWallet')} note={t('settings.ownWalletNote')}>
      {stored ? (
        <Connected wallet={stored} onRemove={remove} />
      ) : (
        <ConnectForm accountId={account.id} onConnected={setStored} />
      )}
      <p className="text-sm text-ink-2">{t('settings.ownWalletKept')}</p>
    </Panel>
  )
}

function Connected({ wallet, onRemove }: { wallet: StoredWallet; onRemove: () => void }) {
  const name = wallet.name ?? t('settings.ownWalletName')
  const { data } = useQuery({
    queryKey: ['own-wallet', wallet.accountId],
    queryFn: async () => {
      const { describeRelays, readWalletBalance } = await loadCode()
      return { relays: describeRelays(wallet), balanceMsat: await readWalletBalance(wallet) }
    },
    retry: false,
    gcTime: 0,
  })
  return (
    <Lines label={t('settings.ownWallet')}>
      <Line
        icon={<WalletIcon size={20} aria-hidden="true" />}
        title={name}
        detail={data && describeBalance(data)}
        action={
          <Button kind="quiet" size="small" onClick={onRemove} aria-label={t('settings.removeWhat', { what: name })}>
            {t('settings.remove')}
          </Button>
        }
      />
    </Lines>
  )
}

function describeBalance({ relays, balanceMsat }: { relays: string; balanceMsat: number | null }): string {
  if (balanceMsat === null) return t('settings.ownWalletOver', { relays })
  return t('settings.ownWalletHolds', { sats: formatSats(balanceMsat), relays })
}

class WalletNotStored extends Error {
  override name = 'WalletNotStored'
}

function ConnectForm({ accountId, onConnected }: { accountId: string; onConnected: (wallet: StoredWallet) => void }) {
  const [typed, setTyped] = useState('')
  const trying = useMutation({
    mutationFn: async (text: string) => {
      const { tryWallet } = await loadCode()
      const wallet = { ...(await tryWallet(text)), accountId }
      if (!storeWallet(wallet)) throw new WalletNotStored('Storage is disabled')
      return wallet
    },
    onSuccess: (wallet) => {
      onConnected(wallet)
      showToast(t('settings.ownWalletConnected'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    trying.mutate(typed)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('settings.ownWalletField')}
        // The URI contains a secret: hidden from onlookers, and as a code it is not offered to the password manager.
        type="password"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={URI_MAX_CHARACTERS}
        placeholder="nostr+walletconnect://…"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          trying.reset()
        }}
        hint={t('settings.ownWalletHint')}
      />
      {trying.isError && <Problem words={describeProblem(trying.error)} />}
      <Button type="submit" className="self-start" isWaiting={trying.isPending} disabled={typed.trim() === ''}>
        {t(trying.isPending ? 'settings.ownWalletTrying' : 'settings.ownWalletConnect')}
      </Button>
    </form>
  )
}

const PROBLEMS: Record<ConnectProblem, () => string> = {
  address: () => t('settings.ownWalletAddress'),
  unreachable: () => t('settings.ownWalletUnreachable'),
  silent: () => t('settings.ownWalletSilent'),
  'cannot-pay': () => t('settings.ownWalletCannotPay'),
  refused: () => t('settings.ownWalletRefused'),
  encryption: () => t('settings.ownWalletEncryption'),
}

/** Recognised by name, because the code with the class may not be loaded. */
function describeProblem(error: Error): string {
  if (error.name === 'WalletNotStored') return t('settings.ownWalletNotKept')
  if (error.name !== 'WalletNotConnected') return t('failure.offline')
  const { reason } = error as Error & { reason: ConnectProblem }
  return PROBLEMS[reason]()
}
