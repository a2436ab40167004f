/** Nostr keys that are blocked from all pages and from the relay: add one, and the current list. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as calls from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'
import { encodeNpub, parsePublicKey } from '#protocols/nostr/keys.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { AdminForm, AdminFrame, ListWaiting, Pager } from './admin-frame.tsx'
import { useEntered } from './entered.ts'
import { formatTimestamp } from './moments.ts'
import { REASON_MAX } from './reason-dialog.tsx'

type Block = Wire<typeof calls.listServerBlocks>[number]

const PER_PAGE = 50
/** An npub has 63 characters. */
const KEY_MAX = 100
const NONE = { key: '', reason: '' }

export function Page() {
  return (
    <AdminFrame title={t('admin.keys')} lead={t('admin.keysLead')}>
      <BlockForm />
      <Section title={t('admin.blockedKeys')}>
        <Blocks />
      </Section>
    </AdminFrame>
  )
}

function BlockForm() {
  const { entered, showsErrors, isMissing, field, onSubmit, empty } = useEntered(NONE)
  const { call } = useSite()
  const change = useChange(() => {
    empty()
    showToast(t('admin.blockedKey'))
  })
  const pubkey = parsePublicKey(entered.key)
  const reason = entered.reason.trim()
  const submit = onSubmit(() => {
    if (pubkey !== null && reason !== '')
      change.mutate(() => call(calls.blockKeyEverywhere, { body: { pubkey, reason } }))
  })
  const problem = describeProblem(change.error)
  return (
    <AdminForm onSubmit={submit}>
      <Field
        label={t('admin.key')}
        hint={t('admin.keyHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={KEY_MAX}
        {...field('key')}
        error={showsErrors && pubkey === null ? t('admin.keyWrong') : undefined}
      />
      <TextArea
        label={t('admin.reason')}
        rows={2}
        maxLength={REASON_MAX}
        {...field('reason')}
        error={isMissing('reason') ? t('admin.reasonMissing') : undefined}
      />
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" kind="danger" size="large" className="self-start" isWaiting={change.isPending}>
        {t('admin.blockKey')}
      </Button>
    </AdminForm>
  )
}

function Blocks() {
  const { call } = useSite()
  const [page, setPage] = useState(1)
  const input = { query: { page: String(page) } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, calls.listServerBlocks, input), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0 && page === 1) return <p className="text-ink-2">{t('admin.noBlockedKeys')}</p>
  return (
    <>
      <ul className="max-w-3xl divide-y divide-line border-y border-line">
        {data.map((block) => (
          <BlockLine key={block.pubkey} block={block} />
        ))}
      </ul>
      <Pager page={page} isLast={data.length < PER_PAGE} onPage={setPage} />
    </>
  )
}

function BlockLine({ block: { pubkey, reason, since } }: { block: Block }) {
  const { call } = useSite()
  const change = useChange(() => showToast(t('admin.letInDone')))
  const npub = encodeNpub(pubkey)
  const unblock = () =>
    change.mutate(() => call(calls.unblockKeyEverywhere, { params: { pubkey } }), {
      onError: (error) => {
        const problem = describeProblem(error)
        if (problem !== undefined) showErrorToast(problem)
      },
    })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="font-semi break-all">{npub}</p>
        <p className="text-sm text-ink-2">{t('admin.since', { moment: formatTimestamp(since) })}</p>
        <p className="mt-1.5 max-w-[60ch] border-l-2 border-line-2 pl-2.5 text-sm break-words whitespace-pre-line">
          {reason}
        </p>
      </div>
      <Button
        kind="quiet"
        size="small"
        aria-label={t('admin.letInWhat', { key: npub })}
        isWaiting={change.isPending}
        onClick={unblock}
      >
        {t('admin.letIn')}
      </Button>
    </li>
  )
}

function useChange(onDone: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (make: () => Promise<unknown>) => withRecentLogin(make),
    onSuccess: async () => {
      for (const endpoint of [calls.listServerBlocks, calls.listAdminActions]) await refresh(endpoint)
      onDone()
    },
  })
}
