/** Shown above every section while a decision is pending: the user's own hold, and changes to keep or remove after the
 * log-in methods were reset. Draws nothing otherwise. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteConnection, listConnections } from '#contract/payments/connections.ts'
import type { Wire } from '#contract/endpoint.ts'
import { listPasskeys, removePasskey } from '#contract/accounts/passkeys.ts'
import { getSafety, keepReviewed, liftHold } from '#contract/accounts/proofs.ts'
import { listIdentities, unlinkIdentity } from '#contract/accounts/social.ts'
import type { Call } from '#web/data/api.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { shortenNpub } from '#web/nostr/authors.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { formatDay } from '#web/settings/moments.ts'
import { Panel } from '#web/settings/panel.tsx'

type Item = Wire<typeof getSafety>['items'][number]

export function SafetyPart() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, getSafety, {}), staleTime: 0 })
  if (!data || (data.heldSince === null && data.items.length === 0)) return null
  return (
    <div className="mb-6 flex flex-col gap-6">
      {data.heldSince !== null && <Held />}
      {data.items.length > 0 && (
        <Panel title={t('safety.reviewTitle')} note={t('safety.reviewLead')}>
          <ul aria-label={t('safety.reviewTitle')} className="divide-y divide-line border-y border-line">
            {data.items.map((item) => (
              <Line key={`${item.kind} ${item.id}`} item={item} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function Held() {
  const { call } = useSite()
  const refresh = useRefresh()
  const lifting = useMutation({
    mutationFn: () => withProof((proof) => call(liftHold, {}, { proof })),
    onSuccess: async () => {
      showToast(t('safety.lifted'))
      await refresh()
    },
  })
  const problem = describeProblem(lifting.error)
  return (
    <Panel title={t('safety.heldTitle')} note={t('safety.heldLead')}>
      {problem !== undefined && <Problem words={problem} />}
      <Button className="self-start" isWaiting={lifting.isPending} onClick={() => lifting.mutate()}>
        {t('safety.lift')}
      </Button>
    </Panel>
  )
}

function Line({ item }: { item: Item }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const { kind, id: itemId, name, provider } = item
  const what = provider === 'nostr' ? shortenNpub(name) : name
  const deciding = useMutation({
    mutationFn: (isSaved: boolean) =>
      withProof<unknown>((proof) =>
        isSaved ? call(keepReviewed, { params: { kind, itemId } }, { proof }) : remove(call, item, proof),
      ),
    onSuccess: async (_answer, isSaved) => {
      showToast(t(isSaved ? 'safety.kept' : 'safety.removed', { what }))
      await refresh()
    },
  })
  const problem = describeProblem(deciding.error)
  return (
    <li className="flex flex-col gap-3 py-4">
      <div>
        <p className="font-semi wrap-anywhere">{what}</p>
        <p className="text-sm text-ink-2">
          {describeKind(kind)} · {formatDay(item.createdAt)}
        </p>
      </div>
      {problem !== undefined && <Problem words={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" size="small" isWaiting={deciding.isPending} onClick={() => deciding.mutate(true)}>
          {t('safety.keep')}
        </Button>
        <Button kind="quiet" size="small" isWaiting={deciding.isPending} onClick={() => deciding.mutate(false)}>
          {t('safety.remove')}
        </Button>
      </div>
    </li>
  )
}

function remove(call: Call, { kind, id }: Item, proof: string | undefined): Promise<unknown> {
  if (kind === 'connection') return call(deleteConnection, { params: { connectionId: id } })
  if (kind === 'passkey') return call(removePasskey, { params: { passkeyId: id } }, { proof })
  return call(unlinkIdentity, { params: { identityId: id } }, { proof })
}

function describeKind(kind: Item['kind']): string {
  if (kind === 'connection') return t('safety.connection')
  return t(kind === 'passkey' ? 'safety.passkey' : 'safety.identity')
}

function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    for (const endpoint of [getSafety, listConnections, listPasskeys, listIdentities]) {
      await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    }
  }
}
