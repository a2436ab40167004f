/** After a paid zap: an image of it to share. The payer's name is on it only if the zap is not anonymous. */
import { useQuery } from '@tanstack/react-query'
import { CARD_SIZE, getZapCard } from '#contract/listening/cards.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { ShareFile } from '#web/ui/controls/share-file.tsx'
import { formatDuration } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function ZapCard({
  paymentId,
  title,
  amountMsat,
  atSeconds,
}: {
  paymentId: string
  title: string
  amountMsat: number
  atSeconds: number | undefined
}) {
  const { call } = useSite()
  const { publicUrl } = useSettings()
  const asked = { params: { paymentId }, query: { language: currentLanguage() } }
  const { data: card, isError } = useQuery(callQuery(call, getZapCard, asked))
  // The zap is paid, as shown above.
  if (isError) return null
  const sats = formatSats(amountMsat)
  const text =
    atSeconds === undefined
      ? t('cards.zapText', { sats, title })
      : t('cards.zapTextAt', { sats, title, time: formatDuration(atSeconds) })
  return (
    <section className="mt-6 text-left">
      <h3 className="mb-2 font-text text-base font-semi tracking-normal">{t('cards.zapHeading')}</h3>
      <div className="mb-3 aspect-[1200/630] bg-sunken">
        {card && <img src={card.cardPath} alt={text} {...CARD_SIZE} className="block size-full" />}
      </div>
      {card && (
        <ShareFile
          file={{
            href: card.cardPath,
            name: 'zap.jpg',
            type: 'image/jpeg',
            text,
            link: new URL(card.path, publicUrl || location.origin).href,
          }}
          labels={{
            share: t('cards.share'),
            download: t('cards.download'),
            copyLink: t('cards.copyLink'),
            copied: t('cards.copied'),
          }}
        />
      )}
    </section>
  )
}
