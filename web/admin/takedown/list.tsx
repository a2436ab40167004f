/** Content that was taken down, by whom and why, and restoring it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findUsers, listTakedowns, undoTakedown } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ListWaiting, Pager } from '#web/admin/admin-frame.tsx'
import { formatTimestamp } from '#web/admin/moments.ts'
import { ReasonDialog, type Question } from '#web/admin/reason-dialog.tsx'

type Takedown = Wire<typeof listTakedowns>[number]

const PER_PAGE = 20

export function TakedownList() {
  const { call } = useSite()
  const [page, setPage] = useState(1)
  const query = { page: String(page), limit: String(PER_PAGE) }
  const { data, error, refetch } = useQuery({ ...callQuery(call, listTakedowns, { query }), staleTime: 0 })
  const [question, setQuestion] = useState<Question | null>(null)
  const questionOf = useQuestion()
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0 && page === 1) return <p className="text-ink-2">{t('admin.noTakedowns')}</p>
  return (
    <>
      <ul className="max-w-3xl divide-y divide-line border-y border-line">
        {data.map((takedown) => (
          <TakedownLine
            key={takedown.takedownId}
            takedown={takedown}
            onUndo={() => setQuestion(questionOf(takedown))}
          />
        ))}
      </ul>
      <Pager page={page} isLast={data.length < PER_PAGE} onPage={setPage} />
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

function useQuestion() {
  const { call } = useSite()
  const refresh = useRefresh()
  return ({ takedownId, items }: Takedown): Question => ({
    title: t('admin.undoTitle'),
    lead: t('admin.undoLead', { titles: items.map(({ title }) => title).join(', ') }),
    button: t('admin.undo'),
    send: async (reason) => {
      await withRecentLogin(() => call(undoTakedown, { params: { takedownId }, body: { reason } }))
      for (const endpoint of [listTakedowns, findUsers]) await refresh(endpoint)
      showToast(t('admin.undone'))
    },
  })
}

function TakedownLine({ takedown, onUndo }: { takedown: Takedown; onUndo: () => void }) {
  const { reason, madeBy, madeAt, undoneAt, items } = takedown
  const titles = items.map(({ title }) => title).join(', ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          <span className="min-w-0 break-words">{titles}</span>
          {undoneAt === null ? (
            <Badge tone="pink">{t('admin.isDown')}</Badge>
          ) : (
            <Badge tone="mint">{t('admin.isBack')}</Badge>
          )}
        </p>
        <p className="text-sm text-ink-2">
          {t('admin.takedownBy', {
            owners: [...new Set(items.map(({ ownerName }) => ownerName))].join(', '),
            admin: madeBy,
            moment: formatTimestamp(madeAt),
          })}
        </p>
        <p className="mt-1.5 max-w-[60ch] border-l-2 border-line-2 pl-2.5 text-sm break-words">{reason}</p>
        {undoneAt !== null && (
          <p className="mt-1.5 text-sm text-ink-2">{t('admin.undoneAt', { moment: formatTimestamp(undoneAt) })}</p>
        )}
      </div>
      {undoneAt === null && (
        <Button kind="quiet" size="small" aria-label={t('admin.undoWhat', { titles })} onClick={onUndo}>
          {t('admin.undo')}
        </Button>
      )}
    </li>
  )
}
