/** The log-in methods besides passkeys. Adding one requires its proof; the last one cannot be removed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { getAccount } from '#contract/accounts/account.ts'
import { listProviders } from '#contract/accounts/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { linkNostrKey } from '#contract/accounts/nostr.ts'
import { listIdentities, externalProviders, unlinkIdentity, type ExternalProvider } from '#contract/accounts/social.ts'
import { ApiError, fetchTransport } from '#web/data/api.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { awaitExtension, createExtensionSigner } from '#web/nostr/extension.ts'
import { CopiedNpub } from '#web/nostr/copied-npub.tsx'
import { createSignedCall, KeyNotUsed } from '#web/nostr/signer.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { leaveToProvider } from '#web/session/external-redirect.ts'
import { withProof } from '#web/session/proof.ts'
import { readToken } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { splitLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { formatDay } from '#web/settings/moments.ts'
import { Line, Lines, Panel, Waiting } from '#web/settings/panel.tsx'
import { nameMethod, useIdentities, type Method, type Provider } from './login-methods.ts'

type Identity = Wire<typeof listIdentities>[number]

export function IdentitiesPart() {
  const { call } = useSite()
  const { data: identities, error, refetch } = useIdentities()
  const { data: providers } = useQuery(callQuery(call, listProviders, {}))
  const [unlinking, setUnlinking] = useState<Identity | null>(null)
  const linkedKeys = (identities ?? []).flatMap(({ provider, label }) => (provider === 'nostr' ? (label ?? []) : []))
  const linking = useLinking(providers ?? [], linkedKeys)
  const addable = (providers ?? []).filter(({ method }) => canBeAdded(method, identities ?? []))
  const problem = describeLinking(linking.error)
  return (
    <Panel title={t('settings.ways')} note={t('settings.waysNote')}>
      {!identities && <Waiting error={error} onRetry={() => void refetch()} />}
      {identities && (
        <Lines label={t('settings.ways')}>
          {identities.map((identity) => (
            <Line
              key={identity.id}
              title={nameMethod(identity.provider, providers)}
              badge={identity.isCurrent && <Badge tone="mint">{t('settings.inUse')}</Badge>}
              detail={describeIdentity(identity)}
              action={
                identities.length > 1 && (
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('settings.unlinkWhat', { what: nameMethod(identity.provider, providers) })}
                    onClick={() => setUnlinking(identity)}
                  >
                    {t('settings.unlink')}
                  </Button>
                )
              }
            />
          ))}
        </Lines>
      )}
      {identities?.length === 1 && <p className="text-sm text-ink-2">{t('settings.onlyWay')}</p>}
      {problem !== undefined && <Problem words={problem} />}
      {addable.length > 0 && (
        <div className="flex flex-wrap gap-2.5">
          {addable.map(({ method }) => (
            <Button
              key={method}
              kind="quiet"
              icon={<PlusIcon size={17} aria-hidden="true" />}
              isWaiting={linking.isPending && linking.variables === method}
              disabled={linking.isPending}
              onClick={() => linking.mutate(method)}
            >
              {t('settings.addWay', {
                name:
                  method === 'nostr'
                    ? t(linkedKeys.length === 0 ? 'settings.nostrKey' : 'settings.nostrOtherKey')
                    : nameMethod(method, providers),
              })}
            </Button>
          ))}
        </div>
      )}
      <UnlinkDialog identity={unlinking} providers={providers ?? []} onClose={() => setUnlinking(null)} />
    </Panel>
  )
}

/** One identity per provider; several nostr keys are allowed. */
function canBeAdded(method: Method, identities: readonly Identity[]): boolean {
  if (method === 'nostr') return true
  return isExternal(method) && !identities.some(({ provider }) => provider === method)
}

const isExternal = (method: Method): method is ExternalProvider => externalProviders.some((one) => one === method)

function describeIdentity({ provider, label, email, createdAt }: Identity): ReactNode {
  const since = t('settings.since', { day: formatDay(createdAt) })
  if (provider !== 'nostr' || label === null) return [label ?? email, since].filter((part) => part !== null).join(' · ')
  return (
    <>
      <CopiedNpub pubkey={label} />
      <span className="block">{since}</span>
    </>
  )
}

class LinkedAlready extends Error {}

function describeLinking(error: unknown): string | undefined {
  if (error instanceof LinkedAlready) return t('settings.nostrLinkedAlready')
  if (!(error instanceof KeyNotUsed)) return describeProblem(error)
  return t(error.reason === 'absent' ? 'settings.nostrAbsent' : 'settings.nostrRefused')
}

function useLinking(providers: readonly Provider[], linkedKeys: readonly string[]) {
  const { call } = useSite()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (method: Method) => {
      if (isExternal(method)) {
        return leaveToProvider(call, method, { mode: 'link', next: splitLanguage(location.pathname).path })
      }
      await awaitExtension()
      const signer = createExtensionSigner()
      if (linkedKeys.includes(await signer.getPublicKey())) throw new LinkedAlready()
      const signed = createSignedCall(signer, fetchTransport, location.origin)
      await withProof((proof) => signed(linkNostrKey, { body: { authToken: readToken() ?? '' } }, { proof }))
    },
    onSuccess: async (_, method) => {
      if (isExternal(method)) return
      await refresh()
      showToast(t('settings.linked', { name: nameMethod(method, providers) }))
    },
  })
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const endpoint of [listIdentities, getAccount]) {
      await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    }
  }
}

type UnlinkProps = { identity: Identity | null; providers: readonly Provider[]; onClose: () => void }

function UnlinkDialog({ identity, providers, onClose }: UnlinkProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const unlinking = useMutation({
    mutationFn: (identityId: string) =>
      withProof((proof) => call(unlinkIdentity, { params: { identityId } }, { proof })),
    onSuccess: async () => {
      onClose()
      showToast(t('settings.unlinked'))
      await refresh()
    },
  })
  const name = identity ? nameMethod(identity.provider, providers) : ''
  const isLast = unlinking.error instanceof ApiError && unlinking.error.code === 'identity-last'
  const problem = isLast ? t('settings.onlyWay') : describeProblem(unlinking.error)
  return (
    <Dialog
      isOpen={identity !== null}
      onClose={onClose}
      title={t('settings.unlinkTitle', { name })}
      closeLabel={t('common.close')}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t(identity?.isCurrent ? 'settings.unlinkCurrentNote' : 'settings.unlinkNote')}</p>
        {problem !== undefined && <Problem words={problem} />}
        <DialogButtons
          cancelLabel={t('settings.keep')}
          onCancel={onClose}
          kind="danger"
          isWaiting={unlinking.isPending}
          onClick={() => identity && unlinking.mutate(identity.id)}
        >
          {t('settings.unlink')}
        </DialogButtons>
      </div>
    </Dialog>
  )
}
