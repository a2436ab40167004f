/** The photographs of a gallery or of liner notes: their order and their fields, and adding more. */
import { orderPhotographs } from '#contract/catalog/imagery.ts'
import { useSite } from '#web/data/site.ts'
import { OrderList } from '#web/studio/editors/order-list.tsx'
import { t } from '#web/words/words.ts'
import { AddPhotographs } from './add-photographs.tsx'
import { PhotographFields, type PhotographWire } from './photograph-fields.tsx'

export function PhotographList({
  contentId,
  place,
  photographs,
  max,
  onChanged,
}: {
  contentId: string
  place: 'gallery' | 'notes'
  photographs: readonly PhotographWire[]
  max: number
  onChanged: () => Promise<unknown>
}) {
  const { call } = useSite()
  const nameOf = (index: number) => t('imagery.photograph', { number: index + 1 })
  const order = async (photographIds: string[]) => {
    await call(orderPhotographs, { params: { contentId }, body: { place, photographIds } })
    await onChanged()
  }
  return (
    <section aria-labelledby={place} className="flex max-w-[58rem] flex-col gap-4">
      <h2 id={place} className="text-xl">
        {t('imagery.gallery')}
      </h2>
      <p className="text-ink-2">{t('imagery.galleryHint', { count: max })}</p>
      {photographs.length > 0 && (
        <OrderList
          items={photographs.map((photograph, index) => ({
            ...photograph,
            title: photograph.caption ?? nameOf(index),
          }))}
          label={t('imagery.gallery')}
          onOrder={order}
          rowClassName="flex flex-wrap items-start gap-2 border-b border-line py-4"
        >
          {(photograph, index) => (
            <PhotographFields
              photograph={photograph}
              name={nameOf(index)}
              onChanged={onChanged}
              picture={() => <img src={photograph.smallUrl} alt="" className="h-32 w-fit max-w-full object-contain" />}
            />
          )}
        </OrderList>
      )}
      <AddPhotographs
        contentId={contentId}
        place={place}
        label={t('imagery.galleryDrop')}
        room={max - photographs.length}
        onAdded={onChanged}
      />
    </section>
  )
}
