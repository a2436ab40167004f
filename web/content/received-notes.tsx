/** Notes below the amount content has received: its value in dollars, and what the amount includes. */
import { Dollars } from '#web/format/dollars.tsx'
import { t } from '#web/words/words.ts'

export function ReceivedNotes({ amountMsat }: { amountMsat: number }) {
  return (
    <>
      <Dollars amountMsat={amountMsat} className="mt-1 text-sm" />
      <p className="mt-1 text-sm">{t('catalog.receivedNote')}</p>
    </>
  )
}
