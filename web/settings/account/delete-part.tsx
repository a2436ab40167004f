/** Deleting the account: what is lost, what prevents it, and how to resolve each obstacle. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getDeletion } from '#contract/accounts/leaving.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatMoment } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Deletion } from './deletion.ts'
import { Panel, Waiting } from '#web/settings/panel.tsx'

export function DeletePart() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, getDeletion, {}), staleTime: 0 })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel title={t('settings.delete')} isDestructive>
      <ul className="flex max-w-[62ch] list-disc flex-col gap-1.5 pl-5">
        <li>{t('settings.deleteProfile')}</li>
        <li>{t('settings.deleteContent')}</li>
        <li>{t('settings.deleteBooks')}</li>
        <li>{t('settings.deleteName')}</li>
      </ul>
      {!data && <Waiting error={error} onRetry={() => void refetch()} />}
      {data && data.blockers.length > 0 && <Blockers deletion={data} />}
      {data && (
        <Button
          kind="danger"
          className="self-start"
          disabled={data.blockers.length > 0}
          onClick={() => {
            void refetch()
            setIsOpen(true)
          }}
        >
          {t('settings.deleteBegin')}
        </Button>
      )}
      {data && <DeleteDialog isOpen={isOpen} deletion={data} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

function Blockers({ deletion }: { deletion: Deletion }) {
  return (
    <div className="rounded-field bg-purple-soft px-4 py-3.5">
      <h4 className="font-text font-semi tracking-normal">{t('settings.deleteFirst')}</h4>
      <ul className="mt-1.5 flex flex-col gap-2">
        {deletion.blockers.map((blocker) => (
          <li key={blocker} className="flex flex-wrap items-baseline gap-x-3">
            <Blocker blocker={blocker} deletion={deletion} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Blocker({
  blocker,
  deletion: { msatBalance, publishedCount, tickets },
}: {
  blocker: Deletion['blockers'][number]
  deletion: Deletion
}) {
  switch (blocker) {
    case 'balance':
      return (
        <>
          {t('settings.blockBalance', { sats: formatAmount(msatBalance) })}
          <Way href="/transactions?open=withdraw" words={t('settings.blockBalanceWay')} />
        </>
      )
    case 'payments':
      return t('settings.blockPayments')
    case 'tickets':
      return t('settings.blockTickets', {
        sats: formatAmount(tickets?.msatTotal ?? 0),
        date: formatMoment(new Date(tickets?.paysOutAt ?? 0), { dateStyle: 'long' }),
      })
    case 'rewards':
      return t('settings.blockRewards')
    case 'content':
      return (
        <>
          {t('settings.blockContent', { count: publishedCount })}
          <Way href="/studio" words={t('settings.blockContentWay')} />
        </>
      )
    case 'last-owner':
      return t('error.last-owner')
    case 'held':
      return (
        <>
          {t('settings.blockHeld')}
          <Way href="/contact" words={t('settings.blockHeldWay')} />
        </>
      )
  }
}

function Way({ href, words }: { href: string; words: string }) {
  return (
    <Link to={href} className="font-semi text-purple hover:underline">
      {words}
    </Link>
  )
}
