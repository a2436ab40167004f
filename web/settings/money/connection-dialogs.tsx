/** Dialogs for wallet connections (NWC): connect an app, with its
 * secret shown once; edit it; see its payments; disconnect it. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  createConnection,
  deleteConnection,
  editConnection,
  listConnectionPayments,
  listConnections,
} from '#contract/payments/connections.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { type Connection, ConnectionForm, type Terms } from './connection-form.tsx'
import { formatTimestamp } from '#web/settings/moments.ts'
import { Line, Lines, Waiting } from '#web/settings/panel.tsx'

export function MakeDialog({ onClose }: { onClose: () => void }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const making = useMutation({
    mutationFn: (body: Terms) => withProof((proof) => call(createConnection, { body }, { proof })),
    onSuccess: refresh,
  })
  const made = making.data
  const title = made ? t('connections.readyTitle', { what: made.connection.name }) : t('connections.make')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('common.close')}>
      {made ? (
        <Ready uri={made.uri} onClose={onClose} />
      ) : (
        <ConnectionForm
          connection={null}
          button={t('connections.makeNow')}
          isSending={making.isPending}
          error={making.error}
          onSend={making.mutate}
        />
      )}
    </Dialog>
  )
}

function Ready({ uri, onClose }: { uri: string; onClose: () => void }) {
  const labels = { idle: t('common.tapToCopy'), copied: t('common.copied') }
  return (
    <div className="flex flex-col items-center gap-5">
      <p className="text-ink-2">{t('connections.readyLead')}</p>
      <Qr text={uri} label={t('connections.readyCode')} labels={labels} level="L" className="mx-auto" />
      <div className="flex w-full flex-wrap gap-2.5">
        <CopyButton
          text={uri}
          labels={{ idle: t('connections.readyCopy'), copied: t('common.copied') }}
          className="flex-1"
        />
        <Button className="flex-1" onClick={onClose}>
          {t('connections.done')}
        </Button>
      </div>
    </div>
  )
}

type KnownProps = { connection: Connection; onClose: () => void }

export function ChangeDialog({ connection, onClose }: KnownProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const saving = useMutation({
    mutationFn: (body: Terms) =>
      withProof((proof) => call(editConnection, { params: { connectionId: connection.id }, body }, { proof })),
    onSuccess: async ({ name }) => {
      await refresh()
      showToast(t('connections.saved', { what: name }))
      onClose()
    },
  })
  return (
    <KnownDialog title={t('connections.changeWhat', { what: connection.name })} onClose={onClose}>
      <ConnectionForm
        connection={connection}
        button={t('settings.save')}
        isSending={saving.isPending}
        error={saving.error}
        onSend={saving.mutate}
      />
    </KnownDialog>
  )
}

export function RemoveDialog({ connection, onClose }: KnownProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const removing = useMutation({
    mutationFn: () => call(deleteConnection, { params: { connectionId: connection.id } }),
    onSuccess: async () => {
      await refresh()
      showToast(t('connections.removed', { what: connection.name }))
      onClose()
    },
  })
  const problem = describeProblem(removing.error)
  return (
    <KnownDialog title={t('connections.removeTitle', { what: connection.name })} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{t('connections.removeLead')}</p>
        {problem !== undefined && <Problem words={problem} />}
        <DialogButtons
          cancelLabel={t('settings.keep')}
          onCancel={onClose}
          kind="danger"
          isWaiting={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t('connections.removeNow')}
        </DialogButtons>
      </div>
    </KnownDialog>
  )
}

export function HistoryDialog({ connection, onClose }: KnownProps) {
  const { call } = useSite()
  const title = t('connections.historyWhat', { what: connection.name })
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(listConnectionPayments), connection.id],
    queryFn: ({ pageParam }) =>
      call(listConnectionPayments, { params: { connectionId: connection.id, page: String(pageParam) } }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  const { data, error, refetch } = pages
  const payments = data?.pages.flatMap((page) => page.payments)
  return (
    <KnownDialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {!payments && <Waiting error={error} onRetry={() => void refetch()} />}
        {payments?.length === 0 && <p className="text-ink-2">{t('connections.noPayments')}</p>}
        {payments && payments.length > 0 && (
          <Lines label={title}>
            {payments.map(({ paymentId, state, msatAmount, msatSpent, description, createdAt }) => (
              <Line
                key={paymentId}
                title={t('connections.paymentOf', { sats: formatAmount(state === 'settled' ? msatSpent : msatAmount) })}
                badge={
                  state !== 'settled' && (
                    <Badge tone={state === 'failed' ? 'pink' : 'plain'}>
                      {t(state === 'failed' ? 'connections.failed' : 'connections.pending')}
                    </Badge>
                  )
                }
                detail={[description, formatTimestamp(createdAt)].filter(Boolean).join(' · ')}
              />
            ))}
          </Lines>
        )}
        <MoreButton pages={pages} label={t('connections.more')} />
      </div>
    </KnownDialog>
  )
}

function KnownDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('common.close')}>
      {children}
    </Dialog>
  )
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(listConnections) })
}
