/** Passkeys: create, list and remove them. */
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listProviders } from '#contract/accounts/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#contract/accounts/passkeys.ts'
import { ApiError } from '#web/data/api.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { formatDay } from '#web/settings/moments.ts'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { addressForPasskeys } from './passkey-address.ts'

type Passkey = Wire<typeof listPasskeys>[number]

/** Hidden when the server's address does not support passkeys (plain HTTP, a bare IP address). */
export function PasskeysPart() {
  const { call } = useSite()
  const { data: providers } = useQuery(callQuery(call, listProviders, {}))
  if (!providers?.some(({ method }) => method === 'passkey')) return null
  return <Passkeys />
}

function Passkeys() {
  const { call } = useSite()
  const refresh = useRefresh()
  const { data: passkeys, error, refetch } = useQuery({ ...callQuery(call, listPasskeys, {}), staleTime: 0 })
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const adding = useMutation({
    mutationFn: async () => {
      const { challenge, options } = await call(beginPasskey, {})
      const body = { challenge, response: await createCredential(options) }
      await withProof((proof) => call(addPasskey, { body }, { proof }))
    },
    onSuccess: async () => {
      await refresh()
      showToast(t('settings.passkeyAdded'))
    },
  })
  const removing = useMutation({
    mutationFn: (passkeyId: string) => withProof((proof) => call(removePasskey, { params: { passkeyId } }, { proof })),
    onSuccess: async () => {
      await refresh()
      showToast(t('settings.passkeyRemoved'))
    },
  })
  const isSupported = 'PublicKeyCredential' in globalThis
  const problem = describeMaking(adding.error) ?? describeProblem(removing.error)
  return (
    <Panel title={t('settings.passkeys')} note={t('settings.passkeysNote')}>
      {!passkeys && <Waiting error={error} onRetry={() => void refetch()} />}
      {passkeys && passkeys.length > 0 && (
        <Lines label={t('settings.passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              isRemoving={removing.isPending && removing.variables === passkey.id}
              onRename={() => setRenamed(passkey)}
              onRemove={() => removing.mutate(passkey.id)}
            />
          ))}
        </Lines>
      )}
      {renamed && <PasskeyNameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      {problem !== undefined && <Problem words={problem} />}
      {isSupported ? (
        <Button
          kind="quiet"
          className="self-start"
          icon={<PlusIcon size={17} aria-hidden="true" />}
          isWaiting={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {t('settings.passkeyAdd')}
        </Button>
      ) : (
        <p className="text-sm text-ink-2">{t('settings.passkeyNotHere')}</p>
      )}
    </Panel>
  )
}

type LineProps = { passkey: Passkey; isRemoving: boolean; onRename: () => void; onRemove: () => void }

function PasskeyLine({ passkey, isRemoving, onRename, onRemove }: LineProps) {
  const { name, isSynced } = passkey
  return (
    <Line
      title={name}
      badge={isSynced && <Badge>{t('settings.passkeySynced')}</Badge>}
      detail={describePasskey(passkey)}
      action={
        <span className="flex flex-col gap-2 sm:flex-row">
          <Button
            kind="quiet"
            size="small"
            aria-label={t('settings.passkeyRenameWhat', { what: name })}
            onClick={onRename}
          >
            {t('settings.passkeyRename')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            aria-label={t('settings.removeWhat', { what: name })}
            isWaiting={isRemoving}
            onClick={onRemove}
          >
            {t('settings.remove')}
          </Button>
        </span>
      }
    />
  )
}

function describePasskey({ createdAt, lastUsedAt }: Passkey): string {
  const since = t('settings.since', { day: formatDay(createdAt) })
  const used =
    lastUsedAt === null ? t('settings.passkeyNever') : t('settings.passkeyUsed', { day: formatDay(lastUsedAt) })
  return `${since} · ${used}`
}

async function createCredential(options: unknown) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const address = addressForPasskeys(optionsJSON.rp.id, location.href)
  if (address !== null) throw new WrongAddress(address)
  const { clientExtensionResults, ...response } = await startRegistration({ optionsJSON })
  return { ...response, clientExtensionResults: { ...clientExtensionResults } }
}

/** Its message is the address where passkeys work. */
class WrongAddress extends Error {}

/** Browser error messages may be in any language, so they are not shown; cancelling is not an error. */
function describeMaking(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof ApiError) return describeProblem(error)
  if (error instanceof WrongAddress) return t('settings.passkeyAddress', { address: error.message })
  if (error.name === 'InvalidStateError') return t('settings.passkeyTwice')
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return t('settings.passkeyNot')
  return describeProblem(error) === undefined ? undefined : t('settings.passkeyNot')
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(listPasskeys) })
}
