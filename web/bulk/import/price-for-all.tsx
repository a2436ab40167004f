/** One price for the downloads of all drafts that have none. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { setDownloadOffer } from '#contract/catalog/downloads.ts'
import { listDrafts } from '#contract/catalog/bulk/drafts.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { inCurrency, PriceFields, readPrice } from '#web/studio/downloads/editor.tsx'
import { Fold } from '#web/studio/forms/fold.tsx'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import type { Draft } from './plan.ts'

export function PriceForAll({ drafts }: { drafts: readonly Draft[] }) {
  const { call, queries } = useSite()
  const [price, setPrice] = useState(() => inCurrency(false))
  const [isTried, setIsTried] = useState(false)
  const sent = readPrice(price)
  const saving = useMutation({
    mutationFn: async () => {
      for (const { id } of drafts) {
        await call(setDownloadOffer, { params: { contentId: id }, body: { mode: 'paid', ...sent } })
      }
      showToast(t('studio.saved'))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(listDrafts) }),
  })
  if (drafts.length === 0) return null
  return (
    <div className="mb-4 max-w-[560px]">
      <Fold title={t('drafts.priceTitle', { count: drafts.length })} isOpen={false}>
        <div>
          <PriceFields price={price} isWrong={isTried && sent === null} onChange={setPrice} />
          {saving.error && <Alert className="mt-4">{describeFailure(saving.error)}</Alert>}
          <Button
            className="mt-4"
            isWaiting={saving.isPending}
            onClick={() => {
              setIsTried(true)
              if (sent !== null) saving.mutate()
            }}
          >
            {t('drafts.priceSet')}
          </Button>
        </div>
      </Fold>
    </div>
  )
}
