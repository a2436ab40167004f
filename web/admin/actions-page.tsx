/** The log of admin actions, newest first: who, what, on which target, why. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAdminActions } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { AdminFrame, ListWaiting, Pager } from './admin-frame.tsx'
import { formatTimestamp } from './moments.ts'

type Action = Wire<typeof listAdminActions>[number]

const PER_PAGE = 50

const ACTIONS: Partial<Record<string, TranslationKey>> = {
  give: 'admin.didGive',
  'give-back': 'admin.didGiveBack',
  'book-difference': 'admin.didBook',
  'stop-outgoing': 'admin.didStop',
  'resume-outgoing': 'admin.didResume',
  lock: 'admin.didLock',
  unlock: 'admin.didUnlock',
  feature: 'admin.didFeature',
  announce: 'admin.didAnnounce',
  'fill-purse': 'purse.didFill',
  'return-purse': 'purse.didReturn',
  'hold-promo': 'promos.didHoldPromo',
  'release-promo': 'promos.didReleasePromo',
  'hold-earner': 'promos.didHoldEarner',
  'release-earner': 'promos.didReleaseEarner',
  'reverse-rewards': 'promos.didReverse',
  takedown: 'admin.didTakedown',
  'undo-takedown': 'admin.didUndo',
  ownership: 'admin.didOwnership',
  'list-playlists': 'moodLists.listed',
  'resolve-report': 'admin.didResolve',
  'decide-cases': 'admin.didResolve',
  'set-role': 'admin.didSetRole',
  'propose-booking': 'admin.didPropose',
  'decline-booking': 'admin.didDeclineBooking',
  'move-cold': 'admin.didMoveCold',
  'confirm-cold': 'admin.didConfirmCold',
  'discard-cold': 'admin.didDiscardCold',
  invite: 'admin.didInvite',
  'end-invite': 'admin.didEndInvite',
  'block-nostr-key': 'admin.didBlockKey',
  'unblock-nostr-key': 'admin.didUnblockKey',
}

const columns: Column<Action>[] = [
  { key: 'when', head: t('admin.when'), cell: ({ createdAt }) => formatTimestamp(createdAt) },
  { key: 'who', head: t('admin.who'), cell: ({ adminName }) => adminName || t('admin.commandLine') },
  { key: 'what', head: t('admin.did'), cell: describeAction },
  { key: 'why', head: t('admin.why'), cell: ({ reason }) => reason ?? '–', isWideOnly: true },
]

export function Page() {
  return (
    <AdminFrame title={t('admin.actions')} lead={t('admin.actionsLead')}>
      <Actions />
    </AdminFrame>
  )
}

function Actions() {
  const { call } = useSite()
  const [page, setPage] = useState(1)
  const input = { query: { page: String(page) } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, listAdminActions, input), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0 && page === 1) return <EmptyState sentence={t('admin.noActions')} />
  return (
    <>
      <Table caption={t('admin.actions')} columns={columns} rows={data} rowKey={({ id }) => id} />
      <Pager page={page} isLast={data.length < PER_PAGE} onPage={setPage} />
    </>
  )
}

/** Keys are recorded in hex and shown as in other nostr apps. */
const describeFact = (name: string, value: string): string =>
  name === 'pubkey' && HEX_32.test(value) ? encodeNpub(value) : `${name}: ${value}`

/** The recorded details of an action: primitive values only, so that new actions need no change here. */
function describeAction({ action, targetType, targetId, details, reason }: Action) {
  const label = ACTIONS[action]
  const facts = Object.entries(details).flatMap(([name, value]) =>
    value === null || typeof value === 'object' || value === '' ? [] : [describeFact(name, String(value))],
  )
  const target = targetId === null ? [] : [`${targetType ?? ''} ${targetId}`.trim()]
  return (
    <>
      <span className="font-semi">{label === undefined ? action : t(label)}</span>
      <span className="block max-w-[60ch] text-xs wrap-anywhere text-ink-2">{[...facts, ...target].join(' · ')}</span>
      {reason !== null && <span className="block max-w-[40ch] text-sm break-words lg:hidden">{reason}</span>}
    </>
  )
}
