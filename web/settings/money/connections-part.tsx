/** The apps that use the balance as their wallet: how much of its budget each has used, and the actions for each. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listConnections } from '#contract/payments/connections.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/states/progress.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { ChangeDialog, HistoryDialog, MakeDialog, RemoveDialog } from './connection-dialogs.tsx'
import { type Connection, mayPay } from './connection-form.tsx'
import { formatDay } from '#web/settings/moments.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'

type Open = { what: 'make' } | { what: 'change' | 'history' | 'remove'; connection: Connection }

export function ConnectionsPart() {
  const { call } = useSite()
  const { data: connections, error, refetch } = useQuery({ ...callQuery(call, listConnections, {}), staleTime: 0 })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel title={t('connections.title')} note={t('connections.lead')}>
      {!connections && <Waiting error={error} onRetry={() => void refetch()} />}
      {connections?.length === 0 && <p className="text-ink-2">{t('connections.none')}</p>}
      {connections && connections.length > 0 && (
        <ul aria-label={t('connections.title')} className="divide-y divide-line border-y border-line">
          {connections.map((connection) => (
            <ConnectionLine
              key={connection.id}
              connection={connection}
              onOpen={(what) => setOpen({ what, connection })}
            />
          ))}
        </ul>
      )}
      <Button
        kind="quiet"
        className="self-start"
        icon={<PlusIcon size={17} aria-hidden="true" />}
        onClick={() => setOpen({ what: 'make' })}
      >
        {t('connections.make')}
      </Button>
      {open?.what === 'make' && <MakeDialog onClose={close} />}
      {open?.what === 'change' && <ChangeDialog connection={open.connection} onClose={close} />}
      {open?.what === 'history' && <HistoryDialog connection={open.connection} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog connection={open.connection} onClose={close} />}
    </Panel>
  )
}

type LineProps = { connection: Connection; onOpen: (what: 'change' | 'history' | 'remove') => void }

function ConnectionLine({ connection, onOpen }: LineProps) {
  const { name, permissions, expiresAt, isPaused } = connection
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  return (
    <li className="flex flex-col gap-3 py-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          <span className="min-w-0 break-words">{name}</span>
          {isOver && <Badge tone="pink">{t('connections.ended')}</Badge>}
          {isPaused && !isOver && <Badge tone="pink">{t('connections.paused')}</Badge>}
        </p>
        <p className="text-sm break-words text-ink-2">{describeConnection(connection, isOver)}</p>
      </div>
      {mayPay(permissions) && <Budget {...connection} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="quiet"
          size="small"
          aria-label={t('connections.historyWhat', { what: name })}
          onClick={() => onOpen('history')}
        >
          {t('connections.history')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          aria-label={t('connections.changeWhat', { what: name })}
          onClick={() => onOpen('change')}
        >
          {t('connections.change')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          aria-label={t('settings.removeWhat', { what: name })}
          onClick={() => onOpen('remove')}
        >
          {t('settings.remove')}
        </Button>
      </div>
    </li>
  )
}

function Budget({ spentMsat, weeklyBudgetMsat }: Connection) {
  const spent = formatAmount(spentMsat)
  if (weeklyBudgetMsat === null) return <p className="text-sm text-ink-2">{t('connections.spentFree', { spent })}</p>
  return (
    <Progress
      label={t('connections.spent')}
      part={Math.min(1, spentMsat / weeklyBudgetMsat)}
      note={t('connections.spentOf', { spent, budget: formatAmount(weeklyBudgetMsat) })}
    />
  )
}

function describeConnection(
  { maxPaymentMsat, expiresAt, lastUsedAt, permissions }: Connection,
  isOver: boolean,
): string {
  const isPaying = mayPay(permissions)
  return [
    lastUsedAt === null ? t('connections.unused') : t('connections.used', { day: formatDay(lastUsedAt) }),
    isPaying && maxPaymentMsat !== null ? t('connections.mostOf', { sats: formatAmount(maxPaymentMsat) }) : '',
    expiresAt !== null && !isOver ? t('connections.endOn', { day: formatDay(expiresAt) }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
