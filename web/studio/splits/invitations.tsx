/** Open invitations to a split: sending them again, making a link, confirming who took it, revoking. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import {
  confirmSplitPartner,
  listSplitInvitations,
  OFFER_DAYS,
  renewSplitInvitation,
  revokeSplitInvitation,
} from '#contract/catalog/split-offers.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ShownLink } from '#web/studio/content/shown-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { SplitOf } from './preview.tsx'
import { refreshSplit } from './refresh.ts'

type Open = Wire<typeof listSplitInvitations>[number]

/** Only the owner sees it. */
export function SplitInvitations({ of }: { of: SplitOf }) {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listSplitInvitations, { params: of }), retry: false, staleTime: 0 })
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-1 font-text text-sm font-semi tracking-normal">{t('team.open')}</h3>
      <ul className="flex flex-col gap-3">
        {data.map((invitation) => (
          <OpenInvitation key={invitation.invitationId} invitation={invitation} />
        ))}
      </ul>
    </>
  )
}

function OpenInvitation({ invitation }: { invitation: Open }) {
  const { invitationId, email, label, takenBy, expiresAt } = invitation
  const { call } = useSite()
  const queries = useQueryClient()
  const [isRevoking, setIsRevoking] = useState(false)
  const params = { invitationId }
  const onError = (error: unknown) => showErrorToast(describeFailure(error))
  const renewing = useMutationOnce({
    mutationFn: () => call(renewSplitInvitation, { params }),
    onSuccess: ({ url }) => url === null && showToast(t('editors.invitationSent')),
    onError,
  })
  const taker = takenBy === null ? '' : (takenBy.displayName ?? takenBy.name)
  const confirming = useMutationOnce({
    mutationFn: () => call(confirmSplitPartner, { params }),
    onSuccess: () => showToast(t('editors.invitationConfirmed', { name: taker })),
    onError,
    onSettled: () => refreshSplit(queries),
  })
  const url = renewing.data?.url ?? null
  return (
    <li className="border-t border-line pt-3">
      <p className="font-semi [overflow-wrap:anywhere]">{email ?? label}</p>
      <p className="mt-1 max-w-[60ch] text-sm text-ink-2">
        {takenBy === null
          ? t('editors.invitationUntil', { day: formatDate(expiresAt) })
          : t('editors.invitationTaken', { name: taker, username: takenBy.name })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2.5">
        {takenBy === null ? (
          <Button kind="quiet" size="small" isWaiting={renewing.isPending} onClick={() => renewing.mutate()}>
            {t(email === null ? 'team.createLink' : 'editors.invitationAgain')}
          </Button>
        ) : (
          <Button size="small" isWaiting={confirming.isPending} onClick={() => confirming.mutate()}>
            {t('editors.invitationConfirm', { name: taker })}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => setIsRevoking(true)}>
          {t('team.revoke')}
        </Button>
      </div>
      {url !== null && <ShownLink lead={t('team.link', { days: OFFER_DAYS })} url={url} />}
      {isRevoking && <Revoke invitation={invitation} onClose={() => setIsRevoking(false)} />}
    </li>
  )
}

function Revoke({ invitation, onClose }: { invitation: Open; onClose: () => void }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const revoking = useMutationOnce({
    mutationFn: () => call(revokeSplitInvitation, { params: { invitationId: invitation.invitationId } }),
    onSuccess: async () => {
      await refreshSplit(queries)
      onClose()
    },
  })
  const name = invitation.email ?? invitation.label ?? ''
  return (
    <Dialog isOpen onClose={onClose} title={t('editors.invitationRevokeTitle')} closeLabel={t('common.close')}>
      <p className="mb-5 text-ink-2 wrap-anywhere">{t('editors.invitationRevokeWhat', { name })}</p>
      {revoking.error && <Problem words={describeFailure(revoking.error)} />}
      <DialogButtons
        cancelLabel={t('settings.cancel')}
        onCancel={onClose}
        isWaiting={revoking.isPending}
        onClick={() => revoking.mutate()}
      >
        {t('team.revoke')}
      </DialogButtons>
    </Dialog>
  )
}
