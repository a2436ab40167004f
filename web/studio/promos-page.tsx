/** Promos of the user: budgets that pay listeners of a track per minute. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACTIVE_PROMOS_MAX } from '#contract/payments/promo-budget.ts'
import { listOwnPromos } from '#contract/payments/promos.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'
import { NewPromo } from './promos/new-promo.tsx'
import { OwnPromos } from './promos/own-promos.tsx'

export function Page() {
  return <StudioFrame>{() => <Promos />}</StudioFrame>
}

function Promos() {
  const { call } = useSite()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...callQuery(call, listOwnPromos, {}), staleTime: 0 })
  const isFull = (data?.filter(({ isPaid, endedAt }) => isPaid && endedAt === null).length ?? 0) >= ACTIVE_PROMOS_MAX
  const action = (
    <Button onClick={() => setIsOpen(true)} disabled={isFull}>
      {t('promos.new')}
    </Button>
  )
  return (
    <>
      <StudioHeading title={t('studio.promos')} lead={t('promos.studioLead')} actions={data?.length ? action : null} />
      {isFull && <p className="-mt-2 mb-6 text-ink-2">{t('promos.limit')}</p>}
      {!data && !error && <PageSkeleton label={t('common.loading')} />}
      {error && (
        <LoadFailure
          level="part"
          title={t('promos.failed')}
          retryLabel={t('studio.retry')}
          error={error}
          retry={refetch}
        />
      )}
      {data?.length === 0 && <EmptyState sentence={t('promos.none')} action={action} />}
      {data && data.length > 0 && <OwnPromos promos={data} />}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('promos.new')} closeLabel={t('common.close')}>
        <NewPromo onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
